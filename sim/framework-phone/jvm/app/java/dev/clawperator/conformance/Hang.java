package dev.clawperator.conformance;

/** An app that does not answer. */
public final class Hang {
    private Hang() {}

    /** Holds the main thread in real time: the phone's own clock stands still while it is held. */
    public static void mainThread(long milliseconds) {
        Record.note("hang", "trouble", milliseconds);
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Record.note("hang_over", "trouble", milliseconds);
    }
}
