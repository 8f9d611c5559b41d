package dev.clawperator.host;

import android.animation.AnimationHandler;
import android.app.Activity;
import android.content.ComponentName;
import android.os.Handler;
import android.os.Looper;
import android.os.Message;
import android.os.MessageQueue;
import android.view.Choreographer;
import android.view.View;
import android.view.WindowManagerGlobal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.robolectric.util.ReflectionHelpers;

/** The process that the app runs in: its classes with their static state, from start to end. */
final class AppProcess {
    private static final int FIRST_PID = 10_000;

    private int starts;
    private AppClassLoader loader;

    boolean isRunning() {
        return loader != null;
    }

    /** The number of the process, or 0 when none runs. */
    int pid() {
        return isRunning() ? FIRST_PID + starts : 0;
    }

    /** Whether this class belongs to the app that runs now. */
    boolean owns(Class<?> type) {
        return loader != null && type.getClassLoader() == loader;
    }

    ClassLoader classLoader() {
        return loader;
    }

    /** Makes an activity, in a new process if none runs. */
    Activity instantiate(ComponentName component) throws ReflectiveOperationException {
        if (!isRunning()) {
            loader = new AppClassLoader();
            starts++;
            ContextShadow.use(loader);
            Thread.currentThread().setContextClassLoader(loader);
        }
        return (Activity) loader.loadClass(component.getClassName()).getDeclaredConstructor().newInstance();
    }

    /** Ends the process as the kernel does: none of its code is asked, and nothing of it will run again. */
    void kill(List<View> windows) {
        if (!isRunning()) {
            return;
        }
        AppClassLoader killed = loader;
        loader = null;
        ContextShadow.use(null);
        Thread.currentThread().setContextClassLoader(AppProcess.class.getClassLoader());
        removeMessages(killed);
        removeFrames(killed);
        removeAnimations();
        for (View window : windows) {
            try {
                WindowManagerGlobal.getInstance().removeView(window, true);
            } catch (RuntimeException thrownByDeadCode) {
                // A view that fails while it is taken away is gone all the same.
            }
        }
        removeMessages(killed);
        removeFrames(killed);
        try {
            Remains.clear(killed);
        } catch (RuntimeException unexpected) {
            // Memory is lost; the process is gone all the same.
            unexpected.printStackTrace();
        }
    }

    private static boolean isOf(ClassLoader loader, Object object) {
        return Remains.isOf(loader, object);
    }

    /** Messages that an app's handler or an app's code would take. */
    private static void removeMessages(ClassLoader killed) {
        MessageQueue queue = Looper.getMainLooper().getQueue();
        synchronized (queue) {
            int asynchronous = 0;
            Message before = null;
            Message message = ReflectionHelpers.getField(queue, "mMessages");
            while (message != null) {
                Message next = ReflectionHelpers.getField(message, "next");
                Handler target = message.getTarget();
                Object told = target == null ? null : ReflectionHelpers.getField(target, "mCallback");
                if (isOf(killed, message.getCallback()) || isOf(killed, target) || isOf(killed, told)) {
                    asynchronous += message.isAsynchronous() ? 1 : 0;
                    if (before == null) {
                        ReflectionHelpers.setField(queue, "mMessages", next);
                    } else {
                        ReflectionHelpers.setField(before, "next", next);
                    }
                } else {
                    before = message;
                }
                message = next;
            }
            if (ReflectionHelpers.hasField(MessageQueue.class, "mLast")) {
                // Later releases go by these too: a message behind an end that is gone would never come.
                int count = ReflectionHelpers.getField(queue, "mAsyncMessageCount");
                ReflectionHelpers.setField(queue, "mLast", before);
                ReflectionHelpers.setField(queue, "mAsyncMessageCount", count - asynchronous);
            }
        }
    }

    /** Frames that an app's code asked for. */
    private static void removeFrames(ClassLoader killed) {
        Choreographer choreographer = Choreographer.getInstance();
        Object[] queues = ReflectionHelpers.getField(choreographer, "mCallbackQueues");
        List<Object[]> found = new ArrayList<>();
        for (int type = 0; type < queues.length; type++) {
            Object record = ReflectionHelpers.getField(queues[type], "mHead");
            while (record != null) {
                Object action = ReflectionHelpers.getField(record, "action");
                if (isOf(killed, action)) {
                    found.add(new Object[] {type, action, ReflectionHelpers.getField(record, "token")});
                }
                record = ReflectionHelpers.getField(record, "next");
            }
        }
        for (Object[] one : found) {
            ReflectionHelpers.callInstanceMethod(
                    choreographer,
                    "removeCallbacksInternal",
                    ReflectionHelpers.ClassParameter.from(int.class, one[0]),
                    ReflectionHelpers.ClassParameter.from(Object.class, one[1]),
                    ReflectionHelpers.ClassParameter.from(Object.class, one[2]));
        }
    }

    /** Animations have the platform's classes and call the app's. The system's own windows have none that matter. */
    private static void removeAnimations() {
        AnimationHandler handler = AnimationHandler.getInstance();
        Collection<?> callbacks = ReflectionHelpers.getField(handler, "mAnimationCallbacks");
        Map<?, ?> delayed = ReflectionHelpers.getField(handler, "mDelayedCallbackStartTime");
        callbacks.clear();
        delayed.clear();
    }
}
