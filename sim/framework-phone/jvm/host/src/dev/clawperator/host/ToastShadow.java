package dev.clawperator.host;

import android.content.Context;
import android.graphics.PixelFormat;
import android.os.Handler;
import android.os.Looper;
import android.view.Gravity;
import android.view.LayoutInflater;
import android.view.View;
import android.view.WindowManager;
import android.view.WindowManager.LayoutParams;
import android.widget.TextView;
import android.widget.Toast;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadows.ShadowToast;

/** Toasts that are seen: a window of the system that goes by itself. Robolectric only notes them. */
@Implements(Toast.class)
public class ToastShadow extends ShadowToast {
    private static final long SHORT_MILLIS = 2_000;
    private static final long LONG_MILLIS = 3_500;
    private static View shown;

    @RealObject private Toast toast;
    private CharSequence said = "";

    /** Takes the toast away that is shown, if any. */
    static void clear() {
        if (shown != null) {
            View view = shown;
            shown = null;
            manager().removeViewImmediate(view);
        }
    }

    @Implementation
    protected static Toast makeText(Context context, CharSequence text, int duration) {
        Toast toast = ShadowToast.makeText(context, text, duration);
        ToastShadow shadow = org.robolectric.shadow.api.Shadow.extract(toast);
        shadow.said = text;
        return toast;
    }

    @Override
    @Implementation
    protected void setText(CharSequence text) {
        super.setText(text);
        said = text;
    }

    @Override
    @Implementation
    protected void show() {
        clear();
        View view = toast.getView() == null ? plain() : toast.getView();
        LayoutParams params = new LayoutParams(
                LayoutParams.WRAP_CONTENT,
                LayoutParams.WRAP_CONTENT,
                LayoutParams.TYPE_TOAST,
                LayoutParams.FLAG_NOT_FOCUSABLE | LayoutParams.FLAG_NOT_TOUCHABLE,
                PixelFormat.TRANSLUCENT);
        params.setTitle("Toast");
        int gravity = toast.getGravity();
        params.gravity = gravity == 0 ? Gravity.BOTTOM | Gravity.CENTER_HORIZONTAL : gravity;
        params.x = toast.getXOffset();
        params.y = gravity == 0 ? view.getResources().getDisplayMetrics().densityDpi * 64 / 160 : toast.getYOffset();
        manager().addView(view, params);
        shown = view;
        long lasts = toast.getDuration() == Toast.LENGTH_LONG ? LONG_MILLIS : SHORT_MILLIS;
        new Handler(Looper.getMainLooper()).postDelayed(() -> hide(view), lasts);
    }

    @Override
    @Implementation
    protected void cancel() {
        super.cancel();
        clear();
    }

    private static void hide(View view) {
        if (shown == view) {
            clear();
        }
    }

    private View plain() {
        Context context = RuntimeEnvironment.getApplication();
        int layout = context.getResources().getIdentifier("transient_notification", "layout", "android");
        View view = LayoutInflater.from(context).inflate(layout, null);
        ((TextView) view.findViewById(android.R.id.message)).setText(said);
        return view;
    }

    private static WindowManager manager() {
        return RuntimeEnvironment.getApplication().getSystemService(WindowManager.class);
    }
}
