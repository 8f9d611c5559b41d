package dev.clawperator.operator.protocol;

/** Bytes that are not a message. Whoever sent them is not who it claims to be. */
public final class Damaged extends Exception {
    private static final long serialVersionUID = 1L;

    Damaged(String message) {
        // What is thrown for every hostile frame needs no stack.
        super(message, null, false, false);
    }

    static Damaged unknown(String what, long value) {
        return new Damaged(what + " is " + value + ", which stands for nothing");
    }
}
