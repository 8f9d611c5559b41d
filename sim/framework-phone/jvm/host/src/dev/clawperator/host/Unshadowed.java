package dev.clawperator.host;

import android.app.ActivityTaskManager;
import android.app.KeyguardManager;
import android.app.UiAutomation;
import android.content.ClipboardManager;
import android.os.PowerManager;
import android.view.ViewConfiguration;
import android.view.accessibility.AccessibilityManager;
import android.view.accessibility.AccessibilityRecord;
import android.widget.AbsSpinner;
import android.widget.Toast;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowAdapterView;

/** Parts of the platform that run as they are, where Robolectric's own shadows make them behave as no phone does. */
final class Unshadowed {
    private Unshadowed() {}

    /** The shadow has a touch slop twice as wide as the platform's and a longer long press. */
    @Implements(ViewConfiguration.class)
    public static class Touches {}

    /** The shadow tells the listener of a choice at once, and the platform does so again. */
    @Implements(AbsSpinner.class)
    public static class Spinners extends ShadowAdapterView<android.widget.SpinnerAdapter> {}

    /** The shadow keeps windows from registering and events from being sent. */
    @Implements(AccessibilityManager.class)
    public static class AccessibilityManagers {}

    /** The shadow forgets where an event came from. */
    @Implements(AccessibilityRecord.class)
    public static class AccessibilityRecords {}

    /** The shadow injects and draws by itself, on the main thread alone. */
    @Implements(UiAutomation.class)
    public static class UiAutomations {}

    /** The shadows below speak to no service: each keeps a state of its own, or only notes what it was asked. */
    @Implements(Toast.class)
    public static class PlainToasts {}

    @Implements(ClipboardManager.class)
    public static class Clipboards {}

    @Implements(PowerManager.class)
    public static class Powers {}

    @Implements(KeyguardManager.class)
    public static class Keyguards {}

    @Implements(value = ActivityTaskManager.class, isInAndroidSdk = false)
    public static class Tasks {}
}
