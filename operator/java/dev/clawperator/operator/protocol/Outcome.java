package dev.clawperator.operator.protocol;

/** What became of an act, in the order of their numbers. */
public enum Outcome {
    DONE,
    /** It did not begin, and does not. */
    NOT_BEGUN,
    /** The phone says that it was not done. */
    REFUSED,
    IN_PART,
    UNKNOWN,
    UNDER_WAY,
    /** No act of this number came in this launch. */
    NEVER_HEARD_OF;

    int number() {
        return ordinal();
    }
}
