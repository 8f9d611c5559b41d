package dev.clawperator.operator.session;

import java.util.PriorityQueue;

/** Does short work at its time. Nothing here may wait for a stream. */
final class Timer implements Runnable {
    private final Clock clock;
    private final Log log;
    private final PriorityQueue<Entry> entries = new PriorityQueue<>();
    private boolean ended;

    Timer(Clock clock, Log log) {
        this.clock = clock;
        this.log = log;
    }

    final class Entry implements Comparable<Entry> {
        private final long time;
        private final Runnable work;

        private Entry(long time, Runnable work) {
            this.time = time;
            this.work = work;
        }

        void cancel() {
            synchronized (Timer.this) {
                entries.remove(this);
            }
        }

        @Override
        public int compareTo(Entry other) {
            return Long.compare(time, other.time);
        }
    }

    synchronized Entry at(long time, Runnable work) {
        Entry entry = new Entry(time, work);
        entries.add(entry);
        notifyAll();
        return entry;
    }

    synchronized void end() {
        ended = true;
        notifyAll();
    }

    @Override
    public void run() {
        for (Entry due = next(); due != null; due = next()) {
            try {
                due.work.run();
            } catch (RuntimeException failed) {
                log.note("work at its time", failed);
            }
        }
    }

    private synchronized Entry next() {
        try {
            while (!ended) {
                Entry first = entries.peek();
                if (first != null && first.time <= clock.now()) {
                    return entries.poll();
                }
                if (first == null) {
                    wait();
                } else {
                    clock.await(this, first.time);
                }
            }
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
        }
        return null;
    }
}
