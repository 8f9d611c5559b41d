package dev.clawperator.host;

import android.os.SystemClock;
import android.view.accessibility.AccessibilityEvent;
import android.view.accessibility.AccessibilityManager;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowAccessibilityManager;

/**
 * Hears the accessibility events that the toolkit sends: the platform calls a screen idle when there have been none
 * for a while.
 */
@Implements(AccessibilityManager.class)
public class Events extends ShadowAccessibilityManager {
    private static volatile long lastAt;

    /** When the latest event was sent, on the phone's clock. */
    static long lastAt() {
        return lastAt;
    }

    @Override
    @Implementation
    protected void sendAccessibilityEvent(AccessibilityEvent event) {
        // The shadow above keeps every event for ever.
        lastAt = SystemClock.uptimeMillis();
    }
}
