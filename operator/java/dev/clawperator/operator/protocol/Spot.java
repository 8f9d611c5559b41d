package dev.clawperator.operator.protocol;

import java.security.MessageDigest;

/** A point that is about to be touched, and what has to lie there. */
public final class Spot {
    public final int x;
    public final int y;
    public final boolean isClose;
    private final byte[] face;

    private Spot(int x, int y, boolean isClose, byte[] face) {
        this.x = x;
        this.y = y;
        this.isClose = isClose;
        this.face = face;
    }

    /** A point of a tree, with what lies there. */
    public static Spot of(Tree tree, int x, int y, boolean isClose) {
        return new Spot(x, y, isClose, tree.face(x, y, isClose));
    }

    /** Whether the same lies there in this tree. */
    public boolean isMetIn(Tree tree) {
        return MessageDigest.isEqual(face, tree.face(x, y, isClose));
    }

    static Spot read(Reader reader) throws Damaged {
        return new Spot(
                reader.i32("x"), reader.i32("y"), reader.below(2, "closeness") == 1, reader.bytes(Faces.BYTES, "face"));
    }

    void write(Writer writer) {
        writer.i32(x);
        writer.i32(y);
        writer.bool(isClose);
        writer.bytes(face);
    }
}
