package dev.clawperator.operator.protocol;

/** What a driver can ask for. The kind says which class it is. */
public abstract class Request {
    public final Kind kind;

    private Request(Kind kind) {
        this.kind = kind;
    }

    /** A request without a body: state, leave, end, clip, recordings. */
    public static final class Plain extends Request {
        public Plain(Kind kind) {
            super(kind);
        }

        @Override
        void write(Writer writer) {}
    }

    /** A look at the screen. */
    public static final class Look extends Request {
        /** The number of the tree that the driver has, or 0. */
        public final long have;
        /** How long without an event; 0 wants no rest. */
        public final int restMs;
        /** At most so long is waited for that. */
        public final int waitMs;
        /** For all of it. */
        public final int timeMs;
        /** An act that is to be over before it begins, or 0. */
        public final long after;
        public final boolean allDisplays;

        public Look(long have, int restMs, int waitMs, int timeMs, long after, boolean allDisplays) {
            super(Kind.LOOK);
            this.have = have;
            this.restMs = restMs;
            this.waitMs = waitMs;
            this.timeMs = timeMs;
            this.after = after;
            this.allDisplays = allDisplays;
        }

        @Override
        void write(Writer writer) {
            writer.u64(have);
            writer.u16(restMs);
            writer.u16(waitMs);
            writer.u16(timeMs);
            writer.u64(after);
            writer.bool(allDisplays);
        }
    }

    /** An act, under a number that none had before. */
    public static final class Do extends Request {
        public final long act;
        /** An act that has not begun by then does not begin. */
        public final long timeMs;
        /** The name under which its stream wants the phone unless it has it; null for none. */
        public final String holder;
        public final Act what;

        public Do(long act, long timeMs, String holder, Act what) {
            super(Kind.ACT);
            this.act = act;
            this.timeMs = timeMs;
            this.holder = holder;
            this.what = what;
        }

        @Override
        void write(Writer writer) {
            writer.u64(act);
            writer.u32(timeMs);
            writer.optionText(holder, Limits.HOLDER_BYTES);
            what.write(writer);
        }
    }

    /** What became of the act of this number. */
    public static final class OutcomeOf extends Request {
        public final long act;

        public OutcomeOf(long act) {
            super(Kind.OUTCOME);
            this.act = act;
        }

        @Override
        void write(Writer writer) {
            writer.u64(act);
        }
    }

    /** Ends the request of this id, if that is still possible. */
    public static final class Cancel extends Request {
        public final long id;

        public Cancel(long id) {
            super(Kind.CANCEL);
            this.id = id;
        }

        @Override
        void write(Writer writer) {
            writer.u32(id);
        }
    }

    /** A picture of the screen. */
    public static final class Picture extends Request {
        /** In pixels; 0 for all of it. */
        public final long longestSide;
        public final boolean jpeg;
        /** Of a JPEG. */
        public final int quality;
        public final int timeMs;

        public Picture(long longestSide, boolean jpeg, int quality, int timeMs) {
            super(Kind.PICTURE);
            this.longestSide = longestSide;
            this.jpeg = jpeg;
            this.quality = quality;
            this.timeMs = timeMs;
        }

        @Override
        void write(Writer writer) {
            writer.u32(longestSide);
            writer.bool(jpeg);
            writer.u8(quality);
            writer.u16(timeMs);
        }
    }

    /** Says when the screen may show something else than the tree of this number. */
    public static final class Watch extends Request {
        public final long number;

        public Watch(long number) {
            super(Kind.WATCH);
            this.number = number;
        }

        @Override
        void write(Writer writer) {
            writer.u64(number);
        }
    }

    /** Wants what was heard, and no tree shows. */
    public static final class Listen extends Request {
        /** Of the last notice that the driver has, or 0. */
        public final long after;
        /** None that is older than this. */
        public final long atMostMs;

        public Listen(long after, long atMostMs) {
            super(Kind.LISTEN);
            this.after = after;
            this.atMostMs = atMostMs;
        }

        @Override
        void write(Writer writer) {
            writer.u64(after);
            writer.u32(atMostMs);
        }
    }

    /** Wants the phone. */
    public static final class Hold extends Request {
        /** What others are told. */
        public final String name;
        /** Also from another. */
        public final boolean take;

        public Hold(String name, boolean take) {
            super(Kind.HOLD);
            this.name = name;
            this.take = take;
        }

        @Override
        void write(Writer writer) {
            writer.text(name, Limits.HOLDER_BYTES);
            writer.bool(take);
        }
    }

    /** Begins a recording. */
    public static final class Record extends Request {
        public final String name;
        /** Whether typed texts are written, those of passwords aside. */
        public final boolean texts;

        public Record(String name, boolean texts) {
            super(Kind.RECORD);
            this.name = name;
            this.texts = texts;
        }

        @Override
        void write(Writer writer) {
            writer.text(name, Limits.RECORDING_NAME_BYTES);
            writer.bool(texts);
        }
    }

    /** Ends the recording of a name, or whichever goes on where it is empty. */
    public static final class StopRecording extends Request {
        public final String name;

        public StopRecording(String name) {
            super(Kind.STOP_RECORDING);
            this.name = name;
        }

        @Override
        void write(Writer writer) {
            writer.text(name, Limits.RECORDING_NAME_BYTES);
        }
    }

    /** A part of a recording. */
    public static final class Fetch extends Request {
        public final String name;
        public final long from;

        public Fetch(String name, long from) {
            super(Kind.FETCH);
            this.name = name;
            this.from = from;
        }

        @Override
        void write(Writer writer) {
            writer.text(name, Limits.RECORDING_NAME_BYTES);
            writer.u64(from);
        }
    }

    abstract void write(Writer writer);

    /** The body of its frame. */
    public final byte[] encode() {
        Writer writer = new Writer();
        write(writer);
        return writer.finish();
    }

    /** The whole frame. */
    public final byte[] frame(long id) {
        Writer writer = Answers.begin();
        write(writer);
        return Answers.end(writer, kind, id);
    }

    /** Reads the body of a driver's frame of this kind. */
    public static Request decode(Kind kind, byte[] body) throws Damaged {
        Reader reader = new Reader(body);
        Request request = read(kind, reader);
        reader.end();
        return request;
    }

    private static Request read(Kind kind, Reader reader) throws Damaged {
        switch (kind) {
            case STATE:
            case LEAVE:
            case END:
            case CLIP:
            case ABOUT:
            case RECORDINGS:
                return new Plain(kind);
            case LOOK:
                return new Look(
                        reader.u64("number"),
                        reader.u16("rest"),
                        reader.u16("wait"),
                        reader.u16("time"),
                        reader.u64("act"),
                        reader.bool("displays"));
            case ACT:
                return new Do(
                        reader.u64("act"),
                        reader.u32("time"),
                        reader.optionText(Limits.HOLDER_BYTES, "holder"),
                        Act.read(reader));
            case OUTCOME:
                return new OutcomeOf(reader.u64("act"));
            case CANCEL:
                return new Cancel(reader.u32("id"));
            case PICTURE:
                return new Picture(
                        reader.u32("longest side"),
                        reader.below(2, "form") == 1,
                        reader.u8("quality"),
                        reader.u16("time"));
            case WATCH:
                return new Watch(reader.u64("number"));
            case LISTEN:
                return new Listen(reader.u64("number of a notice"), reader.u32("age"));
            case HOLD:
                return new Hold(reader.text(Limits.HOLDER_BYTES, "name of a holder"), reader.bool("take"));
            case RECORD:
                return new Record(
                        reader.text(Limits.RECORDING_NAME_BYTES, "name of a recording"), reader.bool("texts"));
            case STOP_RECORDING:
                return new StopRecording(reader.text(Limits.RECORDING_NAME_BYTES, "name of a recording"));
            case FETCH:
                return new Fetch(reader.text(Limits.RECORDING_NAME_BYTES, "name of a recording"), reader.u64("place"));
            default:
                throw new Damaged("a frame of kind " + kind + " is not a request");
        }
    }
}
