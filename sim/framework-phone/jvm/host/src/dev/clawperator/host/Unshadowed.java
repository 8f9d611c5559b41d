package dev.clawperator.host;

import android.view.ViewConfiguration;
import android.widget.AbsSpinner;
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
}
