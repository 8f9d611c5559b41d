package dev.clawperator.host;

import android.os.SystemClock;
import java.util.concurrent.CompletableFuture;

/** Waits for a screen that comes to rest, on the phone's clock. */
final class Idle {
    /** From when on a main thread that does not answer counts as hung. */
    static final long HUNG_MILLIS = 1_500;

    private Idle() {}

    /**
     * Answers whether nothing has happened for {@code quiet}, at most after {@code within}, both on the phone's
     * clock. While an app holds the main thread that clock stands, nothing happens either, and how long it is held counts.
     */
    static boolean await(Phone.Parts phone, long quiet, long within) throws Exception {
        MainLoop loop = phone.loop;
        boolean[] rested = new boolean[1];
        long[] since = {-1};
        CompletableFuture<Void> over = loop.over(now -> {
            if (since[0] < 0) {
                since[0] = now;
            }
            rested[0] = now - Math.max(since[0], phone.accessibility.lastEventAt()) >= quiet;
            return rested[0] || now - since[0] >= within;
        });
        long held = HUNG_MILLIS + loop.clock().realMillis(quiet);
        return !loop.awaitUnlessHeld(over, held) || rested[0];
    }

    /** The phone's clock. */
    static long now() {
        return SystemClock.uptimeMillis();
    }
}
