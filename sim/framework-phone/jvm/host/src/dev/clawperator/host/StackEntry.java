package dev.clawperator.host;

import android.app.Activity;
import android.content.ComponentName;
import android.content.Intent;
import android.content.res.Resources;
import android.os.Bundle;
import android.view.View;
import android.view.WindowManagerGlobal;
import org.robolectric.android.controller.ActivityController;

/** One activity and where it is in its life. */
final class StackEntry {
    /** A kind of change that activities cannot handle by themselves. */
    private static final int UNKNOWN_CHANGE = 0x08000000;

    final ComponentName component;
    final Intent intent;
    /** Who waits for a result, and under which number; below zero nobody does. */
    final StackEntry caller;
    final int requestCode;

    private final ActivityController<? extends Activity> controller;
    private boolean resumed;
    private boolean stopped;
    private boolean outdated;

    StackEntry(ComponentName component, Intent intent, Activity activity, StackEntry caller, int requestCode) {
        this.component = component;
        this.intent = intent;
        this.caller = caller;
        this.requestCode = requestCode;
        controller = ActivityController.of(activity, intent);
    }

    Activity activity() {
        return controller.get();
    }

    boolean isResumed() {
        return resumed;
    }

    boolean isStopped() {
        return stopped;
    }

    void launch() {
        Display.tellBounds(activity().getResources());
        controller.create().start().postCreate(null).resume().visible().topActivityResumed(true);
        resumed = true;
    }

    void pause() {
        if (resumed) {
            resumed = false;
            controller.topActivityResumed(false).pause();
        }
    }

    /** It is covered: its state is saved and its window hidden. */
    void stop() {
        if (!stopped) {
            stopped = true;
            controller.stop().saveInstanceState(new Bundle());
            activity().getWindow().getDecorView().setVisibility(View.INVISIBLE);
            setWindowsStopped(true);
        }
    }

    /** It is in front again. */
    void resume() {
        if (stopped) {
            stopped = false;
            setWindowsStopped(false);
            activity().getWindow().getDecorView().setVisibility(View.VISIBLE);
            controller.restart().start();
        }
        if (!resumed) {
            resumed = true;
            controller.resume().topActivityResumed(true);
        }
        if (outdated) {
            configurationChanged();
        }
    }

    /** Windows of an activity that is covered neither draw nor tell of changes. */
    private void setWindowsStopped(boolean are) {
        WindowManagerGlobal.getInstance().setStoppedState(activity().getActivityToken(), are);
    }

    void newIntent(Intent later) {
        controller.newIntent(later);
    }

    /**
     * The display changed: the activity is told or made anew, as its manifest says. One that is covered hears of it
     * when it is seen again.
     */
    void configurationChanged() {
        if (!resumed) {
            outdated = true;
            return;
        }
        outdated = false;
        Activity before = activity();
        controller.configurationChange();
        Display.tellBounds(activity().getResources());
        if (activity() != before) {
            controller.visible();
        }
    }

    /** The activity asked to be made anew: as for a change that no manifest says it can take. */
    @SuppressWarnings("deprecation")
    void recreate() {
        if (!resumed) {
            outdated = true;
            return;
        }
        Resources resources = activity().getResources();
        controller.configurationChange(resources.getConfiguration(), resources.getDisplayMetrics(), UNKNOWN_CHANGE);
        Display.tellBounds(activity().getResources());
        controller.visible();
    }

    void destroy() {
        pause();
        if (!stopped) {
            stopped = true;
            controller.stop();
        }
        controller.destroy();
    }
}
