package dev.clawperator.operator.android;

import dev.clawperator.operator.protocol.Window;
import dev.clawperator.operator.session.Clock;
import dev.clawperator.operator.session.Pool;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads windows at once. A thread whose app does not answer is left alone until it does. */
final class WalkPool {
    private static final int MOST_THREADS = 16;
    private static final long SILENCE_MS = 1_000;

    private final Clock clock;
    private final Pool pool = new Pool(MOST_THREADS, "operator walk");
    /** Walks that nobody waits for any more, by window, for as long as their apps keep a thread. */
    private final Map<Integer, Walk> stuck = new HashMap<>();

    WalkPool(Clock clock) {
        this.clock = clock;
    }

    /**
     * Reads windows at once, until all are read or time is over. One whose app is silent for a second is told as such,
     * and delays no other. Only one thread calls this at a time.
     *
     * @param done the monitor that the walks tell
     */
    void read(List<Walk> walks, Object done, long until) throws InterruptedException {
        stuck.values().removeIf(Walk::isOver);
        boolean[] settled = new boolean[walks.size()];
        int open = 0;
        for (int place = 0; place < settled.length; place++) {
            Walk walk = walks.get(place);
            settled[place] = stuck.containsKey(walk.window.id);
            if (settled[place]) {
                // Another thread would wait for the same app.
                walk.abandon(Window.UNRESPONSIVE);
            } else {
                pool.add(walk);
                open++;
            }
        }
        synchronized (done) {
            while (open > 0) {
                long now = clock.now();
                long next = until;
                for (int place = 0; place < settled.length; place++) {
                    Walk walk = walks.get(place);
                    long silent = walk.progress() + SILENCE_MS;
                    if (settled[place]) {
                        continue;
                    }
                    if (walk.isOver()) {
                        settled[place] = true;
                        open--;
                    } else if (now >= silent || now >= until) {
                        giveUp(walk, now >= silent);
                        settled[place] = true;
                        open--;
                    } else {
                        next = Math.min(next, silent);
                    }
                }
                if (open > 0) {
                    clock.await(done, next);
                }
            }
        }
    }

    void end() {
        pool.end();
    }

    /** The app of a walk that no thread was free for was never asked, so that nothing is said of it. */
    private void giveUp(Walk walk, boolean isSilent) {
        boolean isStuck = isSilent && walk.hasStarted();
        walk.abandon(isStuck ? Window.UNRESPONSIVE : Window.INCOMPLETE);
        if (isStuck) {
            stuck.put(walk.window.id, walk);
        }
    }
}
