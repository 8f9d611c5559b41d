package dev.clawperator.operator.protocol;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** One thing that is done to the phone. What is typed cannot be printed. */
public abstract class Act {
    private final int what;

    private Act(int what) {
        this.what = what;
    }

    /** Fingers on the screen. */
    public static final class Touch extends Act {
        public final List<Finger> fingers;
        /** Where something has to lie, or it is not begun. */
        public final List<Spot> spots;

        public Touch(List<Finger> fingers, List<Spot> spots) {
            super(1);
            this.fingers = Collections.unmodifiableList(fingers);
            this.spots = Collections.unmodifiableList(spots);
        }

        @Override
        public long lastsMs() {
            long last = 0;
            for (Finger finger : fingers) {
                last = Math.max(last, finger.up());
            }
            return last;
        }

        @Override
        void writeFields(Writer writer) {
            writer.i32(fingers.size());
            for (Finger finger : fingers) {
                finger.write(writer);
            }
            writer.i32(spots.size());
            for (Spot spot : spots) {
                spot.write(writer);
            }
        }
    }

    /** One key, down and up. */
    public static final class Key extends Act {
        public final int code;
        public final int meta;
        public final long heldMs;

        public Key(int code, int meta, long heldMs) {
            super(2);
            this.code = code;
            this.meta = meta;
            this.heldMs = heldMs;
        }

        @Override
        public long lastsMs() {
            return heldMs;
        }

        @Override
        void writeFields(Writer writer) {
            writer.i32(code);
            writer.i32(meta);
            writer.u32(heldMs);
        }
    }

    /** A text into a field. */
    public static final class Text extends Act {
        public final Way way;
        /** That the field is in: each app counts its identities for itself. */
        public final int window;
        /** Of the field, or 0 for the one that has the focus. */
        public final long identity;
        /** Characters to take away before, from the end. */
        public final long erase;
        public final String text;

        public Text(Way way, int window, long identity, long erase, String text) {
            super(3);
            this.way = way;
            this.window = window;
            this.identity = identity;
            this.erase = erase;
            this.text = text;
        }

        @Override
        void writeFields(Writer writer) {
            writer.u8(way.number());
            writer.i32(window);
            writer.u64(identity);
            writer.u32(erase);
            writer.text(text, Limits.TYPED_BYTES);
        }
    }

    /** An action of a node, by accessibility. */
    public static final class NodeAction extends Act {
        /** That the node is in. */
        public final int window;
        public final long identity;
        public final int action;

        public NodeAction(int window, long identity, int action) {
            super(4);
            this.window = window;
            this.identity = identity;
            this.action = action;
        }

        @Override
        void writeFields(Writer writer) {
            writer.i32(window);
            writer.u64(identity);
            writer.i32(action);
        }
    }

    /** Lights the screen. */
    public static final class Wake extends Act {
        public Wake() {
            super(5);
        }
    }

    /** Opens a lock that no secret closes. */
    public static final class DismissLock extends Act {
        public DismissLock() {
            super(6);
        }
    }

    /** Sends a key that means nothing, to see whether the phone lets it. */
    public static final class TryInput extends Act {
        public TryInput() {
            super(7);
        }
    }

    /** A text onto the clipboard. */
    public static final class Clip extends Act {
        /** Null to take away what is there. */
        public final String text;
        /** No app is to show it. */
        public final boolean isSensitive;

        public Clip(String text, boolean isSensitive) {
            super(8);
            this.text = text;
            this.isSensitive = isSensitive;
        }

        @Override
        void writeFields(Writer writer) {
            writer.optionText(text, Limits.TYPED_BYTES);
            writer.bool(isSensitive);
        }
    }

    /** How long the fingers or the key stay down by themselves. */
    public long lastsMs() {
        return 0;
    }

    void writeFields(Writer writer) {}

    final void write(Writer writer) {
        writer.u8(what);
        writeFields(writer);
    }

    static Act read(Reader reader) throws Damaged {
        int what = reader.u8("what");
        switch (what) {
            case 1:
                return new Touch(fingers(reader), spots(reader));
            case 2:
                return new Key(reader.i32("key code"), reader.i32("meta state"), reader.u32("held"));
            case 3:
                return new Text(
                        Way.read(reader),
                        reader.i32("window"),
                        reader.u64("identity"),
                        reader.u32("characters"),
                        reader.text(Limits.TYPED_BYTES, "text"));
            case 4:
                return new NodeAction(reader.i32("window"), reader.u64("identity"), reader.i32("action"));
            case 5:
                return new Wake();
            case 6:
                return new DismissLock();
            case 7:
                return new TryInput();
            case 8:
                return new Clip(reader.optionText(Limits.TYPED_BYTES, "text"), reader.bool("sensitive"));
            default:
                throw Damaged.unknown("what", what);
        }
    }

    private static List<Finger> fingers(Reader reader) throws Damaged {
        int count = reader.count(Limits.FINGERS, "fingers");
        if (count == 0) {
            throw new Damaged("a touch has no finger");
        }
        List<Finger> fingers = new ArrayList<>();
        for (int place = 0; place < count; place++) {
            fingers.add(Finger.read(reader));
        }
        return fingers;
    }

    private static List<Spot> spots(Reader reader) throws Damaged {
        int count = reader.count(Limits.SPOTS, "spots");
        List<Spot> spots = new ArrayList<>();
        for (int place = 0; place < count; place++) {
            spots.add(Spot.read(reader));
        }
        return spots;
    }

    @Override
    public final String toString() {
        return getClass().getSimpleName();
    }
}
