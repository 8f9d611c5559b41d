package dev.clawperator.host;

import android.view.ViewRootImpl;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowViewRootImpl;
import org.robolectric.shadows.ShadowWindowManagerGlobal;

/** A phone is used by touch from the start, so no field has the focus before somebody gives it. */
@Implements(value = ViewRootImpl.class, isInAndroidSdk = false)
public class ViewRootShadow extends ShadowViewRootImpl {
    @Implementation
    protected boolean isInTouchMode() {
        return ShadowWindowManagerGlobal.getInTouchMode();
    }
}
