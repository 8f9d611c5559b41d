package dev.clawperator.operator.protocol;

/** The way of one finger: it goes down at its first point and comes up at its last. It has one point at least. */
public final class Finger {
    private final int[] x;
    private final int[] y;
    private final long[] at;

    private Finger(int[] x, int[] y, long[] at) {
        this.x = x;
        this.y = y;
        this.at = at;
    }

    /** One that is at one point at one moment. */
    public static Finger at(int x, int y, long at) {
        return new Finger(new int[] {x}, new int[] {y}, new long[] {at});
    }

    /** One that goes from a point to another. */
    public static Finger along(int x, int y, long at, int toX, int toY, long until) {
        return new Finger(new int[] {x, toX}, new int[] {y, toY}, new long[] {at, until});
    }

    public int points() {
        return x.length;
    }

    public int x(int point) {
        return x[point];
    }

    public int y(int point) {
        return y[point];
    }

    /** Milliseconds since the touch began. */
    public long at(int point) {
        return at[point];
    }

    public long down() {
        return at[0];
    }

    public long up() {
        return at[at.length - 1];
    }

    static Finger read(Reader reader) throws Damaged {
        int count = reader.count(Limits.POINTS, "points");
        int[] x = new int[count];
        int[] y = new int[count];
        long[] at = new long[count];
        for (int point = 0; point < count; point++) {
            x[point] = reader.i32("x");
            y[point] = reader.i32("y");
            at[point] = reader.u32("milliseconds");
            if (point > 0 && at[point] < at[point - 1]) {
                throw new Damaged("points go back in time");
            }
        }
        if (count == 0) {
            throw new Damaged("a finger has no point");
        }
        return new Finger(x, y, at);
    }

    void write(Writer writer) {
        writer.i32(x.length);
        for (int point = 0; point < x.length; point++) {
            writer.i32(x[point]);
            writer.i32(y[point]);
            writer.u32(at[point]);
        }
    }
}
