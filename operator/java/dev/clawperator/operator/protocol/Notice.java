package dev.clawperator.operator.protocol;

/** One thing that was heard, and no tree shows. */
public final class Notice {
    /** A message that goes away by itself. */
    public static final int TOAST = 0;
    /** Listening began here: what came before was not heard. */
    public static final int GAP = 1;

    /** One more than that of the notice before. */
    public final long number;
    public final int kind;
    /** When it was heard. */
    public final long time;
    /** Null where the phone does not say whose it is. */
    public final String of;
    public final String text;

    public Notice(long number, int kind, long time, String of, String text) {
        this.number = number;
        this.kind = kind;
        this.time = time;
        this.of = of;
        this.text = text;
    }

    void write(Writer writer, long now) {
        writer.u64(number);
        writer.u8(kind);
        writer.u32(Math.min(Math.max(0, now - time), 0xffff_ffffL));
        writer.optionText(of, Limits.PACKAGE_BYTES);
        writer.text(text, Limits.NOTICE_BYTES);
    }
}
