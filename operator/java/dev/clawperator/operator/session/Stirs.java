package dev.clawperator.operator.session;

/** When something last stirred on the screen, and how often: what a rest is measured by. */
final class Stirs {
    /** Whom to tell that there are more events; it must not wait. */
    interface Watcher {
        void stirred();
    }

    private final Clock clock;
    private final Watcher watcher;
    private long last;
    private long events;

    Stirs(Clock clock, Watcher watcher) {
        this.clock = clock;
        this.watcher = watcher;
        last = clock.now();
    }

    void happened(int more) {
        synchronized (this) {
            events += more;
            last = clock.now();
            notifyAll();
        }
        watcher.stirred();
    }

    /** An act ended: what it does to the screen may not have been told of yet. */
    synchronized void acted() {
        last = clock.now();
        notifyAll();
    }

    synchronized long events() {
        return events;
    }

    /** Waits until nothing has stirred for so long; false if that did not come in time, or nobody wants it any more. */
    synchronized boolean waitForQuiet(long quiet, long until, Looker.Wanted wanted) throws InterruptedException {
        while (wanted.isWanted()) {
            long now = clock.now();
            if (now - last >= quiet) {
                return true;
            }
            if (now >= until) {
                return false;
            }
            clock.await(this, Math.min(last + quiet, until));
        }
        return false;
    }

    /** Waits without a reason, but not when nobody wants it any more. */
    synchronized void pause(long until, Looker.Wanted wanted) throws InterruptedException {
        while (wanted.isWanted() && clock.now() < until) {
            clock.await(this, until);
        }
    }

    /** Has whoever waits look again whether it is wanted. */
    synchronized void wake() {
        notifyAll();
    }
}
