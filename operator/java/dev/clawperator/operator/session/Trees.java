package dev.clawperator.operator.session;

import dev.clawperator.operator.protocol.Tree;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/** The last trees that were sent, by number, to compare with. */
final class Trees {
    private static final int MOST = 16;
    private static final int MOST_BYTES = 24 << 20;

    private final Deque<Sent> sent = new ArrayDeque<>();
    private long newest;
    private long newestEvents;
    private long bytes;

    private static final class Sent {
        final long number;
        long events;
        final Tree tree;

        Sent(long number, long events, Tree tree) {
            this.number = number;
            this.events = events;
            this.tree = tree;
        }
    }

    /** The tree of this number, if it is still known. */
    synchronized Tree of(long number) {
        Sent found = find(number);
        return found == null ? null : found.tree;
    }

    /** Makes the frame of a tree under the next number. `events` are those that had come before it was read. */
    synchronized byte[] send(Tree tree, long id, int rest, long events, long notices) {
        newest++;
        newestEvents = events;
        sent.addLast(new Sent(newest, events, tree));
        bytes += tree.bytes();
        while (sent.size() > MOST || bytes > MOST_BYTES && sent.size() > 1) {
            bytes -= sent.removeFirst().tree.bytes();
        }
        return tree.frame(id, newest, rest, 0, notices);
    }

    synchronized long newest() {
        return newest;
    }

    /** Events that came after the newest tree was read. */
    synchronized long eventsSince(long events) {
        return Math.max(0, events - newestEvents);
    }

    /** The screen still shows this tree, after so many events: none of them is news for whoever watches it. */
    synchronized void isUnchanged(long number, long events) {
        Sent found = find(number);
        if (found != null) {
            found.events = Math.max(found.events, events);
            newestEvents = number == newest ? found.events : newestEvents;
        }
    }

    /** Whether the screen may show something else than this tree by now; 0 is no tree, but what is there now. */
    synchronized boolean isStale(long number, long events) {
        Sent found = find(number);
        return number != 0 && (found == null || events > found.events);
    }

    private Sent find(long number) {
        for (Iterator<Sent> last = sent.descendingIterator(); last.hasNext();) {
            Sent found = last.next();
            if (found.number == number) {
                return found;
            }
        }
        return null;
    }
}
