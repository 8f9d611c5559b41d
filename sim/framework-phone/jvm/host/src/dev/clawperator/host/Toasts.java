package dev.clawperator.host;

import android.app.INotificationManager;
import android.app.ITransientNotification;
import android.app.ITransientNotificationCallback;
import android.content.Context;
import android.content.res.Resources;
import android.os.Binder;
import android.os.Handler;
import android.os.IBinder;
import android.os.Looper;
import android.os.RemoteException;
import android.view.View;
import android.widget.Toast;
import android.widget.ToastPresenter;
import java.lang.reflect.Method;
import org.robolectric.RuntimeEnvironment;

/** Toasts: the system shows those that are text, apps show their own when they are told to. One is seen at a time. */
final class Toasts extends SystemService<INotificationManager> {
    private static final long SHORT_MILLIS = 2_000;
    private static final long LONG_MILLIS = 3_500;

    private final Accessibility accessibility;
    private final Handler main = new Handler(Looper.getMainLooper());
    private Shown shown;

    /** A toast that is seen, and how it goes. */
    private record Shown(IBinder token, Runnable hide) {}

    Toasts(Accessibility accessibility) {
        super(INotificationManager.class);
        this.accessibility = accessibility;
    }

    @Override
    Object answer(Method method, Object[] arguments) {
        return switch (method.getName()) {
            case "enqueueTextToast" -> {
                String ofPackage = (String) arguments[0];
                IBinder token = (IBinder) arguments[1];
                CharSequence text = (CharSequence) arguments[2];
                ITransientNotificationCallback told = (ITransientNotificationCallback) arguments[6];
                onMain(() -> show(token, (int) arguments[3], () -> text(ofPackage, token, text, told)));
                yield queued(method);
            }
            case "enqueueToast" -> {
                IBinder token = (IBinder) arguments[1];
                ITransientNotification own = (ITransientNotification) arguments[2];
                onMain(() -> show(token, (int) arguments[3], () -> own(own)));
                yield queued(method);
            }
            case "cancelToast" -> {
                onMain(() -> hide((IBinder) arguments[1]));
                yield null;
            }
            default -> UNKNOWN;
        };
    }

    /** Takes the toast away that is seen, if any. Only for the main thread. */
    void clear() {
        Shown before = shown;
        if (before != null) {
            shown = null;
            before.hide.run();
        }
    }

    /** Makes a toast seen; answers how it goes. */
    private interface Presenting {
        Runnable begin();
    }

    private void show(IBinder token, int duration, Presenting presenting) {
        clear();
        shown = new Shown(token, presenting.begin());
        main.postDelayed(() -> hide(token), duration == Toast.LENGTH_LONG ? LONG_MILLIS : SHORT_MILLIS);
    }

    private void hide(IBinder token) {
        if (shown != null && shown.token == token) {
            clear();
        }
    }

    private Runnable text(String ofPackage, IBinder token, CharSequence text, ITransientNotificationCallback told) {
        Context context = RuntimeEnvironment.getApplication();
        ToastPresenter presenter = new ToastPresenter(context, accessibility.self(), self(), ofPackage);
        View view = ToastPresenter.getTextToastView(context, text);
        // Every release numbers what is the platform's own anew.
        Resources resources = context.getResources();
        int gravity = resources.getInteger(
                resources.getIdentifier("config_toastDefaultGravity", "integer", "android"));
        int height = resources.getDimensionPixelSize(
                resources.getIdentifier("toast_y_offset", "dimen", "android"));
        presenter.show(view, token, new Binder(), Toast.LENGTH_LONG, gravity, 0, height, 0, 0, told);
        return () -> presenter.hide(told);
    }

    private static Runnable own(ITransientNotification own) {
        try {
            own.show(new Binder());
        } catch (RemoteException gone) {
            return () -> {};
        }
        return () -> {
            try {
                own.hide();
            } catch (RemoteException gone) {
                // Its app took it along.
            }
        };
    }

    /** The app may show a toast from any thread; the call returns before it is seen. */
    private void onMain(Runnable work) {
        main.post(work);
    }

    /** Later releases tell whether there was room for it. */
    private static Object queued(Method method) {
        return method.getReturnType() == boolean.class ? true : null;
    }
}
