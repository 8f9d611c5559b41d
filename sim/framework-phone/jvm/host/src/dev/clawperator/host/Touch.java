package dev.clawperator.host;

import android.graphics.Rect;
import android.os.SystemClock;
import android.view.InputDevice;
import android.view.InputEvent;
import android.view.InputEventReceiver;
import android.view.MotionEvent;
import android.view.ViewRootImpl;
import android.view.WindowManager.LayoutParams;
import java.util.List;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;

/** One finger on the display. A gesture stays with the window that it began on. Only for the main thread. */
final class Touch {
    private final Windows windows;
    private final Runnable beforeContact;
    private final Runnable beforeRelease;
    private PhoneWindow target;
    private long downAt;

    /** {@code beforeRelease} runs before a finger goes up, which is when most things happen. */
    Touch(Windows windows, Runnable beforeContact, Runnable beforeRelease) {
        this.windows = windows;
        this.beforeContact = beforeContact;
        this.beforeRelease = beforeRelease;
    }

    /** Sends one event; the one that goes down chooses the window. */
    void send(int action, float x, float y) {
        send(action, x, y, SystemClock.uptimeMillis());
    }

    /** Sends one event that happened at a time of the phone's clock, which may lie between two frames. */
    void send(int action, float x, float y, long now) {
        if (action == MotionEvent.ACTION_DOWN) {
            downAt = now;
        }
        send(event(action, now, x, y));
    }

    /** Sends an event of one or more fingers, in pixels of the display. */
    void send(MotionEvent event) {
        int action = event.getActionMasked();
        if (action == MotionEvent.ACTION_DOWN) {
            beforeContact.run();
            target = null;
            target = choose(event);
        }
        if (target == null) {
            return;
        }
        PhoneWindow window = target;
        boolean ends = action == MotionEvent.ACTION_UP || action == MotionEvent.ACTION_CANCEL;
        if (ends) {
            target = null;
            beforeRelease.run();
        }
        if (window.view().isAttachedToWindow()) {
            dispatch(window.root(), within(window.bounds(), event));
        }
    }

    /** Hands an event to a window the way the input service does. */
    static void dispatch(ViewRootImpl root, InputEvent event) {
        ReflectionHelpers.callInstanceMethod(
                ViewRootImpl.class,
                root,
                "enqueueInputEvent",
                ClassParameter.from(InputEvent.class, event),
                ClassParameter.from(InputEventReceiver.class, null),
                ClassParameter.from(int.class, 0),
                ClassParameter.from(boolean.class, true));
    }

    private PhoneWindow choose(MotionEvent event) {
        List<PhoneWindow> visible = windows.visible();
        for (int index = visible.size() - 1; index >= 0; index--) {
            PhoneWindow window = visible.get(index);
            if (!window.isTouchable() || !window.view().isAttachedToWindow()) {
                continue;
            }
            Rect bounds = window.bounds();
            if (window.isModal() || bounds.contains((int) event.getX(), (int) event.getY())) {
                return window;
            }
            if (window.has(LayoutParams.FLAG_WATCH_OUTSIDE_TOUCH)) {
                MotionEvent outside = within(bounds, event);
                outside.setAction(MotionEvent.ACTION_OUTSIDE);
                dispatch(window.root(), outside);
            }
        }
        return null;
    }

    private MotionEvent event(int action, long now, float x, float y) {
        float pressure = action == MotionEvent.ACTION_UP ? 0 : 1;
        MotionEvent event = MotionEvent.obtain(downAt, now, action, x, y, pressure, 1, 0, 1, 1, 0, 0);
        event.setSource(InputDevice.SOURCE_TOUCHSCREEN);
        return event;
    }

    /** The same event as a window at this place has it. */
    private static MotionEvent within(Rect bounds, MotionEvent event) {
        MotionEvent own = MotionEvent.obtain(event);
        own.offsetLocation(-bounds.left, -bounds.top);
        return own;
    }
}
