package dev.clawperator.host;

import android.content.ComponentName;
import android.content.Context;
import android.content.IntentFilter;
import android.content.pm.ActivityInfo;
import android.content.pm.PackageInfo;
import android.content.pm.PackageManager;
import android.graphics.Rect;
import android.os.Build;
import java.util.List;
import org.json.JSONArray;
import org.json.JSONException;
import org.json.JSONObject;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.Shadows;

/** Windows, tasks, display and packages as the system's services would tell of them. */
final class State {
    /** How long for what the system could tell without the app. */
    static final long SYSTEM_MILLIS = 1_000;

    private final Phone.Parts phone;
    private final Context app = RuntimeEnvironment.getApplication();
    private final int physicalWidth;
    private final int physicalHeight;
    private final int physicalDensity;
    private int width;
    private int height;
    private int density;
    private int rotation;
    private volatile JSONObject last;

    State(Phone.Parts phone, Options options) {
        this.phone = phone;
        physicalWidth = options.width();
        physicalHeight = options.height();
        physicalDensity = options.density();
        width = physicalWidth;
        height = physicalHeight;
        density = physicalDensity;
    }

    /** How things are now; while an app hangs, how they were before. */
    JSONObject tell() throws Exception {
        try {
            last = phone.loop.call(this::now, SYSTEM_MILLIS);
        } catch (Busy hung) {
            return last;
        }
        return last;
    }

    /** Keeps how things are, in case that nobody can tell later. Only for the main thread. */
    void keep() {
        try {
            last = now();
        } catch (JSONException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** The packages that are installed. */
    JSONObject packages() throws Exception {
        PackageManager packages = app.getPackageManager();
        PackageInfo info = packages.getPackageInfo(
                app.getPackageName(), PackageManager.GET_ACTIVITIES | PackageManager.GET_PERMISSIONS);
        JSONArray activities = new JSONArray();
        for (ActivityInfo activity : info.activities) {
            if (!activity.name.startsWith("dev.clawperator.host.")) {
                activities.put(activity.name);
            }
        }
        JSONArray uris = new JSONArray();
        for (ActivityInfo activity : info.activities) {
            ComponentName name = new ComponentName(info.packageName, activity.name);
            for (IntentFilter filter : Shadows.shadowOf(packages).getIntentFiltersForActivity(name)) {
                addUris(uris, filter, activity.name);
            }
        }
        JSONArray permissions = new JSONArray();
        if (info.requestedPermissions != null) {
            for (String permission : info.requestedPermissions) {
                boolean granted = packages.checkPermission(permission, info.packageName)
                        == PackageManager.PERMISSION_GRANTED;
                permissions.put(new JSONArray().put(permission).put(granted));
            }
        }
        android.content.Intent launch = Launcher.launchIntent(app);
        JSONObject itself = named(info.packageName, info.versionName, info.getLongVersionCode(), false)
                .put("activities", activities)
                .put("uris", uris)
                .put("permissions", permissions)
                .put("pid", phone.process.pid());
        if (launch != null) {
            itself.put("launcher", launch.getComponent().getClassName());
        }
        JSONObject home = ofSystem(Launcher.NAME.getPackageName())
                .put("activities", new JSONArray().put(Launcher.NAME.getClassName()))
                .put("permissions", new JSONArray())
                .put("pid", 1_500);
        JSONObject keyboard = ofSystem(Keyboard.PACKAGE)
                .put("activities", new JSONArray())
                .put("permissions", new JSONArray())
                .put("pid", 1_600);
        return new JSONObject().put("packages", new JSONArray().put(itself).put(home).put(keyboard));
    }

    /** How the addresses begin that a filter lets its activity open. */
    private static void addUris(JSONArray uris, IntentFilter filter, String activity) {
        for (int scheme = 0; scheme < filter.countDataSchemes(); scheme++) {
            for (int host = 0; host < filter.countDataAuthorities(); host++) {
                String begins = filter.getDataScheme(scheme) + "://" + filter.getDataAuthority(host).getHost();
                uris.put(new JSONArray().put(begins).put(activity));
            }
        }
    }

    /** Turns the display; activities are told or made anew. Only for the main thread. */
    void turn(int quarters) {
        if (rotation != quarters) {
            rotation = quarters;
            changed();
        }
    }

    /** Overrides size and density; 0 is the physical one. Only for the main thread. */
    void resize(int toWidth, int toHeight, int toDensity) {
        width = toWidth > 0 ? toWidth : physicalWidth;
        height = toHeight > 0 ? toHeight : physicalHeight;
        density = toDensity > 0 ? toDensity : physicalDensity;
        changed();
    }

    private void changed() {
        Display.set(width, height, density, rotation);
        phone.stack.configurationChanged();
    }

    private JSONObject now() throws JSONException {
        JSONArray windows = new JSONArray();
        List<PhoneWindow> visible = phone.windows.visible();
        PhoneWindow focused = phone.windows.focused();
        int layer = 0;
        for (PhoneWindow window : visible) {
            windows.put(window(window, layer++, focused != null && window.root() == focused.root()));
        }
        JSONArray home = new JSONArray().put(component(Launcher.NAME));
        JSONArray tasks = new JSONArray();
        JSONObject launcher = new JSONObject().put("id", 1).put("activities", home);
        JSONArray activities = new JSONArray();
        for (StackEntry entry : phone.stack.app()) {
            activities.put(component(entry.component));
        }
        JSONObject task = new JSONObject().put("id", 1 + phone.process.pid()).put("activities", activities);
        if (!phone.stack.isAppInFront() && activities.length() > 0) {
            tasks.put(task);
        }
        tasks.put(launcher);
        if (phone.stack.isAppInFront()) {
            tasks.put(task);
        }
        JSONObject state = new JSONObject()
                .put("windows", windows)
                .put("tasks", tasks)
                .put("size", new JSONArray().put(width).put(height))
                .put("physical_size", new JSONArray().put(physicalWidth).put(physicalHeight))
                .put("density", density)
                .put("physical_density", physicalDensity)
                .put("rotation", rotation)
                .put("awake", phone.isAwake())
                .put("keyboard", phone.keyboard.isShown())
                .put("crashes", phone.crashes())
                .put("uptime_ms", Idle.now());
        if (phone.isAwake()) {
            state.put("resumed", component(phone.stack.top().component));
        }
        return state;
    }

    private JSONObject window(PhoneWindow window, int layer, boolean focused) throws JSONException {
        Rect bounds = window.bounds();
        return new JSONObject()
                .put("title", title(window))
                .put("kind", kind(window))
                .put("package", packageOf(window))
                .put("bounds", new JSONArray()
                        .put(bounds.left).put(bounds.top).put(bounds.right).put(bounds.bottom))
                .put("focused", focused)
                .put("layer", layer)
                .put("secure", window.isSecure());
    }

    private String title(PhoneWindow window) {
        ComponentName name = null;
        if (window.owner() instanceof Launcher) {
            name = Launcher.NAME;
        } else if (window.owner() != null) {
            name = window.owner().getComponentName();
        }
        if (name == null) {
            return window.title();
        }
        if (window.isActivity()) {
            return name.getPackageName() + "/" + name.getClassName();
        }
        return window.title().isEmpty() ? name.getPackageName() : window.title();
    }

    private String packageOf(PhoneWindow window) {
        if (window.isKeyboard()) {
            return Keyboard.PACKAGE;
        }
        return window.owner() instanceof Launcher ? Launcher.NAME.getPackageName() : app.getPackageName();
    }

    private static String kind(PhoneWindow window) {
        if (window.isKeyboard()) {
            return "input_method";
        }
        if (window.isToast()) {
            return "system";
        }
        return window.isActivity() ? "application" : "dialog";
    }

    private static JSONObject ofSystem(String name) throws JSONException {
        return named(name, Build.VERSION.RELEASE, Build.VERSION.SDK_INT, true);
    }

    private static JSONObject named(String name, String version, long code, boolean system) throws JSONException {
        return new JSONObject()
                .put("name", name)
                .put("version_name", version)
                .put("version_code", code)
                .put("system", system);
    }

    private static JSONArray component(ComponentName name) {
        return new JSONArray().put(name.getPackageName()).put(name.getClassName());
    }
}
