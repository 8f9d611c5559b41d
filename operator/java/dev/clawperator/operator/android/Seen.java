package dev.clawperator.operator.android;

import android.view.accessibility.AccessibilityNodeInfo;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The nodes of one window by their identities. */
final class Seen {
    private final Map<Long, AccessibilityNodeInfo> nodes = new HashMap<>();

    void add(long identity, AccessibilityNodeInfo node) {
        nodes.put(identity, node);
    }

    /** The windows that were read last, for acts that name a node. */
    static final class Last {
        private List<Seen> windows = new ArrayList<>();

        synchronized void replace(List<Seen> read) {
            windows = read;
        }

        /** The node of an identity; null if there is none, or more than one: two apps can call their nodes the same. */
        synchronized AccessibilityNodeInfo find(long identity) {
            AccessibilityNodeInfo found = null;
            int count = 0;
            for (Seen window : windows) {
                AccessibilityNodeInfo node = window.nodes.get(identity);
                if (node != null) {
                    found = node;
                    count++;
                }
            }
            return count == 1 ? found : null;
        }
    }
}
