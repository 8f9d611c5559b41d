package dev.clawperator.operator.session;

import java.util.ArrayDeque;
import java.util.Deque;

/** A few of the threads of all streams, for one stream, while it has work. */
final class Workers {
    static final int MOST = 4;

    private final Pool pool;
    private final Deque<Runnable> work = new ArrayDeque<>();
    private int threads;

    Workers(Pool pool) {
        this.pool = pool;
    }

    /** Takes on work. The open requests of the stream are its bound. */
    synchronized void add(Runnable more) {
        work.addLast(more);
        if (threads < MOST) {
            threads++;
            pool.add(this::run);
        }
    }

    synchronized void close() {
        work.clear();
    }

    private void run() {
        for (Runnable next = next(); next != null; next = next()) {
            next.run();
        }
    }

    private synchronized Runnable next() {
        Runnable next = work.pollFirst();
        if (next == null) {
            threads--;
        }
        return next;
    }
}
