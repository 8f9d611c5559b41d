package dev.clawperator.host;

import android.app.Activity;
import android.content.ComponentName;
import android.content.Context;
import android.content.ContextWrapper;
import android.content.Intent;
import android.content.pm.ActivityInfo;
import android.content.pm.PackageManager;
import android.graphics.Color;
import android.os.Bundle;
import android.view.Gravity;
import android.view.View;
import android.view.ViewGroup.LayoutParams;
import android.widget.LinearLayout;
import android.widget.TextView;

/** The screen that is there when no app is: a name for each app that can be started. */
public final class Launcher extends Activity {
    /** As the system calls it, which is not the class that it is made of. */
    static final ComponentName NAME =
            new ComponentName("com.android.launcher3", "com.android.launcher3.uioverrides.QuickstepLauncher");

    private static final int GREY = 0xff303030;
    private boolean shown;

    /** Whether a window shows a launcher. */
    static boolean owns(View view) {
        Context context = view.getContext();
        while (context instanceof ContextWrapper wrapper) {
            if (context instanceof Launcher) {
                return true;
            }
            context = wrapper.getBaseContext();
        }
        // The outermost view of an activity's window has a context of its own.
        View content = view.findViewById(android.R.id.content);
        return content != null && content.getTag() instanceof Launcher;
    }

    @Override
    public String getPackageName() {
        // While it is attached the services look it up under the name that they know.
        return shown ? NAME.getPackageName() : super.getPackageName();
    }

    @Override
    protected void onCreate(Bundle state) {
        setTheme(android.R.style.Theme_Material_NoActionBar);
        super.onCreate(state);
        setTitle("Launcher3");
        shown = true;
        LinearLayout page = new LinearLayout(this);
        page.setOrientation(LinearLayout.VERTICAL);
        page.setGravity(Gravity.BOTTOM | Gravity.CENTER_HORIZONTAL);
        page.setBackgroundColor(GREY);
        page.addView(icon());
        setContentView(page, new LayoutParams(LayoutParams.MATCH_PARENT, LayoutParams.MATCH_PARENT));
        findViewById(android.R.id.content).setTag(this);
    }

    private TextView icon() {
        TextView icon = new TextView(this);
        Context app = getApplicationContext();
        CharSequence label = app.getApplicationInfo().loadLabel(app.getPackageManager());
        icon.setText(label);
        icon.setContentDescription(label);
        icon.setTextColor(Color.WHITE);
        icon.setGravity(Gravity.CENTER);
        int gap = Math.round(24 * getResources().getDisplayMetrics().density);
        icon.setPadding(gap, gap, gap, gap);
        icon.setOnClickListener(view -> open(app));
        return icon;
    }

    private void open(Context app) {
        Intent launch = launchIntent(app);
        if (launch != null) {
            startActivity(launch);
        }
    }

    /** What starts the app from its icon, or null when it has none. */
    static Intent launchIntent(Context app) {
        Intent wanted = new Intent(Intent.ACTION_MAIN)
                .addCategory(Intent.CATEGORY_LAUNCHER)
                .setPackage(app.getPackageName());
        PackageManager packages = app.getPackageManager();
        return packages.queryIntentActivities(wanted, 0).stream()
                .map(found -> found.activityInfo)
                .map((ActivityInfo info) -> new Intent(Intent.ACTION_MAIN)
                        .addCategory(Intent.CATEGORY_LAUNCHER)
                        .setFlags(Intent.FLAG_ACTIVITY_NEW_TASK | Intent.FLAG_ACTIVITY_RESET_TASK_IF_NEEDED)
                        .setClassName(info.packageName, info.name))
                .findFirst()
                .orElse(null);
    }
}
