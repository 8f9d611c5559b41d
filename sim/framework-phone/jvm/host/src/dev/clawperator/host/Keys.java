package dev.clawperator.host;

import android.os.SystemClock;
import android.view.InputDevice;
import android.view.KeyCharacterMap;
import android.view.KeyEvent;

/** Keys: the system takes some of them, the focused window the others. Only for the main thread. */
final class Keys {
    private final Phone.Parts phone;

    Keys(Phone.Parts phone) {
        this.phone = phone;
    }

    /** Presses a key and lets it go. */
    void press(int code, boolean isLong) {
        switch (code) {
            case KeyEvent.KEYCODE_HOME -> phone.stack.home();
            case KeyEvent.KEYCODE_WAKEUP -> phone.setAwake(true);
            case KeyEvent.KEYCODE_SLEEP -> phone.setAwake(false);
            case KeyEvent.KEYCODE_POWER -> phone.setAwake(!phone.isAwake());
            case KeyEvent.KEYCODE_BACK -> {
                if (!phone.keyboard.hide()) {
                    send(code, isLong);
                }
            }
            default -> send(code, isLong);
        }
    }

    /** Takes a key that a program injected: it goes down, stays, and goes up in events of its own. */
    void inject(KeyEvent event) {
        int code = event.getKeyCode();
        boolean goesUp = event.getAction() == KeyEvent.ACTION_UP;
        if (code == KeyEvent.KEYCODE_BACK && phone.keyboard.isShown()) {
            if (goesUp) {
                phone.keyboard.hide();
            }
            return;
        }
        if (!isOfSystem(code)) {
            dispatch(event);
        } else if (goesUp) {
            press(code, false);
        }
    }

    private static boolean isOfSystem(int code) {
        return code == KeyEvent.KEYCODE_HOME
                || code == KeyEvent.KEYCODE_WAKEUP
                || code == KeyEvent.KEYCODE_SLEEP
                || code == KeyEvent.KEYCODE_POWER;
    }

    /** Types text with the keys of the virtual keyboard; answers whether it could be typed. */
    boolean type(String text) {
        KeyEvent[] events = KeyCharacterMap.load(KeyCharacterMap.VIRTUAL_KEYBOARD).getEvents(text.toCharArray());
        if (events == null) {
            return false;
        }
        for (KeyEvent event : events) {
            dispatch(KeyEvent.changeTimeRepeat(event, SystemClock.uptimeMillis(), 0));
        }
        return true;
    }

    private void send(int code, boolean isLong) {
        long now = SystemClock.uptimeMillis();
        KeyEvent down = event(now, KeyEvent.ACTION_DOWN, code);
        dispatch(down);
        if (isLong) {
            dispatch(KeyEvent.changeTimeRepeat(down, now, 1, down.getFlags() | KeyEvent.FLAG_LONG_PRESS));
        }
        dispatch(event(now, KeyEvent.ACTION_UP, code));
    }

    private void dispatch(KeyEvent event) {
        PhoneWindow window = phone.windows.focused();
        if (window != null && phone.isAwake()) {
            Touch.dispatch(window.root(), event);
            phone.loop.drain();
        }
    }

    private static KeyEvent event(long now, int action, int code) {
        return new KeyEvent(
                now, now, action, code, 0, 0, KeyCharacterMap.VIRTUAL_KEYBOARD, 0, 0, InputDevice.SOURCE_KEYBOARD);
    }
}
