package dev.clawperator.operator.android;

import android.os.SystemClock;
import android.view.InputDevice;
import android.view.InputEvent;
import android.view.KeyCharacterMap;
import android.view.KeyEvent;
import dev.clawperator.operator.hidden.Injector;
import dev.clawperator.operator.protocol.Outcome;
import dev.clawperator.operator.session.Clock;
import dev.clawperator.operator.session.Result;
import java.util.ArrayDeque;
import java.util.Deque;

/** Events of one act, and what is known of the act when the phone does not take one of them. */
final class Input {
    static final int ASYNC = Injector.ASYNC;
    static final int WAIT_FOR_RESULT = Injector.WAIT_FOR_RESULT;
    static final int WAIT_FOR_FINISH = Injector.WAIT_FOR_FINISH;

    /** A no that took longer than this is not the phone's word, but its silence. */
    private static final long QUICK_MS = 1_000;

    private final Injector injector;
    private final Clock clock;
    /** Keys that went down and did not come up yet. */
    private final Deque<KeyEvent> down = new ArrayDeque<>();
    private int sent;

    Input(Injector injector, Clock clock) {
        this.injector = injector;
        this.clock = clock;
    }

    /** Sends an event; null if the phone took it, and otherwise what is known of the act. */
    Result send(InputEvent event, int mode) {
        Result failed = inject(event, mode);
        if (event instanceof KeyEvent && (failed == null || failed.outcome == Outcome.UNKNOWN)) {
            KeyEvent key = (KeyEvent) event;
            if (key.getAction() == KeyEvent.ACTION_UP) {
                down.removeIf(held -> held.getKeyCode() == key.getKeyCode());
            } else if (key.getRepeatCount() == 0) {
                down.addFirst(key);
            }
        }
        return failed;
    }

    /** Has every key come up that an act left down, the last one first: the next text would come in capitals. */
    void lift() {
        while (!down.isEmpty()) {
            KeyEvent key = down.removeFirst();
            int code = key.getKeyCode();
            int meta = KeyEvent.isModifierKey(code) ? 0 : key.getMetaState();
            KeyEvent up = event(KeyEvent.ACTION_UP, code, 0, meta, KeyEvent.FLAG_CANCELED, key.getDownTime());
            try {
                inject(up, WAIT_FOR_RESULT);
            } catch (RuntimeException gone) {
                // The phone takes no events any more.
            }
        }
    }

    private Result inject(InputEvent event, int mode) {
        long start = clock.now();
        try {
            if (injector.inject(event, mode)) {
                sent++;
                return null;
            }
        } catch (SecurityException forbidden) {
            return failed(
                    "INPUT_FORBIDDEN",
                    "the phone lets nobody inject events; on some phones \"USB debugging (Security settings)\" in the"
                            + " developer options has to be on");
        }
        if (mode == WAIT_FOR_FINISH || clock.now() - start > QUICK_MS) {
            return Result.of(Outcome.UNKNOWN, "INPUT_NOT_FINISHED", "the app did not say that it was done with the input");
        }
        return failed("INPUT_REFUSED", "the phone did not take the input");
    }

    /** A key down, or up, now. */
    Result key(int action, int code, int repeat, int meta, int flags, long downTime, int mode) {
        return send(event(action, code, repeat, meta, flags, downTime), mode);
    }

    /** A key down and up; returns when the app is done with it. */
    Result press(int code, int meta) {
        long down = SystemClock.uptimeMillis();
        Result result = key(KeyEvent.ACTION_DOWN, code, 0, meta, 0, down, WAIT_FOR_RESULT);
        return result == null ? key(KeyEvent.ACTION_UP, code, 0, meta, 0, down, WAIT_FOR_FINISH) : result;
    }

    private static KeyEvent event(int action, int code, int repeat, int meta, int flags, long downTime) {
        return new KeyEvent(
                downTime,
                SystemClock.uptimeMillis(),
                action,
                code,
                repeat,
                meta,
                KeyCharacterMap.VIRTUAL_KEYBOARD,
                0,
                flags,
                InputDevice.SOURCE_KEYBOARD);
    }

    private Result failed(String code, String message) {
        return sent == 0
                ? Result.of(Outcome.REFUSED, code, message)
                : Result.of(Outcome.IN_PART, code, message + " after " + sent + " events");
    }
}
