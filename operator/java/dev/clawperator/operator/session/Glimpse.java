package dev.clawperator.operator.session;

import dev.clawperator.operator.protocol.Spot;
import dev.clawperator.operator.protocol.Tree;
import dev.clawperator.operator.protocol.Window;
import java.util.ArrayList;
import java.util.List;

/** What lies at some points: the windows there, and what is in them. */
public final class Glimpse {
    private final List<Spot> spots;
    private final List<Window> windows;
    private final Tree tree;

    /** @param windows that a point is in, the topmost first; their nodes belong to this afterwards */
    public Glimpse(List<Spot> spots, List<Window> windows, Tree tree) {
        this.spots = spots;
        this.windows = windows;
        this.tree = tree;
    }

    /** Whether one of these points is in a window. */
    public static boolean isAt(List<Spot> spots, Window window) {
        for (Spot spot : spots) {
            if (window.contains(spot.x, spot.y)) {
                return true;
            }
        }
        return false;
    }

    boolean isIncomplete() {
        return tree.isIncomplete();
    }

    /** Whether what is to lie at the points does. */
    boolean isMet() {
        for (Spot spot : spots) {
            if (!spot.isMetIn(tree)) {
                return false;
            }
        }
        return true;
    }

    /** Whether the same windows are at the points as when these were listed. */
    boolean hasSameWindows(List<Window> now) {
        List<Window> there = new ArrayList<>();
        for (Window window : now) {
            if (isAt(spots, window)) {
                there.add(window);
            }
        }
        boolean isSame = there.size() == windows.size();
        for (int place = 0; isSame && place < windows.size(); place++) {
            isSame = windows.get(place).isWhere(there.get(place));
        }
        return isSame;
    }
}
