package dev.clawperator.operator.hidden;

/** This phone lacks a call that is needed. */
public final class Missing extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Missing(Call call) {
        super("this phone lacks " + call + ": " + call.forms()[0]);
    }
}
