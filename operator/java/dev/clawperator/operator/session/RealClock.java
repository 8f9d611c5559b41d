package dev.clawperator.operator.session;

/** The time of the machine. */
public final class RealClock implements Clock {
    @Override
    public long now() {
        return System.nanoTime() / 1_000_000;
    }

    @Override
    public void await(Object monitor, long until) throws InterruptedException {
        long left = until - now();
        if (left > 0) {
            monitor.wait(left);
        }
    }
}
