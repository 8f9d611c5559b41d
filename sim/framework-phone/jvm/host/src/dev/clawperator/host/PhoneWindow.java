package dev.clawperator.host;

import android.app.Activity;
import android.graphics.Rect;
import android.os.IBinder;
import android.view.View;
import android.view.ViewRootImpl;
import android.view.WindowManager.LayoutParams;

/**
 * A window that can be seen.
 *
 * @param root the platform's side of it
 * @param view its outermost view
 * @param params what it was added with
 * @param owner the activity that it belongs to, or null for one of the system
 */
record PhoneWindow(ViewRootImpl root, View view, LayoutParams params, Activity owner) {
    boolean has(int flag) {
        return (params.flags & flag) != 0;
    }

    boolean isFocusable() {
        return !has(LayoutParams.FLAG_NOT_FOCUSABLE);
    }

    boolean isTouchable() {
        return !has(LayoutParams.FLAG_NOT_TOUCHABLE);
    }

    /** Whether it takes touches beside itself as well. */
    boolean isModal() {
        return isFocusable() && !has(LayoutParams.FLAG_NOT_TOUCH_MODAL);
    }

    boolean isSecure() {
        return has(LayoutParams.FLAG_SECURE);
    }

    boolean isKeyboard() {
        return params.type == LayoutParams.TYPE_INPUT_METHOD;
    }

    boolean isToast() {
        return params.type == LayoutParams.TYPE_TOAST;
    }

    boolean isActivity() {
        return params.type == LayoutParams.TYPE_BASE_APPLICATION;
    }

    IBinder token() {
        return view.getWindowToken();
    }

    /** Where it is on the display. */
    Rect bounds() {
        int[] at = new int[2];
        view.getLocationOnScreen(at);
        return new Rect(at[0], at[1], at[0] + view.getWidth(), at[1] + view.getHeight());
    }

    /** What an accessibility service sees as its title: that of its activity and not that of the window. */
    String label() {
        if (isActivity() && owner != null) {
            return String.valueOf(owner.getTitle());
        }
        CharSequence title = params.accessibilityTitle;
        return title == null ? "" : title.toString();
    }

    /** The title as the window service has it. */
    String title() {
        CharSequence title = params.getTitle();
        return title == null ? "" : title.toString();
    }
}
