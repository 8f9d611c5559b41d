package dev.clawperator.operator.session;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/** The last few of something, each with the time it is from: whoever has only the time keeps nothing alive. */
public final class Lately<T> {
    private static final class Entry<T> {
        final T what;
        final long time;

        Entry(T what, long time) {
            this.what = what;
            this.time = time;
        }
    }

    private final int most;
    private final Deque<Entry<T>> kept = new ArrayDeque<>();

    /** @param first what there is to begin with, at any time */
    public Lately(int most, T first) {
        this.most = most;
        kept.addLast(new Entry<>(first, Long.MIN_VALUE));
    }

    public synchronized void add(T next, long time) {
        if (kept.size() == most) {
            kept.removeFirst();
        }
        kept.addLast(new Entry<>(next, time));
    }

    public synchronized T newest() {
        return kept.getLast().what;
    }

    /** The last one until then. Null where there were too many since. */
    public synchronized T until(long time) {
        for (Iterator<Entry<T>> last = kept.descendingIterator(); last.hasNext(); ) {
            Entry<T> entry = last.next();
            if (entry.time <= time) {
                return entry.what;
            }
        }
        return null;
    }
}
