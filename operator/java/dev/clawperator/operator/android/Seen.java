package dev.clawperator.operator.android;

import android.view.accessibility.AccessibilityNodeInfo;
import android.view.accessibility.AccessibilityWindowInfo;
import java.util.ArrayList;
import java.util.Arrays;
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

    /** The windows that were read last, for acts that name a node. */
    static final class Last {
        private List<Seen> windows = new ArrayList<>();

        synchronized void replace(List<Seen> read) {
            windows = read;
        }

        synchronized List<Seen> all() {
            return windows;
        }

        /** The node of an identity; null if there is none, or more than one: two apps can call their nodes the same. */
        synchronized AccessibilityNodeInfo find(long identity) {
            AccessibilityNodeInfo found = null;
            int count = 0;
            for (Seen window : windows) {
                AccessibilityNodeInfo node = window.node(identity);
                if (node != null) {
                    found = node;
                    count++;
                }
            }
            return count == 1 ? found : null;
        }
    }
}
