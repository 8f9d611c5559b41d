package dev.clawperator.operator.hidden;

import android.app.ActivityManager;
import android.content.ComponentName;
import android.os.IBinder;
import java.util.List;

/** What the system's services say of the phone. */
public final class Services {
    private static final int DEFAULT_DISPLAY = 0;

    private final Hidden hidden;

    public Services(Hidden hidden) {
        this.hidden = hidden;
    }

    /** Size, turn and density of the screen. */
    public static final class Screen {
        public final int width;
        public final int height;
        public final int rotation;
        public final int density;

        private Screen(int width, int height, int rotation, int density) {
            this.width = width;
            this.height = height;
            this.rotation = rotation;
            this.density = density;
        }
    }

    public boolean isInteractive() {
        return (boolean) hidden.call(Call.IS_INTERACTIVE, service("power", Call.POWER_SERVICE));
    }

    public boolean isLocked() {
        return (boolean) hidden.call(Call.KEYGUARD_LOCKED, windows());
    }

    /** Whether a secret opens the lock. */
    public boolean isLockSecure(int user) {
        if (hidden.form(Call.KEYGUARD_SECURE) == 0) {
            return (boolean) hidden.call(Call.KEYGUARD_SECURE, windows(), user);
        }
        return (boolean) hidden.call(Call.KEYGUARD_SECURE, windows());
    }

    /** Asks the system to open the lock; it says nothing of whether it did. */
    public void dismissLock() {
        switch (hidden.form(Call.DISMISS_KEYGUARD)) {
            case 0:
                hidden.call(Call.DISMISS_KEYGUARD, windows(), null, null);
                break;
            case 1:
                hidden.call(Call.DISMISS_KEYGUARD, windows(), new Object[] {null});
                break;
            default:
                hidden.call(Call.DISMISS_KEYGUARD, windows());
        }
    }

    public int currentUser() {
        return (int) hidden.call(Call.CURRENT_USER, null);
    }

    public Screen screen() {
        Object displays = hidden.call(Call.DISPLAYS, null);
        Object info = hidden.call(Call.DISPLAY_INFO, displays, DEFAULT_DISPLAY);
        if (info == null) {
            throw new IllegalStateException("there is no display");
        }
        return new Screen(
                (int) hidden.call(Call.DISPLAY_WIDTH, info),
                (int) hidden.call(Call.DISPLAY_HEIGHT, info),
                (int) hidden.call(Call.DISPLAY_ROTATION, info),
                (int) hidden.call(Call.DISPLAY_DENSITY, info));
    }

    /** The activity of the foremost task; null if the phone does not say. */
    public ComponentName front() {
        List<?> tasks = tasks();
        if (tasks == null || tasks.isEmpty()) {
            return null;
        }
        return ((ActivityManager.RunningTaskInfo) tasks.get(0)).topActivity;
    }

    private List<?> tasks() {
        if (!hidden.has(Call.TASKS)) {
            Object activities = service("activity", Call.ACTIVITY_SERVICE);
            return hidden.form(Call.ACTIVITY_TASKS) == 0
                    ? (List<?>) hidden.call(Call.ACTIVITY_TASKS, activities, 1)
                    : (List<?>) hidden.call(Call.ACTIVITY_TASKS, activities, 1, 0);
        }
        Object tasks = service("activity_task", Call.TASK_SERVICE);
        switch (hidden.form(Call.TASKS)) {
            case 0:
                return (List<?>) hidden.call(Call.TASKS, tasks, 1, false, false, DEFAULT_DISPLAY);
            case 1:
                return (List<?>) hidden.call(Call.TASKS, tasks, 1, false, false);
            default:
                return (List<?>) hidden.call(Call.TASKS, tasks, 1);
        }
    }

    Object windows() {
        return service("window", Call.WINDOW_SERVICE);
    }

    /** What a service of the system is reached by. */
    public IBinder binder(String name) {
        IBinder binder = (IBinder) hidden.call(Call.SERVICE, null, name);
        if (binder == null) {
            throw new IllegalStateException("the service " + name + " does not run");
        }
        return binder;
    }

    Object service(String name, Call asInterface) {
        return hidden.call(asInterface, null, binder(name));
    }
}
