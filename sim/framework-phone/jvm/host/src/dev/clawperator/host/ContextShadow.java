package dev.clawperator.host;

import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowContextImpl;

/** Layouts name views by class: those of the app must come from the process that runs. */
@Implements(className = "android.app.ContextImpl")
public class ContextShadow extends ShadowContextImpl {
    private static volatile ClassLoader current;

    static void use(ClassLoader loader) {
        current = loader;
    }

    @Override
    @Implementation
    protected ClassLoader getClassLoader() {
        ClassLoader app = current;
        return app == null ? super.getClassLoader() : app;
    }
}
