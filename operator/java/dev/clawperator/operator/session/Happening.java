package dev.clawperator.operator.session;

/** One event of the screen as the system tells it, and what can be found out about the node that it is of. */
public abstract class Happening {
    /** Of an event without any text. */
    private static final long BYTES = 1_024;

    /** What happened. */
    public enum Kind {
        CLICK("click"),
        LONG_CLICK("long_click"),
        TEXT("text"),
        SCROLL("scroll"),
        WINDOW("window");

        final String name;

        Kind(String name) {
            this.name = name;
        }
    }

    public final Kind kind;
    public CharSequence packageName;
    public CharSequence className;
    public int window;
    /** What the toolkit calls its node; 0 where it does not say. */
    public long identity;
    public boolean isPassword;
    /** Whether the phone was locked when it happened, or does not say so: nothing is written of it then. */
    public boolean isLocked;
    /** How many characters are kept for it beside its text, as what it was heard with. */
    public long keeps;
    private String text;
    private int length;
    public int added;
    public int removed;
    /** Where a list is scrolled to, in pixels or in rows, whatever it tells; -1 for what it does not tell. */
    public int scrollX = -1;
    public int scrollY = -1;
    public int fromIndex = -1;
    public int toIndex = -1;

    protected Happening(Kind kind) {
        this.kind = kind;
    }

    /** What the field says after it; only of texts. Only as much of it is kept as is ever written. */
    public final void says(CharSequence whole) {
        length = whole.length();
        text = whole.subSequence(0, Math.min(length, RecordingFile.MOST_TYPED)).toString();
    }

    /** How that begins; null of what is no text. It is written only where that was asked for. */
    final String text() {
        return text;
    }

    /** How long all of it is. */
    final int length() {
        return length;
    }

    /** About as many bytes as it keeps. */
    final long bytes() {
        return BYTES + 2 * (keeps + (text == null ? 0 : text.length()));
    }

    /** What is known of its node, as it was before the event if that was seen. It may ask the app. */
    public abstract Described describe();
}
