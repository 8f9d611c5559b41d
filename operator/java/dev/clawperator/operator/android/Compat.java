package dev.clawperator.operator.android;

import android.app.UiAutomation;
import android.os.Build;
import android.util.SparseArray;
import android.view.accessibility.AccessibilityNodeInfo;
import android.view.accessibility.AccessibilityWindowInfo;
import java.util.ArrayList;
import java.util.List;

/** What releases after API 24 have, and nothing where it is not there. */
final class Compat {
    private static final int SDK = Build.VERSION.SDK_INT;
    private static final int DEFAULT_DISPLAY = 0;
    /** Reads below the child ahead, depth first, and is not put off by what the app does meanwhile. */
    private static final int PREFETCH = 8 | 32;

    private Compat() {}

    static AccessibilityNodeInfo child(AccessibilityNodeInfo node, int index) {
        return SDK >= 33 ? node.getChild(index, PREFETCH) : node.getChild(index);
    }

    static CharSequence hint(AccessibilityNodeInfo node) {
        return SDK >= 26 ? node.getHintText() : null;
    }

    static boolean isShowingHint(AccessibilityNodeInfo node) {
        return SDK >= 26 && node.isShowingHintText();
    }

    static boolean isHeading(AccessibilityNodeInfo node) {
        return SDK >= 28 && node.isHeading();
    }

    static CharSequence tooltip(AccessibilityNodeInfo node) {
        return SDK >= 28 ? node.getTooltipText() : null;
    }

    static CharSequence paneTitle(AccessibilityNodeInfo node) {
        return SDK >= 28 ? node.getPaneTitle() : null;
    }

    static CharSequence state(AccessibilityNodeInfo node) {
        return SDK >= 30 ? node.getStateDescription() : null;
    }

    static boolean isPictureInPicture(AccessibilityWindowInfo window) {
        return SDK >= 26 && window.isInPictureInPictureMode();
    }

    static int display(AccessibilityWindowInfo window) {
        return SDK >= 30 ? window.getDisplayId() : DEFAULT_DISPLAY;
    }

    /** Those of the first display, or of all; the topmost of a display first. */
    static List<AccessibilityWindowInfo> windows(UiAutomation automation, boolean allDisplays) {
        List<AccessibilityWindowInfo> found = new ArrayList<>();
        if (!allDisplays || SDK < 30) {
            for (AccessibilityWindowInfo window : automation.getWindows()) {
                if (allDisplays || display(window) == DEFAULT_DISPLAY) {
                    found.add(window);
                }
            }
            return found;
        }
        SparseArray<List<AccessibilityWindowInfo>> displays = automation.getWindowsOnAllDisplays();
        for (int place = 0; place < displays.size(); place++) {
            found.addAll(displays.valueAt(place));
        }
        return found;
    }
}
