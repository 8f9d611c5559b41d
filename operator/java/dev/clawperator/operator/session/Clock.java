package dev.clawperator.operator.session;

/** The phone's time, which may run faster than that of the machine. */
public interface Clock {
    /** Milliseconds that never go back. */
    long now();

    /**
     * Waits on a monitor that the caller has, until it is notified or the time has come. It may return early, so that
     * whoever calls it looks again.
     */
    void await(Object monitor, long until) throws InterruptedException;
}
