package dev.clawperator.operator.session;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Threads that are made when there is work, and stay: Android's toolkit keeps something for ever for each thread that
 * asked it once. They do not keep the process from ending.
 */
public final class Pool {
    private final int most;
    private final String name;
    private final Deque<Runnable> work = new ArrayDeque<>();
    private int threads;
    private int idle;
    private boolean ended;

    public Pool(int most, String name) {
        this.most = most;
        this.name = name;
    }

    /** Starts a thread of its own, for what goes on as long as the program or a stream. */
    public static void start(Runnable work, String name) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    /** Has it done by the next thread that is free. */
    public synchronized void add(Runnable more) {
        if (ended) {
            return;
        }
        work.addLast(more);
        if (idle < work.size() && threads < most) {
            threads++;
            start(this::run, name);
        }
        notifyAll();
    }

    /** What has not begun is not done, and the threads end. */
    public synchronized void end() {
        ended = true;
        work.clear();
        notifyAll();
    }

    private void run() {
        for (Runnable next = next(); next != null; next = next()) {
            next.run();
        }
    }

    private synchronized Runnable next() {
        idle++;
        try {
            while (!ended && work.isEmpty()) {
                wait();
            }
        } catch (InterruptedException over) {
            return null;
        } finally {
            idle--;
        }
        return work.pollFirst();
    }
}
