package dev.clawperator.host;

import android.content.ComponentName;
import android.content.Context;
import android.content.Intent;
import android.content.pm.ActivityInfo;
import android.content.pm.PackageManager;
import android.content.pm.ResolveInfo;
import java.util.List;

/** Which activity an intent means. */
final class Component {
    private Component() {}

    /** Why an intent starts nothing. */
    enum Problem {
        UNRESOLVED,
        CLASS_MISSING,
        NOT_EXPORTED
    }

    /**
     * An activity, or why there is none.
     *
     * @param name the activity; null when nothing resolves the intent
     * @param problem null when the activity can be started
     */
    record Found(ComponentName name, Problem problem) {}

    /** Finds the activity of the app; {@code fromShell} may start only what is exported. */
    static Found resolve(Context context, Intent intent, boolean fromShell) {
        PackageManager packages = context.getPackageManager();
        ComponentName name = intent.getComponent();
        if (name != null) {
            ActivityInfo info = info(packages, name);
            if (info == null) {
                return new Found(name, Problem.CLASS_MISSING);
            }
            return checked(name, info, fromShell);
        }
        List<ResolveInfo> found = packages.queryIntentActivities(intent, PackageManager.MATCH_DEFAULT_ONLY);
        if (found.isEmpty()) {
            return new Found(null, Problem.UNRESOLVED);
        }
        ActivityInfo info = found.get(0).activityInfo;
        return checked(new ComponentName(info.packageName, info.name), info, fromShell);
    }

    private static Found checked(ComponentName name, ActivityInfo info, boolean fromShell) {
        return new Found(name, fromShell && !info.exported ? Problem.NOT_EXPORTED : null);
    }

    private static ActivityInfo info(PackageManager packages, ComponentName name) {
        try {
            return packages.getActivityInfo(name, PackageManager.GET_META_DATA);
        } catch (PackageManager.NameNotFoundException missing) {
            return null;
        }
    }
}
