package dev.clawperator.host;

import android.os.SystemClock;
import dev.clawperator.operator.session.Clock;

/**
 * The phone's clock as the Operator has it. The phone's own stands while an app holds the main thread; for a program
 * of another process time goes on then, or it would never call that app silent.
 */
final class OperatorClock implements Clock {
    /** So often whoever waits looks again, in real time: the phone's time is not that of the machine. */
    private static final long LOOK_EVERY_MILLIS = 20;

    private final MainLoop loop;
    private long ahead;
    private long held;

    OperatorClock(MainLoop loop) {
        this.loop = loop;
    }

    @Override
    public synchronized long now() {
        long now = Math.max(0, loop.heldMillis() - Idle.HUNG_MILLIS);
        if (now < held) {
            // It was let go meanwhile; what passed until then has passed.
            ahead += held;
        }
        held = now;
        return SystemClock.uptimeMillis() + ahead + held;
    }

    @Override
    public void await(Object monitor, long until) throws InterruptedException {
        long left = until - now();
        if (left > 0) {
            monitor.wait(Math.max(1, Math.min(LOOK_EVERY_MILLIS, loop.clock().realMillis(left))));
        }
    }
}
