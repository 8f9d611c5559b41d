package dev.clawperator.operator.session;

/** A request that has no better answer than an error. */
public final class Refused extends Exception {
    private static final long serialVersionUID = 1L;

    public static final String BUSY = "BUSY";
    public static final String NOT_HELD = "NOT_HELD";
    public static final String NO_AUTOMATION = "NO_AUTOMATION";
    public static final String UNSUPPORTED = "UNSUPPORTED";
    public static final String TIMED_OUT = "TIMED_OUT";
    public static final String CANCELLED = "CANCELLED";
    public static final String FAILED = "FAILED";
    public static final String RECORDING = "RECORDING";
    public static final String NOT_RECORDING = "NOT_RECORDING";
    public static final String NO_RECORDING = "NO_RECORDING";
    public static final String NAME_TAKEN = "NAME_TAKEN";

    public final String code;

    public Refused(String code, String message) {
        super(message, null, false, false);
        this.code = code;
    }
}
