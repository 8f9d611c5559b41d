package dev.clawperator.operator.session;

/** Where the Operator says what went wrong with itself. Nothing of the screen and nothing typed goes there. */
public interface Log {
    /** @param failed null where its message might have something of what was typed */
    void note(String what, Throwable failed);
}
