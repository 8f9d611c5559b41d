package dev.clawperator.host;

import android.content.Context;
import java.io.File;
import java.util.Map;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.util.ReflectionHelpers;

/** What the app has stored. */
final class AppData {
    private AppData() {}

    /** Forgets it all, files and what the framework keeps of them in memory. */
    static void clear() {
        Context context = RuntimeEnvironment.getApplication();
        File data = context.getFilesDir().getParentFile();
        for (File inside : listed(data)) {
            delete(inside);
        }
        Map<?, ?> preferences =
                ReflectionHelpers.getStaticField(type("android.app.ContextImpl"), "sSharedPrefsCache");
        if (preferences != null) {
            preferences.clear();
        }
    }

    private static Class<?> type(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException missing) {
            throw new IllegalStateException(missing);
        }
    }

    private static void delete(File file) {
        for (File inside : listed(file)) {
            delete(inside);
        }
        // What cannot be deleted is a folder that is in use and empty by now.
        file.delete();
    }

    private static File[] listed(File folder) {
        File[] inside = folder.listFiles();
        return inside == null ? new File[0] : inside;
    }
}
