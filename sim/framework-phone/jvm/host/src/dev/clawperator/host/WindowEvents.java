package dev.clawperator.host;

import android.os.SystemClock;
import android.view.Display;
import android.view.accessibility.AccessibilityEvent;
import android.view.accessibility.AccessibilityWindowInfo;
import java.util.LinkedHashSet;
import java.util.Set;

/** Tells which windows came, went and got the focus since it was last asked. Only for the main thread. */
final class WindowEvents {
    private final AccessibleWindows windows;
    private Set<Integer> before = Set.of();
    private int activeBefore = -1;

    WindowEvents(AccessibleWindows windows) {
        this.windows = windows;
    }

    void tell(Automation automation) {
        Set<Integer> now = new LinkedHashSet<>();
        int active = -1;
        for (AccessibilityWindowInfo window : windows.list()) {
            now.add(window.getId());
            active = window.isActive() ? window.getId() : active;
        }
        for (int id : now) {
            if (!before.contains(id)) {
                automation.hear(changed(id, AccessibilityEvent.WINDOWS_CHANGE_ADDED));
            }
        }
        for (int id : before) {
            if (!now.contains(id)) {
                automation.hear(changed(id, AccessibilityEvent.WINDOWS_CHANGE_REMOVED));
            }
        }
        if (active != activeBefore && active >= 0) {
            automation.hear(changed(
                    active, AccessibilityEvent.WINDOWS_CHANGE_ACTIVE | AccessibilityEvent.WINDOWS_CHANGE_FOCUSED));
        }
        before = now;
        activeBefore = active;
    }

    private static AccessibilityEvent changed(int window, int change) {
        AccessibilityEvent event =
                AccessibilityEvent.obtainWindowsChangedEvent(Display.DEFAULT_DISPLAY, window, change);
        event.setEventTime(SystemClock.uptimeMillis());
        return event;
    }
}
