package dev.clawperator.operator.android;

import android.os.SystemClock;
import android.view.accessibility.AccessibilityNodeInfo;
import android.view.accessibility.AccessibilityWindowInfo;
import dev.clawperator.operator.session.Lately;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The nodes of one window by their identities, and in the order of the document. */
final class Seen {
    final int window;
    final CharSequence title;
    final boolean isKeyboard;
    private final Map<Long, Integer> places = new HashMap<>();
    private final List<AccessibilityNodeInfo> nodes = new ArrayList<>();
    private int[] depths = new int[64];

    Seen(AccessibilityWindowInfo of) {
        window = of.getId();
        title = of.getTitle();
        isKeyboard = of.getType() == AccessibilityWindowInfo.TYPE_INPUT_METHOD;
    }

    void add(long identity, AccessibilityNodeInfo node, int depth) {
        if (nodes.size() == depths.length) {
            depths = Arrays.copyOf(depths, depths.length * 2);
        }
        depths[nodes.size()] = depth;
        places.put(identity, nodes.size());
        nodes.add(node);
    }

    List<AccessibilityNodeInfo> nodes() {
        return nodes;
    }

    /** The place of the node of an identity, or -1. */
    int place(long identity) {
        Integer place = places.get(identity);
        return place == null ? -1 : place;
    }

    /** The place of the parent, or -1. */
    int parent(int place) {
        int above = place - 1;
        while (above >= 0 && depths[above] >= depths[place]) {
            above--;
        }
        return above;
    }

    /** The place behind everything in a node. */
    int end(int place) {
        int end = place + 1;
        while (end < nodes.size() && depths[end] > depths[place]) {
            end++;
        }
        return end;
    }

    private AccessibilityNodeInfo node(long identity) {
        Integer place = places.get(identity);
        return place == null ? null : nodes.get(place);
    }

    /** The windows that were read last, for acts that name a node, and those of the reads before, for events. */
    static final class Last {
        /** An event that waits longer is described without. */
        private static final int MOST_READS = 4;

        private final Lately<List<Seen>> reads = new Lately<>(MOST_READS, Collections.emptyList());

        /** Reading them has just ended. */
        void replace(List<Seen> read) {
            reads.add(read, SystemClock.uptimeMillis());
        }

        List<Seen> all() {
            return reads.newest();
        }

        /** What was read last until a time of {@link SystemClock#uptimeMillis}; nothing if that is too long ago. */
        List<Seen> until(long time) {
            List<Seen> read = reads.until(time);
            return read == null ? Collections.emptyList() : read;
        }

        /** A node of a window: two apps can call their nodes the same. Null if there is none. */
        AccessibilityNodeInfo find(int window, long identity) {
            for (Seen seen : all()) {
                if (seen.window == window) {
                    return seen.node(identity);
                }
            }
            return null;
        }
    }
}
