package dev.clawperator.host;

import android.os.SystemClock;
import java.util.concurrent.CompletableFuture;

/** Waits for a screen that comes to rest, on the phone's clock. */
final class Idle {
    /** From when on a main thread that does not answer counts as hung, in real time. */
    static final long HUNG_MILLIS = 1_500;
    private static final long LOOK_EVERY_MILLIS = 50;

    private Idle() {}

    /**
     * Answers whether nothing has happened for {@code quiet}, at most after {@code within}, both on the phone's
     * clock. While an app holds the main thread that clock stands, nothing happens either, and real time counts.
     */
    static boolean await(MainLoop loop, long quiet, long within) throws Exception {
        boolean[] rested = new boolean[1];
        long[] since = {-1};
        CompletableFuture<Void> over = loop.over(now -> {
            if (since[0] < 0) {
                since[0] = now;
            }
            rested[0] = now - Math.max(since[0], Events.lastAt()) >= quiet;
            return rested[0] || now - since[0] >= within;
        });
        while (true) {
            try {
                MainLoop.outcome(over.copy(), LOOK_EVERY_MILLIS);
                return rested[0];
            } catch (Busy notYet) {
                if (loop.stuckMillis() > HUNG_MILLIS + loop.clock().realMillis(quiet)) {
                    over.cancel(false);
                    return true;
                }
            }
        }
    }

    /** The phone's clock. */
    static long now() {
        return SystemClock.uptimeMillis();
    }
}
