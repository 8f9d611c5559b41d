package dev.clawperator.operator.session;

/** What is on the clipboard. */
public final class Copied {
    /** Null where it is empty or has something else than a text. */
    public final CharSequence text;
    /** Whether it has something else than a text. */
    public final boolean hasOther;

    public Copied(CharSequence text, boolean hasOther) {
        this.text = text;
        this.hasOther = hasOther;
    }
}
