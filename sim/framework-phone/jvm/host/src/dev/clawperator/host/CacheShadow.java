package dev.clawperator.host;

import android.view.accessibility.AccessibilityCache;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadow.api.Shadow;

/** The cache of nodes of a UiAutomation, which a test may keep from being cleared. */
@Implements(value = AccessibilityCache.class, isInAndroidSdk = false)
public class CacheShadow {
    private static volatile boolean kept;

    @RealObject private AccessibilityCache cache;

    static void keep(boolean keep) {
        kept = keep;
    }

    @Implementation
    protected void clear() {
        if (!kept) {
            Shadow.directlyOn(cache, AccessibilityCache.class, "clear");
        }
    }
}
