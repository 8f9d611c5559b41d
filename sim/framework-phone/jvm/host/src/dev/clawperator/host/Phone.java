package dev.clawperator.host;

import android.accessibilityservice.AccessibilityServiceInfo;
import android.app.Application;
import android.view.accessibility.AccessibilityManager;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import org.json.JSONObject;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.Shadows;
import org.robolectric.annotation.Config;
import org.robolectric.annotation.GraphicsMode;
import org.robolectric.annotation.LooperMode;
import org.robolectric.shadows.ShadowAccessibilityManager;
import org.robolectric.shadows.ShadowChoreographer;
import org.robolectric.shadows.ShadowLog;

/** The phone: it is put together, tells where it can be reached, and runs until somebody stops it. */
@RunWith(RobolectricTestRunner.class)
@LooperMode(LooperMode.Mode.PAUSED)
@GraphicsMode(GraphicsMode.Mode.NATIVE)
@Config(
        shadows = {
            ActivityShadow.class,
            ContextShadow.class,
            Events.class,
            KeyMapShadow.class,
            MagnifierShadow.class,
            ToastShadow.class,
            Unshadowed.Spinners.class,
            Unshadowed.Touches.class,
            ViewRootShadow.class
        })
public final class Phone {
    @Test
    public void run() throws Exception {
        Options options = Options.fromEnvironment();
        ShadowLog.setLoggable("View", android.util.Log.ERROR);
        ShadowChoreographer.setPaused(true);
        ShadowChoreographer.setFrameDelay(Duration.ofNanos(PhoneClock.FRAME_NANOS));
        Display.set(options.width(), options.height(), options.density(), 0);
        listenToEvents();
        Parts parts = new Parts(options);
        parts.loop.begin(parts);
        parts.stack.boot();
        parts.showFirstFrame();
        try (Server requests = new Server(options.token(), new Requests(parts));
                Server record = new Server(options.token(), new RecordRequests(parts))) {
            Thread.setDefaultUncaughtExceptionHandler(parts::crashedElsewhere);
            PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true);
            out.println(new JSONObject()
                    .put("ready", true)
                    .put("port", requests.port())
                    .put("record", record.port())
                    .put("pid", ProcessHandle.current().pid()));
            parts.loop.run();
        }
    }

    /** Toolkits tell of changes, and Compose makes its nodes, only for a service that listens. */
    private static void listenToEvents() {
        Application application = RuntimeEnvironment.getApplication();
        ShadowAccessibilityManager manager =
                Shadows.shadowOf(application.getSystemService(AccessibilityManager.class));
        AccessibilityServiceInfo service = new AccessibilityServiceInfo();
        service.eventTypes = android.view.accessibility.AccessibilityEvent.TYPES_ALL_MASK;
        service.flags = AccessibilityServiceInfo.FLAG_INCLUDE_NOT_IMPORTANT_VIEWS
                | AccessibilityServiceInfo.FLAG_REPORT_VIEW_IDS;
        manager.setEnabledAccessibilityServiceList(List.of(service));
        manager.setEnabled(true);
    }

    /** The parts of the phone, which know each other through this. */
    static final class Parts implements MainLoop.Hooks {
        private static final int FRAMES_OF_A_START = 5;

        final MainLoop loop;
        final AppProcess process = new AppProcess();
        final ActivityStack stack = new ActivityStack(process);
        final Windows windows = new Windows(stack);
        final Pixels pixels = new Pixels(windows);
        final LastTouch lastTouch = new LastTouch(windows);
        final Touch touch = new Touch(windows, lastTouch::touched, this::beforeRelease);
        final Keyboard keyboard;
        final Keys keys;
        final State state;
        private boolean awake = true;
        private long keptAt = -1;
        private volatile int crashes;

        Parts(Options options) {
            loop = new MainLoop(new PhoneClock(options.speed()));
            keys = new Keys(this);
            keyboard = new Keyboard(RuntimeEnvironment.getApplication(), this::typeOnKeyboard);
            state = new State(this, options);
        }

        /** A keyboard speaks to the field that it was opened for, and has nobody to speak to where there is none. */
        private void typeOnKeyboard(String text) {
            if (windows.wantsKeyboard()) {
                keys.type(text);
            }
        }

        boolean isAwake() {
            return awake;
        }

        void setAwake(boolean now) {
            awake = now;
        }

        /** The launcher is drawn before anybody can ask for it, which takes a cold JVM a while. */
        private void showFirstFrame() {
            loop.frames(FRAMES_OF_A_START);
            keep();
            pixels.draw(true);
        }

        /** Keeps what can be seen and told now: the app may hold the main thread from the next moment on. */
        void keep() {
            long now = Idle.now();
            if (keptAt != now) {
                keptAt = now;
                pixels.keep();
                state.keep();
            }
        }

        private void beforeRelease() {
            lastTouch.released();
            keep();
        }

        /** How many times code of the app threw what nobody caught. */
        int crashes() {
            return crashes;
        }

        /** Ends the app as {@code am force-stop} does. */
        void stopApp() {
            ToastShadow.clear();
            keyboard.hide();
            stack.killApp();
            windows.forgetFocus();
        }

        @Override
        public void crashed(Throwable cause) {
            System.err.println("the app crashed");
            cause.printStackTrace();
            crashes++;
            stopApp();
        }

        @Override
        public boolean settle() {
            boolean[] changed = new boolean[1];
            loop.guarded(() -> {
                changed[0] = stack.settle() | keyboard.update();
                if (windows.updateFocus()) {
                    changed[0] = true;
                    if (!windows.wantsKeyboard()) {
                        keyboard.hide();
                    }
                }
                windows.updatePan();
                windows.liftAbove(keyboard.top());
            });
            return changed[0];
        }

        /** A crash on another thread ends the app too. */
        void crashedElsewhere(Thread thread, Throwable cause) {
            if (cause instanceof ThreadDeath) {
                // It was stopped with its process.
                return;
            }
            if (loop.isMainThread()) {
                crashed(cause);
            } else {
                loop.over(now -> {
                    crashed(cause);
                    return true;
                });
            }
        }
    }
}
