package dev.clawperator.host;

import android.app.Activity;
import android.content.ComponentName;
import android.content.Context;
import android.content.Intent;
import android.content.pm.ActivityInfo;
import android.content.pm.PackageManager;
import android.os.IBinder;
import android.view.View;
import android.view.WindowManager.LayoutParams;
import android.view.WindowManagerGlobal;
import java.util.ArrayList;
import java.util.List;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.Shadows;
import org.robolectric.shadows.ShadowActivity.IntentForResult;
import org.robolectric.shadows.ShadowApplication;
import org.robolectric.util.ReflectionHelpers;

/** Which activities there are: the launcher below, the app's task above it or behind it. Only for the main thread. */
final class ActivityStack {
    private final AppProcess process;
    private final Context context = RuntimeEnvironment.getApplication();
    private final ShadowApplication started = Shadows.shadowOf(RuntimeEnvironment.getApplication());
    private final List<StackEntry> app = new ArrayList<>();
    private StackEntry launcher;
    private boolean appInFront;

    ActivityStack(AppProcess process) {
        this.process = process;
    }

    /** Puts the launcher in front of everything else. */
    void boot() {
        Intent home = new Intent(Intent.ACTION_MAIN).addCategory(Intent.CATEGORY_HOME);
        launcher = new StackEntry(Launcher.NAME, home, new Launcher(), null, -1);
        launcher.launch();
    }

    /** The app's activities, bottom first. */
    List<StackEntry> app() {
        return app;
    }

    boolean isAppInFront() {
        return appInFront;
    }

    /** The activity in front. */
    StackEntry top() {
        return appInFront && !app.isEmpty() ? app.get(app.size() - 1) : launcher;
    }

    /** Whether an activity's windows are seen. */
    boolean isVisible(Activity activity) {
        StackEntry entry = entry(activity);
        return entry != null && !entry.isStopped();
    }

    /** Where an activity lies, from the back. */
    int place(Activity activity) {
        StackEntry entry = entry(activity);
        return entry == null || entry == launcher ? -1 : app.indexOf(entry);
    }

    Activity byToken(IBinder token) {
        for (StackEntry entry : all()) {
            if (token != null && entry.activity().getActivityToken() == token) {
                return entry.activity();
            }
        }
        return null;
    }

    /** Starts what an intent names, as if it came from the shell or from an activity. */
    Launched start(Intent intent, StackEntry caller, int requestCode) throws ReflectiveOperationException {
        if (isHome(intent)) {
            home();
            return new Launched(Launched.Outcome.BROUGHT_TO_FRONT, Launcher.NAME, false);
        }
        Component.Found found = Component.resolve(context, intent, caller == null);
        if (found.problem() != null) {
            Launched.Outcome outcome = Launched.Outcome.valueOf(found.problem().name());
            return new Launched(outcome, found.name(), false);
        }
        ComponentName component = found.name();
        boolean newTask = caller == null || caller == launcher;
        if (newTask && (intent.getFlags() & Intent.FLAG_ACTIVITY_CLEAR_TASK) != 0) {
            boolean fresh = !process.isRunning();
            List<StackEntry> before = List.copyOf(app);
            push(component, intent, null, requestCode);
            clear(before);
            return new Launched(Launched.Outcome.STARTED, component, fresh);
        }
        if (newTask && !app.isEmpty() && app.get(0).intent.filterEquals(intent)) {
            boolean wasInFront = appInFront;
            showApp();
            return new Launched(
                    wasInFront && isTop(component) && isSingleTop(component, intent)
                            ? deliver(intent)
                            : Launched.Outcome.BROUGHT_TO_FRONT,
                    component,
                    false);
        }
        if (!app.isEmpty() && isTop(component) && isSingleTop(component, intent)) {
            showApp();
            return new Launched(deliver(intent), component, false);
        }
        boolean cold = !process.isRunning();
        push(component, intent, caller == launcher ? null : caller, requestCode);
        return new Launched(Launched.Outcome.STARTED, component, cold);
    }

    /** What the system does between messages: starts what was asked for, ends what is finished. */
    boolean settle() {
        boolean changed = false;
        IntentForResult next = started.getNextStartedActivityForResult();
        if (next != null) {
            changed = true;
            try {
                start(next.intent, top(), next.requestCode);
            } catch (ReflectiveOperationException broken) {
                throw new IllegalStateException(broken);
            }
        }
        for (StackEntry entry : List.copyOf(app)) {
            if (app.contains(entry) && ActivityShadow.takeRecreation(entry.activity())) {
                changed = true;
                entry.recreate();
            }
            if (app.contains(entry) && entry.activity().isFinishing()) {
                changed = true;
                finish(entry);
            }
        }
        return changed;
    }

    /** Brings the launcher to the front. */
    void home() {
        if (appInFront) {
            StackEntry before = top();
            appInFront = false;
            before.pause();
            launcher.resume();
            before.stop();
        }
    }

    /** Ends the app's process; the launcher is in front if the app was. */
    void killApp() {
        List<View> windows = appWindows();
        app.clear();
        process.kill(windows);
        while (started.getNextStartedActivityForResult() != null) {
            // Whoever wanted these is gone.
        }
        if (appInFront) {
            appInFront = false;
            launcher.resume();
        }
    }

    /** The display changed. */
    void configurationChanged() {
        launcher.configurationChanged();
        for (StackEntry entry : List.copyOf(app)) {
            entry.configurationChanged();
        }
    }

    private static boolean isHome(Intent intent) {
        boolean named = Launcher.NAME.equals(intent.getComponent());
        return named || intent.getComponent() == null && intent.hasCategory(Intent.CATEGORY_HOME);
    }

    private boolean isTop(ComponentName component) {
        return app.get(app.size() - 1).component.equals(component);
    }

    private boolean isSingleTop(ComponentName component, Intent intent) {
        if ((intent.getFlags() & Intent.FLAG_ACTIVITY_SINGLE_TOP) != 0) {
            return true;
        }
        try {
            ActivityInfo info = context.getPackageManager().getActivityInfo(component, PackageManager.GET_META_DATA);
            return info.launchMode != ActivityInfo.LAUNCH_MULTIPLE;
        } catch (PackageManager.NameNotFoundException resolvedBefore) {
            return false;
        }
    }

    private Launched.Outcome deliver(Intent intent) {
        app.get(app.size() - 1).newIntent(intent);
        return Launched.Outcome.DELIVERED_TO_TOP;
    }

    private void showApp() {
        if (!appInFront) {
            appInFront = true;
            launcher.pause();
            top().resume();
            launcher.stop();
        }
    }

    private void push(ComponentName component, Intent intent, StackEntry caller, int requestCode)
            throws ReflectiveOperationException {
        StackEntry before = top();
        before.pause();
        Activity activity = process.instantiate(component);
        StackEntry entry = new StackEntry(component, intent, activity, caller, requestCode);
        app.add(entry);
        appInFront = true;
        entry.launch();
        before.stop();
    }

    private void finish(StackEntry entry) {
        boolean wasTop = entry == top();
        entry.pause();
        app.remove(entry);
        StackEntry caller = entry.caller;
        if (caller != null && entry.requestCode >= 0 && app.contains(caller)) {
            int code = Shadows.shadowOf(entry.activity()).getResultCode();
            Intent data = Shadows.shadowOf(entry.activity()).getResultIntent();
            Shadows.shadowOf(caller.activity()).internalCallDispatchActivityResult(null, entry.requestCode, code, data);
        }
        if (wasTop) {
            appInFront = !app.isEmpty();
            top().resume();
        }
        entry.destroy();
    }

    /** Ends activities that nobody comes back to, and the windows that they leave behind. */
    private void clear(List<StackEntry> entries) {
        WindowManagerGlobal windows = WindowManagerGlobal.getInstance();
        for (StackEntry entry : entries) {
            app.remove(entry);
            Activity activity = entry.activity();
            IBinder decor = activity.getWindow().getDecorView().getWindowToken();
            activity.finish();
            entry.destroy();
            if (decor != null) {
                // One that was never drawn has none, and none would mean every window of the phone.
                windows.closeAll(decor, entry.component.getClassName(), "Activity");
            }
            windows.closeAll(activity.getActivityToken(), entry.component.getClassName(), "Activity");
        }
    }

    private StackEntry entry(Activity activity) {
        for (StackEntry entry : all()) {
            if (activity != null && entry.activity() == activity) {
                return entry;
            }
        }
        return null;
    }

    private List<StackEntry> all() {
        List<StackEntry> all = new ArrayList<>(app);
        if (launcher != null) {
            all.add(launcher);
        }
        return all;
    }

    /** Every window that is neither the launcher's nor the system's. */
    private static List<View> appWindows() {
        WindowManagerGlobal global = WindowManagerGlobal.getInstance();
        List<View> views = ReflectionHelpers.getField(global, "mViews");
        List<LayoutParams> params = ReflectionHelpers.getField(global, "mParams");
        List<View> found = new ArrayList<>();
        for (int index = 0; index < views.size(); index++) {
            View view = views.get(index);
            if (params.get(index).type != LayoutParams.TYPE_INPUT_METHOD && !Launcher.owns(view)) {
                found.add(view);
            }
        }
        return found;
    }
}
