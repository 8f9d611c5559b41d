package dev.clawperator.host;

import java.time.Duration;
import org.robolectric.shadows.ShadowSystemClock;

/**
 * The phone's clock: it moves by one frame when a frame's worth of real time has passed and the main looper is done.
 *
 * <p>A machine that is too busy slows the phone down. What was missed is not made up for, except for a little, so
 * that a late thread does not make every later frame late.
 */
final class PhoneClock {
    static final long FRAME_NANOS = 16_666_667;
    private static final int MOST_FRAMES_BEHIND = 3;

    private final long periodNanos;
    private final boolean hurries;
    private long dueNanos;

    PhoneClock(double speed) {
        hurries = speed > 1;
        periodNanos = Math.max(1, (long) (FRAME_NANOS / speed));
        dueNanos = System.nanoTime() + periodNanos;
    }

    /**
     * How long until the next frame is due in real time; zero or less when it is. While somebody only waits for the
     * phone's time to pass, a phone that is faster than the world need not make them wait.
     */
    long nanosUntilDue(boolean awaited) {
        return awaited && hurries ? 0 : dueNanos - System.nanoTime();
    }

    /** Moves the clock by one frame. */
    void step() {
        long now = System.nanoTime();
        // A frame that was hurried through is not owed afterwards: the clock would stand until the world had caught up.
        dueNanos = Math.max(Math.min(dueNanos, now) + periodNanos, now - MOST_FRAMES_BEHIND * periodNanos);
        ShadowSystemClock.advanceBy(Duration.ofNanos(FRAME_NANOS));
    }

    /** What so much of the phone's time takes in the world when nothing slows it. */
    long realMillis(long phoneMillis) {
        return phoneMillis * periodNanos / FRAME_NANOS;
    }
}
