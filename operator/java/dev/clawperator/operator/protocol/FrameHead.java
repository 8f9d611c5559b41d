package dev.clawperator.operator.protocol;

/** What comes before a body: how long it is, what it is, and for which request. */
public final class FrameHead {
    /** How many bytes a head has. */
    public static final int BYTES = 12;

    public final int length;
    public final Kind kind;
    /** Unsigned 32 bits; 0 for what the Operator tells by itself. */
    public final long id;

    public FrameHead(int length, Kind kind, long id) {
        this.length = length;
        this.kind = kind;
        this.id = id;
    }

    /** Reads what came from a driver, or from an Operator, before there is room for its body. */
    public static FrameHead decode(byte[] bytes, boolean fromDriver) throws Damaged {
        Reader reader = new Reader(bytes);
        long length = reader.u32("length");
        Kind kind = Kind.of(reader.u8("kind"));
        int zeros = reader.u8("zero") | reader.u16("zero");
        long id = reader.u32("id");
        reader.end();
        if (kind.isFromDriver() != fromDriver) {
            throw new Damaged("a frame of kind " + kind + " comes from the other side");
        }
        if (zeros != 0) {
            throw new Damaged("a byte of the head that must be zero is not");
        }
        if (length > kind.most) {
            throw new Damaged("a frame of kind " + kind + " announces " + length + " bytes");
        }
        if ((id == 0) != (kind == Kind.CHANGED)) {
            throw new Damaged("a frame of kind " + kind + " has the id " + id);
        }
        return new FrameHead((int) length, kind, id);
    }

    void write(Writer writer) {
        writer.i32(length);
        writer.u8(kind.number);
        writer.u8(0);
        writer.u16(0);
        writer.u32(id);
    }
}
