package dev.clawperator.host;

import android.animation.PropertyValuesHolder;
import android.app.Activity;
import android.app.ActivityThread;
import android.app.Application;
import android.app.Fragment;
import android.transition.Transition;
import android.view.LayoutInflater;
import android.view.View;
import com.android.internal.util.ArrayUtils;
import java.lang.ref.Reference;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowContentResolver;
import org.robolectric.shadows.ShadowDialog;
import org.robolectric.shadows.ShadowWindowManagerImpl;
import org.robolectric.util.ReflectionHelpers;

/**
 * What a process that was killed leaves behind in things that outlive it. A kernel frees all of it at once; here each
 * holder has to let go, or the classes of every process would be kept for ever.
 */
@SuppressWarnings("deprecation")
final class Remains {
    private final ClassLoader killed;

    private Remains(ClassLoader killed) {
        this.killed = killed;
    }

    static void clear(ClassLoader killed) {
        Remains remains = new Remains(killed);
        remains.stopThreads();
        remains.clearThreadLocals();
        remains.clearFramework();
        remains.clearShadows();
    }

    /** Whether an object belongs to the process. */
    static boolean isOf(ClassLoader loader, Object object) {
        return object != null && object.getClass().getClassLoader() == loader;
    }

    private boolean isDead(Object object) {
        return isOf(killed, object);
    }

    /** Threads that the app started; they know its classes by the thread that started them. */
    @SuppressWarnings({"deprecation", "removal"})
    private void stopThreads() {
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getContextClassLoader() != killed && !isDead(thread)) {
                continue;
            }
            thread.setContextClassLoader(null);
            try {
                thread.stop();
            } catch (UnsupportedOperationException newerJava) {
                thread.interrupt();
            }
        }
    }

    /** What app code kept for the main thread, which is the same for every process. */
    private void clearThreadLocals() {
        Object map = ReflectionHelpers.getField(Thread.currentThread(), "threadLocals");
        Object table = ReflectionHelpers.getField(map, "table");
        List<ThreadLocal<?>> found = new ArrayList<>();
        for (int index = 0; index < Array.getLength(table); index++) {
            Object entry = Array.get(table, index);
            if (entry == null) {
                continue;
            }
            Object key = ((Reference<?>) entry).get();
            Object value = ReflectionHelpers.getField(entry, "value");
            if (key instanceof ThreadLocal<?> local && (isDead(key) || isDead(value) || holdsDead(value))) {
                found.add(local);
            }
        }
        found.forEach(ThreadLocal::remove);
    }

    /** Whether it is a map to constructors of the app, which is how libraries keep those that they looked up. */
    private boolean holdsDead(Object value) {
        return value instanceof Map<?, ?> map
                && map.values().stream()
                        .anyMatch(one -> one instanceof Constructor<?> constructor
                                && constructor.getDeclaringClass().getClassLoader() == killed);
    }

    private void clearFramework() {
        Map<String, Constructor<?>> constructors =
                ReflectionHelpers.getStaticField(LayoutInflater.class, "sConstructorMap");
        constructors.values().removeIf(constructor -> constructor.getDeclaringClass().getClassLoader() == killed);
        for (String map : List.of("sGetterPropertyMap", "sSetterPropertyMap")) {
            clearClasses(PropertyValuesHolder.class, map);
        }
        for (Class<?> holder : PropertyValuesHolder.class.getDeclaredClasses()) {
            if (ReflectionHelpers.hasField(holder, "sJNISetterPropertyMap")) {
                clearClasses(holder, "sJNISetterPropertyMap");
            }
        }
        Map<String, Class<?>> fragments = ReflectionHelpers.getStaticField(Fragment.class, "sClassMap");
        fragments.values().removeIf(type -> type.getClassLoader() == killed);
        // Transitions of popups that were cut short.
        ThreadLocal<?> animators = ReflectionHelpers.getStaticField(Transition.class, "sRunningAnimators");
        animators.remove();
        // Empty arrays of each type that was asked for, among them types of the app.
        Object[] arrays = ReflectionHelpers.getStaticField(ArrayUtils.class, "sCache");
        Arrays.fill(arrays, null);
        Application application = RuntimeEnvironment.getApplication();
        Collection<?> lifecycle = ReflectionHelpers.getField(application, "mActivityLifecycleCallbacks");
        lifecycle.removeIf(this::isDead);
        Object controller = ReflectionHelpers.getField(application, "mCallbacksController");
        Collection<?> components = ReflectionHelpers.getField(controller, "mComponentCallbacks");
        if (components != null) {
            components.removeIf(this::isDead);
        }
        ActivityThread thread = (ActivityThread) RuntimeEnvironment.getActivityThread();
        Map<?, ?> activities = ReflectionHelpers.getField(thread, "mActivities");
        activities.values().removeIf(record -> {
            Activity activity = ReflectionHelpers.getField(record, "activity");
            return isDead(activity);
        });
    }

    private void clearClasses(Class<?> holder, String map) {
        Map<Class<?>, ?> classes = ReflectionHelpers.getStaticField(holder, map);
        classes.keySet().removeIf(type -> type.getClassLoader() == killed);
    }

    private void clearShadows() {
        ShadowDialog.reset();
        Object shown = Shadow.extract(RuntimeEnvironment.getApplication());
        for (String latest : List.of("latestPopupMenu", "latestPopupWindow", "latestListPopupWindow")) {
            ReflectionHelpers.setField(shown, latest, null);
        }
        Collection<?> observers = ReflectionHelpers.getStaticField(ShadowContentResolver.class, "contentObservers");
        observers.removeIf(entry -> isDead(ReflectionHelpers.getField(entry, "observer")));
        Object views = ReflectionHelpers.getStaticField(ShadowWindowManagerImpl.class, "views");
        Collection<View> kept = ReflectionHelpers.callInstanceMethod(views, "values");
        kept.removeIf(view -> !view.isAttachedToWindow());
        ActivityThread thread = (ActivityThread) RuntimeEnvironment.getActivityThread();
        Object notes = Shadow.extract(thread.getInstrumentation());
        for (String list : List.of(
                "startedActivities", "broadcastIntents", "boundServiceConnections", "unboundServiceConnections")) {
            Collection<?> noted = ReflectionHelpers.getField(notes, list);
            noted.clear();
        }
        Map<?, ?> requests = ReflectionHelpers.getField(notes, "intentRequestCodeMap");
        requests.clear();
        Collection<?> receivers = ReflectionHelpers.getField(notes, "registeredReceivers");
        receivers.removeIf(wrapper -> isDead(ReflectionHelpers.getField(wrapper, "broadcastReceiver")));
    }
}
