package dev.clawperator.conformance;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * What truly happened to the app, written by the code that it happened to.
 *
 * <p>Nothing of it is on the screen, so that what drives the phone cannot know it. On a phone {@link RecordProvider}
 * hands it out, on the framework phone the host does so too, on a channel of its own.
 */
public final class Record {
    /** The oldest entries go when there are more than this. */
    public static final int MOST_ENTRIES = 10_000;

    private static final ArrayDeque<Entry> ENTRIES = new ArrayDeque<>();
    private static long last;

    private Record() {}

    /**
     * One thing that happened.
     *
     * @param number counts from 1 and never repeats
     * @param uptimeMs the phone's clock
     * @param what the kind of event, such as {@code click}
     * @param view the name of what it happened to: its id, or its label when it has none
     * @param detail the state afterwards, where there is one
     */
    public record Entry(long number, long uptimeMs, String what, String view, String detail) {}

    public static synchronized void note(String what, String view, Object detail) {
        long now = android.os.SystemClock.uptimeMillis();
        ENTRIES.addLast(new Entry(++last, now, what, view, String.valueOf(detail)));
        if (ENTRIES.size() > MOST_ENTRIES) {
            ENTRIES.removeFirst();
        }
    }

    /** The number of the newest entry, or 0 where there is none. */
    public static synchronized long last() {
        return last;
    }

    /** The entries whose number is greater than {@code number}, oldest first. */
    public static synchronized List<Entry> after(long number) {
        List<Entry> found = new ArrayList<>();
        for (Entry entry : ENTRIES) {
            if (entry.number() > number) {
                found.add(entry);
            }
        }
        return found;
    }
}
