package dev.clawperator.operator.protocol;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/** What lies at points of a tree, read from the bytes of its frame: the document says what a face has in it. */
final class Faces {
    static final int BYTES = 16;

    private static final int PLAIN_FLAGS = 0x1cc;
    private static final int CLOSE_FLAGS = 0x14b8f;
    private static final int NOTHING = -1;
    private static final int TEXTS = 7;
    /** The place of the text that says the state of a node. */
    private static final int STATE = 3;

    private final byte[] frame;
    private final int[] names;
    private final int windows;
    private int at;

    private final Writer seen = new Writer();
    private int x;
    private int y;
    private boolean isClose;

    /** @param names where in the frame the names begin */
    Faces(byte[] frame, int names) {
        this.frame = frame;
        at = names;
        this.names = new int[u32()];
        for (int place = 0; place < this.names.length; place++) {
            this.names[place] = at;
            skipText();
        }
        windows = at;
    }

    /** What lies at a point: for a glance, or looked at closely. */
    byte[] at(int pointX, int pointY, boolean close) {
        x = pointX;
        y = pointY;
        isClose = close;
        seen.clear();
        at = windows;
        for (int left = u32(); left > 0; left--) {
            window();
        }
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(seen.finish());
            return Arrays.copyOf(hash, BYTES);
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException(missing);
        }
    }

    private void window() {
        int id = u32();
        int kind = u8();
        // Flags, layer, display.
        at += 1 + 4 + 4;
        int bounds = at;
        at += 16;
        if (u8() == 1) {
            skipText();
        }
        int content = u8();
        boolean isHere = contains(bounds);
        if (isHere) {
            seen.u8('W');
            seen.i32(id);
            seen.u8(kind);
            seen.u8(content);
        }
        long small = area(bounds) / 2;
        int within = NOTHING;
        for (int left = u32(); left > 0; left--) {
            within = node(isHere, small, within);
        }
    }

    /** Reads one node, and returns the depth of the one with which those behind it are judged. */
    private int node(boolean isHere, long small, int judged) {
        int depth = u8();
        at += 2;
        int drawingOrder = at;
        int identity = at + 2;
        at += 2 + 8;
        int flags = u32();
        int bounds = at;
        at += 16;
        int own = at;
        // Class, package, id, actions.
        at += 6 + 4;
        int texts = at;
        int which = u8();
        for (int place = 0; place < TEXTS; place++) {
            if ((which & 1 << place) != 0) {
                skipText();
            }
        }
        int within = judged != NOTHING && depth > judged ? judged : NOTHING;
        if (!isHere || (flags & Nodes.NOT_VISIBLE) != 0) {
            return within;
        }
        boolean isAtPoint = contains(bounds);
        if (isAtPoint) {
            seen.u8('N');
            seen.u8(depth);
            seen.bytes(frame, identity, 8);
        } else if (within != NOTHING) {
            seen.u8('P');
        } else {
            return within;
        }
        if (isClose) {
            seen.bytes(frame, drawingOrder, 2);
            seen.i32(flags & CLOSE_FLAGS);
            for (int name = 0; name < 3; name++) {
                name(own + 2 * name);
            }
            texts(texts, !isAtPoint);
        } else {
            seen.i32(flags & PLAIN_FLAGS);
        }
        boolean isJudgedWhole = isClose && isAtPoint && within == NOTHING && area(bounds) <= small;
        return isJudgedWhole ? depth : within;
    }

    /** All texts of a node; of one that only belongs to what is judged, not its state, which may change by itself. */
    private void texts(int start, boolean isPart) {
        int which = frame[start] & 0xff;
        seen.u8(isPart ? which & ~(1 << STATE) : which);
        int place = start + 1;
        for (int text = 0; text < TEXTS; text++) {
            if ((which & 1 << text) != 0) {
                int length = 4 + number(place);
                if (!isPart || text != STATE) {
                    seen.bytes(frame, place, length);
                }
                place += length;
            }
        }
    }

    private void name(int place) {
        int number = (frame[place] & 0xff) << 8 | frame[place + 1] & 0xff;
        seen.bool(number != 0);
        if (number != 0) {
            int start = names[number - 1];
            seen.bytes(frame, start, 4 + number(start));
        }
    }

    private boolean contains(int bounds) {
        return number(bounds) <= x && x < number(bounds + 8) && number(bounds + 4) <= y && y < number(bounds + 12);
    }

    private long area(int bounds) {
        long width = Math.max(0, (long) number(bounds + 8) - number(bounds));
        long height = Math.max(0, (long) number(bounds + 12) - number(bounds + 4));
        // At most twice 2^32 by 2^32: beyond what is counted is larger than any screen.
        return width > 0 && height > Long.MAX_VALUE / width ? Long.MAX_VALUE : width * height;
    }

    private void skipText() {
        int length = u32();
        at += length;
    }

    private int u8() {
        return frame[at++] & 0xff;
    }

    private int u32() {
        int value = number(at);
        at += 4;
        return value;
    }

    private int number(int place) {
        return (frame[place] & 0xff) << 24
                | (frame[place + 1] & 0xff) << 16
                | (frame[place + 2] & 0xff) << 8
                | frame[place + 3] & 0xff;
    }
}
