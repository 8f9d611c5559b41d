package dev.clawperator.operator.protocol;

import java.util.List;

/**
 * All windows at one moment, as the frame that they go as. Its number, what came of the rest, the dropped events and the
 * newest notice are filled in when it is sent.
 */
public final class Tree {
    public static final int REST_NOT_ASKED = 0;
    public static final int REST_CAME = 1;
    public static final int REST_DID_NOT_COME = 2;

    /** Number, rest, dropped events and the newest notice. */
    private static final int CHANGING_BYTES = 8 + 1 + 4 + 8;
    /** What a tree needs beside its nodes and names. */
    private static final int SPARE_BYTES = 512 << 10;

    private final byte[] frame;
    private final byte[] state;
    private boolean incomplete;

    /** Joins what was read. The nodes of the windows belong to the tree afterwards. */
    public Tree(State state, List<Window> windows) {
        Writer writer = new Writer(64 << 10);
        new FrameHead(0, Kind.TREE, 1).write(writer);
        state.write(writer);
        this.state = new byte[writer.length() - FrameHead.BYTES];
        writer.bytes(new byte[CHANGING_BYTES]);
        Nodes.Names names = new Nodes.Names();
        int count = Math.min(windows.size(), Limits.WINDOWS);
        // There is always a window; when none is told of, the phone does not know them yet.
        incomplete = windows.isEmpty();
        boolean[] fits = new boolean[count];
        int nodes = 0;
        long bytes = SPARE_BYTES;
        for (int place = 0; place < count; place++) {
            Window window = windows.get(place);
            int more = window.nodes == null ? 0 : window.nodes.count();
            long moreBytes = window.nodes == null ? 0 : window.nodes.bytes();
            fits[place] = nodes + more <= Limits.NODES && bytes + moreBytes <= Kind.TREE.most;
            if (fits[place] && window.nodes != null) {
                window.nodes.rename(names);
                nodes += more;
                bytes += moreBytes;
            }
            incomplete |= !fits[place] || window.content == Window.INCOMPLETE;
        }
        writer.i32(names.count());
        writer.bytes(names.writer);
        writer.i32(count);
        for (int place = 0; place < count; place++) {
            windows.get(place).write(writer, fits[place]);
        }
        writer.put32(0, writer.length() - FrameHead.BYTES);
        frame = writer.finish();
        System.arraycopy(frame, FrameHead.BYTES, this.state, 0, this.state.length);
    }

    /** Whether a window of it is incomplete, and reading again may help. */
    public boolean isIncomplete() {
        return incomplete;
    }

    public int bytes() {
        return frame.length;
    }

    /** Whether everything that is to be seen is equal, state included. */
    public boolean shows(Tree other) {
        int changing = FrameHead.BYTES + state.length;
        if (frame.length != other.frame.length || state.length != other.state.length) {
            return false;
        }
        for (int place = FrameHead.BYTES; place < frame.length; place++) {
            if (place == changing) {
                place += CHANGING_BYTES;
            }
            if (frame[place] != other.frame[place]) {
                return false;
            }
        }
        return true;
    }

    /** What lies at a point: for a glance, or looked at closely. */
    byte[] face(int x, int y, boolean isClose) {
        return new Faces(frame, FrameHead.BYTES + state.length + CHANGING_BYTES).at(x, y, isClose);
    }

    /** The frame that answers a request. It is made once, when the tree gets its number. */
    public byte[] frame(long id, long number, int rest, long dropped, long notices) {
        Writer changing = new Writer(32);
        changing.u64(number);
        changing.u8(rest);
        changing.u32(dropped);
        changing.u64(notices);
        changing.u32(id);
        byte[] bytes = changing.finish();
        System.arraycopy(bytes, 0, frame, FrameHead.BYTES + state.length, CHANGING_BYTES);
        System.arraycopy(bytes, CHANGING_BYTES, frame, FrameHead.BYTES - 4, 4);
        return frame;
    }

    /** The answer that all of it is as in the tree that the driver has. */
    public byte[] unchangedFrame(long id, long number, long notices) {
        Writer writer = new Writer();
        new FrameHead(state.length + 16, Kind.UNCHANGED, id).write(writer);
        writer.bytes(state);
        writer.u64(number);
        writer.u64(notices);
        return writer.finish();
    }
}
