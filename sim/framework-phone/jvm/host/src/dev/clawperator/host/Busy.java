package dev.clawperator.host;

/** The main thread did not come to it in time. */
final class Busy extends Exception {
    private static final long serialVersionUID = 1;

    Busy() {
        super("the main thread is busy");
    }
}
