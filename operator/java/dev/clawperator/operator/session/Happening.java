package dev.clawperator.operator.session;

/** One event of the screen as the system tells it, and what can be found out about the node that it is of. */
public abstract class Happening {
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
    /** What the field says after it; only of texts. It is written only where that was asked for. */
    public CharSequence text;
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

    /** What is known of its node, as it was before the event if that was seen. It may ask the app. */
    public abstract Described describe();
}
