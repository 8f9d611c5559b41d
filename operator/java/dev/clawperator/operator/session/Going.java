package dev.clawperator.operator.session;

/** One act on its way: whether it may begin, and whether it is to be cut short. */
public final class Going {
    private final Clock clock;
    private final long beginBy;
    private final Notices heard;
    private boolean begun;
    private long notices;
    private String cancelled;

    Going(Clock clock, long beginBy, Notices heard) {
        this.clock = clock;
        this.beginBy = beginBy;
        this.heard = heard;
    }

    public Clock clock() {
        return clock;
    }

    /** Until when the act may begin. */
    public long beginBy() {
        return beginBy;
    }

    /** Whether the act may begin now. Once it has, a cancel only cuts it short. */
    public synchronized boolean begin() {
        if (begun) {
            return true;
        }
        if (cancelled == null && clock.now() <= beginBy) {
            begun = true;
            notices = heard.newest();
        }
        return begun;
    }

    public synchronized boolean hasBegun() {
        return begun;
    }

    /** The newest notice when it began; 0 if it did not. */
    synchronized long notices() {
        return notices;
    }

    public synchronized boolean isCancelled() {
        return cancelled != null;
    }

    /** The answer of an act that was kept from beginning. */
    public synchronized Result kept() {
        if (cancelled != null) {
            return Result.notBegun(Refused.CANCELLED, cancelled);
        }
        return Result.notBegun(Refused.TIMED_OUT, "it had not begun in its time; nothing was done");
    }

    /** Waits until then, or until it is cut short; false if it was. */
    public synchronized boolean waitUntil(long time) {
        try {
            while (cancelled == null && clock.now() < time) {
                clock.await(this, time);
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            cancelled = "the Operator ends";
        }
        return cancelled == null;
    }

    /** Says that it is not wanted any more; true if that came before it began. */
    synchronized boolean cancel(String why) {
        if (cancelled == null) {
            cancelled = why;
        }
        notifyAll();
        return !begun;
    }
}
