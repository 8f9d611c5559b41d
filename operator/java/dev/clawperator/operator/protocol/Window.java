package dev.clawperator.operator.protocol;

/** What one app or the system has drawn, and its nodes. */
public final class Window {
    public static final int ACTIVE = 1;
    public static final int FOCUSED = 2;
    public static final int PICTURE_IN_PICTURE = 4;

    public static final int KIND_OTHER = 0;
    public static final int KIND_MOST = 6;

    public static final int WHOLE = 0;
    /** A child that was counted did not come; it may when it is read again. */
    public static final int INCOMPLETE = 1;
    /** Its app did not answer. */
    public static final int UNRESPONSIVE = 2;
    /** Some of it has pixels and no nodes, such as a game, or what is beyond a limit; reading again does not help. */
    public static final int OPAQUE = 3;
    public static final int NO_CONTENT = 4;

    public int id;
    public int kind;
    public int flags;
    public int layer;
    public int display;
    public int left;
    public int top;
    public int right;
    public int bottom;
    public CharSequence title;
    public int content = WHOLE;
    /** In document order; null for none. */
    public Nodes nodes;

    /** Whether a point is in it, which has its left and top edges and not the others. */
    public boolean contains(int x, int y) {
        return left <= x && x < right && top <= y && y < bottom;
    }

    /** Whether it is the same window in the same place. */
    public boolean isWhere(Window other) {
        return id == other.id
                && kind == other.kind
                && layer == other.layer
                && display == other.display
                && left == other.left
                && top == other.top
                && right == other.right
                && bottom == other.bottom;
    }

    void write(Writer writer, boolean withNodes) {
        writer.i32(id);
        writer.u8(kind);
        writer.u8(flags);
        writer.i32(layer);
        writer.i32(display);
        writer.i32(left);
        writer.i32(top);
        writer.i32(right);
        writer.i32(bottom);
        writer.optionText(title, Limits.TITLE_BYTES);
        if (withNodes) {
            writer.u8(content);
            writer.i32(nodes == null ? 0 : nodes.count());
            if (nodes != null) {
                writer.bytes(nodes.writer);
            }
        } else {
            writer.u8(INCOMPLETE);
            writer.i32(0);
        }
    }
}
