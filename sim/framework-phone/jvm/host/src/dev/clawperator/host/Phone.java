package dev.clawperator.host;

import android.content.Context;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import org.json.JSONObject;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.annotation.Config;
import org.robolectric.annotation.GraphicsMode;
import org.robolectric.annotation.LooperMode;
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
            CacheShadow.class,
            CaptureShadow.class,
            CommandShadow.class,
            KeyMapShadow.class,
            MagnifierShadow.class,
            Unshadowed.AccessibilityManagers.class,
            Unshadowed.AccessibilityRecords.class,
            Unshadowed.Clipboards.class,
            Unshadowed.Keyguards.class,
            Unshadowed.PlainToasts.class,
            Unshadowed.Powers.class,
            Unshadowed.Spinners.class,
            Unshadowed.Tasks.class,
            Unshadowed.Touches.class,
            Unshadowed.UiAutomations.class,
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
        Parts parts = new Parts(options);
        parts.loop.begin(parts);
        parts.registerServices();
        parts.stack.boot();
        parts.showFirstFrame();
        try (Server requests = new Server(options.token(), new Requests(parts));
                Server record = new Server(options.token(), new RecordRequests(parts));
                OperatorServer operator = new OperatorServer(options.token(), parts.loop)) {
            Thread.setDefaultUncaughtExceptionHandler(parts::crashedElsewhere);
            PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true);
            out.println(new JSONObject()
                    .put("ready", true)
                    .put("port", requests.port())
                    .put("record", record.port())
                    .put("operator", operator.port())
                    .put("pid", ProcessHandle.current().pid()));
            parts.loop.run();
        }
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
        final Accessibility accessibility = new Accessibility(this);
        private final Toasts toasts = new Toasts(accessibility);
        private final ClipboardService clipboard = new ClipboardService();
        private volatile boolean awake = true;
        private long keptAt = -1;
        private volatile int crashes;

        Parts(Options options) {
            loop = new MainLoop(new PhoneClock(options.speed()));
            keys = new Keys(this);
            keyboard = new Keyboard(RuntimeEnvironment.getApplication(), this::typeOnKeyboard);
            state = new State(this, options);
        }

        /** The system's side of what programs and apps ask for, before any of them does. */
        private void registerServices() {
            accessibility.register(Context.ACCESSIBILITY_SERVICE);
            new InputService(this).register(Context.INPUT_SERVICE);
            new WindowService(this).register(Context.WINDOW_SERVICE);
            new PowerService(this).register(Context.POWER_SERVICE);
            new TaskService(this).register(Context.ACTIVITY_TASK_SERVICE);
            clipboard.register(Context.CLIPBOARD_SERVICE);
            toasts.register(Context.NOTIFICATION_SERVICE);
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
                accessibility.windows.keep();
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
            toasts.clear();
            clipboard.forgetListeners();
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
                accessibility.settle();
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
