package dev.clawperator.operator.session;

import java.util.ArrayList;
import java.util.List;

/** What is known of the node of an event. */
public final class Described {
    /** Nothing is known of how many there are. */
    public static final int UNKNOWN = -1;

    /** A node by what it is called. */
    public static final class Labels {
        public CharSequence className;
        public CharSequence id;
        public CharSequence text;
        public CharSequence description;
        /** How many nodes of the screen have the same id, text or description; {@link #UNKNOWN} if nobody counted. */
        public int sameId = UNKNOWN;
        public int sameText = UNKNOWN;
        public int sameDescription = UNKNOWN;
    }

    /** Whether the phone is locked by now: nothing is written of what is done then. */
    public boolean isLocked;
    /** Whether its window was found; of another nobody knows whether it is one of a keyboard, and nothing is written. */
    public boolean isWindowKnown;
    /** Whether it is of a keyboard: its keys spell what is typed. */
    public boolean isKeyboard;
    public CharSequence windowTitle;
    /** Null where its node was not found; everything below is of that node then, and says nothing. */
    public Labels node;
    /** Whether it was found as it was before the event. */
    public boolean isFromBefore;
    public boolean isEditable;
    /** Whether it is a password, or one of its kinds that are shown. */
    public boolean isPassword;
    public boolean isCheckable;
    public boolean isChecked;
    public int left;
    public int top;
    public int right;
    public int bottom;
    /** From its parent up. */
    public final List<Labels> above = new ArrayList<>();
    /** Nodes in it that are called something, in the order of the document. */
    public final List<Labels> inside = new ArrayList<>();
}
