package dev.clawperator.host;

import android.hardware.input.IInputManager;
import android.os.InputEventInjectionSync;
import android.view.InputEvent;
import android.view.KeyEvent;
import android.view.MotionEvent;
import java.lang.reflect.Method;

/** Input that programs inject: it goes the way of the phone's own {@code input}, to the window under the finger. */
final class InputService extends SystemService<IInputManager> {
    /** How long the platform waits until an app has taken an injected event. */
    private static final long PATIENCE_MILLIS = 30_000;

    private final Phone.Parts phone;

    InputService(Phone.Parts phone) {
        super(IInputManager.class);
        this.phone = phone;
    }

    @Override
    Object answer(Method method, Object[] arguments) throws Exception {
        return switch (method.getName()) {
            case "injectInputEvent", "injectInputEventToTarget" -> inject(
                    (InputEvent) arguments[0], (int) arguments[1] != InputEventInjectionSync.NONE);
            default -> UNKNOWN;
        };
    }

    /** Whoever sent an event may use it again, so the phone has its own. */
    private boolean inject(InputEvent event, boolean waits) throws Exception {
        Runnable input = input(event.copy());
        if (!waits) {
            phone.loop.post(input);
            return true;
        }
        try {
            phone.loop.call(
                    () -> {
                        input.run();
                        return null;
                    },
                    PATIENCE_MILLIS);
        } catch (Busy hung) {
            return false;
        }
        return true;
    }

    private Runnable input(InputEvent event) {
        return () -> {
            phone.keep();
            phone.loop.guarded(() -> {
                if (event instanceof KeyEvent key) {
                    phone.keys.inject(key);
                } else if (event instanceof MotionEvent motion && phone.isAwake()) {
                    phone.touch.send(phone.accessibility.faults.move(motion));
                }
            });
        };
    }
}
