package dev.clawperator.operator.session;

import java.util.TreeSet;

/** One at a time, in the order of coming, with a time to wait on the phone's clock. */
final class Turn {
    private final Clock clock;
    private long next;
    private boolean taken;
    private final TreeSet<Long> waiting = new TreeSet<>();

    Turn(Clock clock) {
        this.clock = clock;
    }

    /** Waits for the turn; false if it did not come in time. */
    synchronized boolean take(long until) throws InterruptedException {
        long own = next++;
        waiting.add(own);
        try {
            while (taken || waiting.first() != own) {
                if (clock.now() >= until) {
                    return false;
                }
                clock.await(this, until);
            }
            taken = true;
            return true;
        } finally {
            waiting.remove(own);
            notifyAll();
        }
    }

    synchronized void give() {
        taken = false;
        notifyAll();
    }
}
