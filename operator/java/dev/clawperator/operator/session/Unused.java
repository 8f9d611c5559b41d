package dev.clawperator.operator.session;

/** Ends what nobody has used for a while. Only its owner's monitor may be held when it is called. */
final class Unused {
    private final Clock clock;
    private final Timer timer;
    private final long keptMs;
    private final Runnable end;
    private Timer.Entry due;
    private long usedAt;
    private int users;
    private boolean over;

    Unused(Clock clock, Timer timer, long keptMs, Runnable end) {
        this.clock = clock;
        this.timer = timer;
        this.keptMs = keptMs;
        this.end = end;
    }

    /** Counts from now. */
    synchronized void watch() {
        usedAt = clock.now();
        check();
    }

    synchronized void begin() {
        users++;
    }

    synchronized void end() {
        users--;
        usedAt = clock.now();
    }

    /** It has ended otherwise. */
    synchronized void stop() {
        over = true;
        if (due != null) {
            due.cancel();
        }
    }

    /** While it is used, this comes once in the whole time, and not with every use. */
    private synchronized void check() {
        if (over) {
            return;
        }
        long now = clock.now();
        if (users == 0 && now >= usedAt + keptMs) {
            // Whoever came at this moment keeps it, and then the time begins again.
            usedAt = now;
            Pool.start(end, "operator unused");
        }
        due = timer.at((users > 0 ? now : usedAt) + keptMs, this::check);
    }
}
