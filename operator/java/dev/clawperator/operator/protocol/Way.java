package dev.clawperator.operator.protocol;

/** How a text comes into a field, in the order of their numbers. */
public enum Way {
    /** The Operator chooses. */
    ANY,
    SET,
    KEYS,
    PASTE;

    private static final Way[] ALL = values();

    int number() {
        return ordinal();
    }

    static Way read(Reader reader) throws Damaged {
        return ALL[reader.below(ALL.length, "way")];
    }
}
