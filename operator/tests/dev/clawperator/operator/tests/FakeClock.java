package dev.clawperator.operator.tests;

import dev.clawperator.operator.session.Clock;

/** Time that goes on when a test says so, or like the machine's. */
final class FakeClock implements Clock, AutoCloseable {
    private long now = 1_000_000;
    private boolean running;
    private int stopped;
    /** The machine's time up to which it is counted, while it goes on by itself. */
    private long counted;

    @Override
    public synchronized long now() {
        if (running && stopped == 0) {
            long passed = (System.nanoTime() - counted) / 1_000_000;
            now += passed;
            counted += passed * 1_000_000;
        }
        return now;
    }

    @Override
    public void await(Object monitor, long until) throws InterruptedException {
        monitor.wait(1);
    }

    synchronized void advance(long ms) {
        now += ms;
    }

    /** Has the time go on by itself. */
    synchronized FakeClock run() {
        if (!running) {
            running = true;
            counted = System.nanoTime();
        }
        return this;
    }

    /** Has the time stand still: for what must not depend on how busy the machine is. */
    synchronized void stop() {
        now();
        stopped++;
    }

    synchronized void goOn() {
        stopped--;
        counted = System.nanoTime();
    }

    @Override
    public synchronized void close() {
        now();
        running = false;
    }
}
