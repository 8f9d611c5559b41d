package dev.clawperator.operator.protocol;

import java.util.Arrays;

/** Writes fields one after another into one growing array. */
public final class Writer {
    private byte[] bytes;
    private int length;

    public Writer() {
        this(256);
    }

    Writer(int room) {
        bytes = new byte[room];
    }

    public int length() {
        return length;
    }

    /** Begins again, with the same room. */
    void clear() {
        length = 0;
    }

    public byte[] finish() {
        return Arrays.copyOf(bytes, length);
    }

    void u8(int value) {
        room(1);
        bytes[length++] = (byte) value;
    }

    void u16(int value) {
        room(2);
        bytes[length++] = (byte) (value >> 8);
        bytes[length++] = (byte) value;
    }

    void u32(long value) {
        i32((int) value);
    }

    void u64(long value) {
        i32((int) (value >> 32));
        i32((int) value);
    }

    void i32(int value) {
        room(4);
        put32(length, value);
        length += 4;
    }

    void bool(boolean value) {
        u8(value ? 1 : 0);
    }

    void bytes(byte[] more) {
        bytes(more, 0, more.length);
    }

    void bytes(byte[] more, int from, int count) {
        room(count);
        System.arraycopy(more, from, bytes, length, count);
        length += count;
    }

    void bytes(Writer other) {
        bytes(other.bytes, 0, other.length);
    }

    /** Writes a number over one that was written before. */
    void put32(int place, int value) {
        bytes[place] = (byte) (value >> 24);
        bytes[place + 1] = (byte) (value >> 16);
        bytes[place + 2] = (byte) (value >> 8);
        bytes[place + 3] = (byte) value;
    }

    void put16(int place, int value) {
        bytes[place] = (byte) (value >> 8);
        bytes[place + 1] = (byte) value;
    }

    int at16(int place) {
        return (bytes[place] & 0xff) << 8 | bytes[place + 1] & 0xff;
    }

    /** A text, or 0 for none. Says whether all of it was written. */
    boolean optionText(CharSequence text, int most) {
        bool(text != null);
        return text == null || text(text, most);
    }

    /**
     * A text of at most so many bytes; what is beyond is cut off between two characters. A surrogate without its other
     * half becomes U+FFFD. Says whether all of it was written.
     */
    boolean text(CharSequence text, int most) {
        int start = length;
        i32(0);
        boolean whole = characters(text, most);
        put32(start, length - start - 4);
        return whole;
    }

    private boolean characters(CharSequence text, int most) {
        int count = Math.min(text.length(), most + 1);
        int limit = length + most;
        // Three bytes for each unit are enough: a pair has four.
        room(Math.min(count * 3, most));
        for (int place = 0; place < count; place++) {
            char unit = text.charAt(place);
            if (unit < 0x80) {
                if (length == limit) {
                    return false;
                }
                bytes[length++] = (byte) unit;
                continue;
            }
            int point = unit;
            if (Character.isSurrogate(unit)) {
                boolean pair = Character.isHighSurrogate(unit) && place + 1 < count
                        && Character.isLowSurrogate(text.charAt(place + 1));
                point = pair ? Character.toCodePoint(unit, text.charAt(++place)) : 0xfffd;
            }
            if (length + width(point) > limit) {
                return false;
            }
            point(point);
        }
        return true;
    }

    private static int width(int point) {
        return point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    }

    private void point(int point) {
        if (point < 0x800) {
            bytes[length++] = (byte) (0xc0 | point >> 6);
        } else if (point < 0x10000) {
            bytes[length++] = (byte) (0xe0 | point >> 12);
            bytes[length++] = (byte) (0x80 | point >> 6 & 0x3f);
        } else {
            bytes[length++] = (byte) (0xf0 | point >> 18);
            bytes[length++] = (byte) (0x80 | point >> 12 & 0x3f);
            bytes[length++] = (byte) (0x80 | point >> 6 & 0x3f);
        }
        bytes[length++] = (byte) (0x80 | point & 0x3f);
    }

    private void room(int count) {
        if (bytes.length - length < count) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + count));
        }
    }
}
