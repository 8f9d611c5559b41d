package dev.clawperator.host;

import android.app.Activity;
import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadows.ShadowActivity;

/** Notes activities that want to be made anew, which the platform does when the looper comes to it. */
@Implements(Activity.class)
public class ActivityShadow extends ShadowActivity {
    private static final Set<Activity> WANTED = Collections.newSetFromMap(new WeakHashMap<>());

    @RealObject private Activity activity;

    /** Whether an activity asked for it since it was last asked. */
    static boolean takeRecreation(Activity activity) {
        return WANTED.remove(activity);
    }

    @Override
    @Implementation
    protected void recreate() {
        WANTED.add(activity);
    }
}
