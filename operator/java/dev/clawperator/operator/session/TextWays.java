package dev.clawperator.operator.session;

import dev.clawperator.operator.protocol.Act;
import dev.clawperator.operator.protocol.Way;

/** Which way a text takes into a field. It is decided before anything is sent. */
public final class TextWays {
    public static final String UNSUPPORTED = "TEXT_UNSUPPORTED";
    /** Each key is waited for, and more of them take too long. */
    static final int MOST_KEYS = 500;
    private static final String NO_KEY = "a character has no key";
    private static final String TOO_MANY = "more than " + MOST_KEYS + " characters are not typed by keys";
    private static final String NOT_SENT = "; nothing was sent";

    private final Act.Text act;
    /** Null if keys make all of it. */
    private final String whyNoKeys;

    /** What a field is like. */
    public static final class Field {
        final boolean canBeSet;
        final long shown;
        final boolean isSecret;

        /** @param shown how many characters it shows; a hint is none */
        public Field(boolean canBeSet, long shown, boolean isSecret) {
            this.canBeSet = canBeSet;
            this.shown = shown;
            this.isSecret = isSecret;
        }
    }

    /** @param hasKeys whether this phone has a key for every character */
    public TextWays(Act.Text act, boolean hasKeys) {
        this.act = act;
        if (act.text.length() > MOST_KEYS) {
            whyNoKeys = TOO_MANY;
        } else {
            whyNoKeys = hasKeys && isPrintable(act.text) ? null : NO_KEY;
        }
    }

    /** A newline and a tab have keys too, but those would submit the field or leave it. */
    public static boolean isPrintable(String text) {
        for (int place = 0; place < text.length(); place++) {
            if (text.charAt(place) < ' ' || text.charAt(place) > '~') {
                return false;
            }
        }
        return true;
    }

    /** The way that is wanted, or the one that the Operator chooses; refused where the text cannot take it. */
    public Way of(Field field) throws Refused {
        Way way = act.way == Way.ANY ? choose(field) : act.way;
        String whyNot = whyNot(way, field);
        if (whyNot != null) {
            throw new Refused(UNSUPPORTED, whyNot + NOT_SENT);
        }
        return way;
    }

    private Way choose(Field field) throws Refused {
        if (field.canBeSet && act.erase > 0 && act.erase >= field.shown) {
            return Way.SET;
        }
        if (whyNoKeys == null) {
            return Way.KEYS;
        }
        if (field.canBeSet && field.shown == 0) {
            return Way.SET;
        }
        if (field.isSecret) {
            throw new Refused(
                    UNSUPPORTED,
                    whyNoKeys + ", and passwords are not pasted; clear the field to set it" + NOT_SENT);
        }
        return Way.PASTE;
    }

    private String whyNot(Way way, Field field) {
        switch (way) {
            case KEYS:
                return whyNoKeys;
            case PASTE:
                return field.isSecret ? "passwords are not pasted" : null;
            default:
                if (!field.canBeSet) {
                    return "the field does not let its text be set";
                }
                return act.erase < field.shown ? "part of the field is to stay, and setting replaces all of it" : null;
        }
    }
}
