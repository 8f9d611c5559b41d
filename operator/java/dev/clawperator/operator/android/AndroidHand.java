package dev.clawperator.operator.android;

import android.content.ClipData;
import android.os.SystemClock;
import android.view.KeyEvent;
import android.view.ViewConfiguration;
import android.view.accessibility.AccessibilityNodeInfo;
import dev.clawperator.operator.hidden.Injector;
import dev.clawperator.operator.hidden.Missing;
import dev.clawperator.operator.hidden.Services;
import dev.clawperator.operator.protocol.Act;
import dev.clawperator.operator.protocol.Finger;
import dev.clawperator.operator.protocol.Outcome;
import dev.clawperator.operator.session.Board;
import dev.clawperator.operator.session.Going;
import dev.clawperator.operator.session.Hand;
import dev.clawperator.operator.session.Refused;
import dev.clawperator.operator.session.Result;

/** Touches the phone. */
final class AndroidHand implements Hand {
    private static final int WAKE_KEY = KeyEvent.KEYCODE_WAKEUP;

    private final Injector injector;
    private final Services services;
    private final Fields fields;
    /** When a finger last left the screen; acts come one after another. */
    private volatile long touched = -Keystrokes.TOUCHED_MS;
    private final Board<ClipData> board;
    private final Clips clips;

    AndroidHand(Injector injector, Services services, Fields fields, Board<ClipData> board, Clips clips) {
        this.injector = injector;
        this.services = services;
        this.fields = fields;
        this.board = board;
        this.clips = clips;
    }

    @Override
    public Result perform(Act act, Going going) {
        try {
            return begin(act, going);
        } catch (Missing missing) {
            return going.hasBegun()
                    ? Result.of(Outcome.UNKNOWN, Refused.UNSUPPORTED, missing.getMessage())
                    : Result.notBegun(Refused.UNSUPPORTED, missing.getMessage());
        } catch (Refused refused) {
            return going.hasBegun()
                    ? Result.of(Outcome.UNKNOWN, refused.code, refused.getMessage())
                    : Result.notBegun(refused.code, refused.getMessage());
        }
    }

    private Result begin(Act act, Going going) throws Refused {
        Input input = new Input(injector, going.clock());
        try {
            return begin(act, going, input);
        } finally {
            input.lift();
        }
    }

    private Result begin(Act act, Going going, Input input) throws Refused {
        if (act instanceof Act.Wake) {
            return key(WAKE_KEY, 0, 0, input, going);
        }
        if (act instanceof Act.Clip) {
            return clips.perform((Act.Clip) act, going);
        }
        boolean isWakeKey = act instanceof Act.Key && ((Act.Key) act).code == WAKE_KEY;
        if (!isWakeKey && isDark()) {
            return Result.of(Outcome.REFUSED, "DEVICE_NOT_INTERACTIVE", "the screen is off; nothing was sent");
        }
        if (act instanceof Act.Touch) {
            Result outside = outside((Act.Touch) act);
            if (outside != null) {
                return outside;
            }
            try {
                return new Touches(((Act.Touch) act).fingers, input, going).perform();
            } finally {
                touched = going.clock().now();
            }
        }
        if (act instanceof Act.Key) {
            Act.Key key = (Act.Key) act;
            return key(key.code, key.meta, key.heldMs, input, going);
        }
        if (act instanceof Act.Text) {
            return new Typing((Act.Text) act, fields, board, input, going, touched).perform();
        }
        if (act instanceof Act.NodeAction) {
            return node((Act.NodeAction) act, going);
        }
        return act instanceof Act.DismissLock ? dismissLock(going) : key(KeyEvent.KEYCODE_UNKNOWN, 0, 0, input, going);
    }

    /** A point outside of the screen is nobody's; null where all are inside, or the phone does not say how large it is. */
    private Result outside(Act.Touch touch) {
        Services.Screen screen;
        try {
            screen = services.screen();
        } catch (RuntimeException unknown) {
            return null;
        }
        for (Finger finger : touch.fingers) {
            for (int point = 0; point < finger.points(); point++) {
                int x = finger.x(point);
                int y = finger.y(point);
                if (x < 0 || y < 0 || x >= screen.width || y >= screen.height) {
                    String size = screen.width + "x" + screen.height;
                    return Result.notBegun(
                            "OFF_SCREEN",
                            "(" + x + "," + y + ") is outside the screen, which has " + size
                                    + " pixels; nothing was touched");
                }
            }
        }
        return null;
    }

    /** A phone that does not say whether it is dark is taken for lit: the input itself will tell. */
    private boolean isDark() {
        try {
            return !services.isInteractive();
        } catch (RuntimeException unknown) {
            return false;
        }
    }

    private Result key(int code, int meta, long heldMs, Input input, Going going) {
        long longPress = heldMs == 0 ? Long.MAX_VALUE : ViewConfiguration.getLongPressTimeout();
        if (!going.begin()) {
            return going.kept();
        }
        long start = going.clock().now();
        long downTime = SystemClock.uptimeMillis();
        Result failed = input.key(KeyEvent.ACTION_DOWN, code, 0, meta, 0, downTime, Input.WAIT_FOR_RESULT);
        boolean isHeld = true;
        if (failed == null && heldMs >= longPress) {
            isHeld = going.waitUntil(start + longPress);
            if (isHeld) {
                failed = input.key(
                        KeyEvent.ACTION_DOWN, code, 1, meta, KeyEvent.FLAG_LONG_PRESS, downTime, Input.WAIT_FOR_RESULT);
            }
        }
        if (failed != null) {
            return failed;
        }
        isHeld = isHeld && going.waitUntil(start + heldMs) || heldMs == 0;
        int flags = isHeld ? 0 : KeyEvent.FLAG_CANCELED;
        failed = input.key(KeyEvent.ACTION_UP, code, 0, meta, flags, downTime, Input.WAIT_FOR_FINISH);
        if (failed != null) {
            return failed;
        }
        return isHeld ? Result.done() : Result.of(Outcome.IN_PART, Refused.CANCELLED, "the key came up early");
    }

    private Result node(Act.NodeAction act, Going going) throws Refused {
        AccessibilityNodeInfo node = fields.byIdentity(act.window, act.identity, going);
        if (node == null) {
            return Fields.gone();
        }
        return going.begin() ? fields.perform(node, act.action, null, going) : going.kept();
    }

    private Result dismissLock(Going going) {
        if (services.isLocked() && services.isLockSecure(services.currentUser())) {
            return Result.of(Outcome.REFUSED, "LOCKED_BY_SECRET", "a secret opens the lock; nothing was sent");
        }
        if (!going.begin()) {
            return going.kept();
        }
        services.dismissLock();
        return Result.done();
    }
}
