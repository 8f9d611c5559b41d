package dev.clawperator.operator.android;

import android.os.Bundle;
import android.os.SystemClock;
import android.view.InputDevice;
import android.view.KeyEvent;
import android.view.accessibility.AccessibilityNodeInfo;
import dev.clawperator.operator.protocol.Outcome;
import dev.clawperator.operator.session.Going;
import dev.clawperator.operator.session.Refused;
import dev.clawperator.operator.session.Result;
import java.util.List;

/**
 * Keys into a field. They go wherever the focus is, so that it is looked at before each of them: what is meant for one
 * app, or for a password, is not typed into anything else.
 */
final class Keystrokes {
    static final String NOT_FOCUSED = "NOT_FOCUSED";

    private static final int CTRL = KeyEvent.META_CTRL_ON | KeyEvent.META_CTRL_LEFT_ON;
    /** The platform cuts longer texts of nodes, so that their end is not the end of the field. */
    private static final int WHOLE_TEXT = 100_000;
    /** How long after a touch a field may still put the caret where the finger was. */
    static final long TOUCHED_MS = 1_000;
    /** How long the caret has to stay then. */
    private static final long STILL_MS = 200;
    private static final int MOST_TRIES = 5;
    /** How long a caret may take to be seen where it was put. */
    private static final long DRAWN_MS = 200;
    private static final long BETWEEN_MS = 20;

    private final AccessibilityNodeInfo field;
    private final Fields fields;
    private final Input input;
    private final Going going;
    private final CharSequence app;
    private final boolean isSecret;
    private final long touched;
    private long erased;
    private int typed;

    Keystrokes(AccessibilityNodeInfo field, Fields fields, Input input, Going going, long touched) {
        this.field = field;
        this.fields = fields;
        this.input = input;
        this.going = going;
        app = field.getPackageName();
        isSecret = Fields.isSecret(field);
        this.touched = touched;
    }

    /** Whether the field is another than before. */
    boolean hasChanged() {
        return erased + typed > 0;
    }

    /** Focuses the field and takes characters away from its end; null if all of that was done. */
    Result erase(long count) throws Refused {
        if (!fields.focus(field, going)) {
            return stopped();
        }
        Result failed = toEnd();
        for (long left = count; left > 0 && failed == null; left--) {
            if (going.isCancelled()) {
                return cut();
            }
            // Of several fields for one character each, the one before would be emptied next.
            if (!fields.isFocused(field, going)) {
                return stopped();
            }
            failed = input.press(KeyEvent.KEYCODE_DEL, 0);
            erased += failed == null ? 1 : 0;
        }
        return failed;
    }

    Result type(List<KeyEvent[]> characters) throws Refused {
        AccessibilityNodeInfo focused = field;
        for (KeyEvent[] character : characters) {
            // Only between two characters: in the middle of one a key is down.
            if (going.isCancelled()) {
                return cut();
            }
            focused = fields.focused(focused, going);
            if (!takes(focused)) {
                return stopped();
            }
            Result failed = send(character);
            if (failed != null) {
                return failed;
            }
            typed++;
        }
        return Result.done();
    }

    /** Fields for one character each hand the focus on by themselves. */
    private boolean takes(AccessibilityNodeInfo focused) {
        return focused != null
                && app != null
                && focused.getPackageName() != null
                && app.toString().contentEquals(focused.getPackageName())
                && focused.getWindowId() == field.getWindowId()
                && Fields.isField(focused)
                && (!isSecret || Fields.isSecret(focused));
    }

    /** Where the focus goes is known only after the app is done with the character. */
    private Result send(KeyEvent[] character) {
        Result failed = null;
        for (int place = 0; place < character.length && failed == null; place++) {
            boolean isLast = place == character.length - 1;
            failed = input.send(now(character[place]), isLast ? Input.WAIT_FOR_FINISH : Input.WAIT_FOR_RESULT);
        }
        return failed;
    }

    private static KeyEvent now(KeyEvent event) {
        KeyEvent timed = KeyEvent.changeTimeRepeat(event, SystemClock.uptimeMillis(), 0);
        timed.setSource(InputDevice.SOURCE_KEYBOARD);
        return timed;
    }

    /** Has the caret behind what is there, and nothing selected; null if it is there. */
    Result toEnd() throws Refused {
        if (!field.refresh()) {
            return stopped();
        }
        CharSequence text = field.getText();
        if (Compat.isShowingHint(field) || text != null && text.length() == 0) {
            return null;
        }
        boolean isKnown = text != null && text.length() < WHOLE_TEXT;
        boolean isSet = isKnown
                && Fields.offers(field, AccessibilityNodeInfo.ACTION_SET_SELECTION)
                && keepAt(text.length());
        if (isSet) {
            return null;
        }
        // Unlike what is asked of the field itself, a key goes wherever the focus is by now.
        if (!fields.isFocused(field, going)) {
            return stopped();
        }
        // In a text of several lines the key alone goes to the end of one of them, and not all fields say how many.
        Result failed = input.press(KeyEvent.KEYCODE_MOVE_END, CTRL);
        if (failed != null || !isKnown || comesTo(text.length()) || field.getTextSelectionEnd() < 0) {
            return failed;
        }
        return hasChanged()
                ? Result.of(Outcome.IN_PART, "CARET_ELSEWHERE", "the caret does not stay at the end of the field")
                : Result.of(Outcome.REFUSED, "CARET_ELSEWHERE", "the caret does not stay at the end; nothing was typed");
    }

    /** Puts the caret there until it stays. */
    private boolean keepAt(int end) {
        for (int attempt = 0; attempt < MOST_TRIES && select(end); attempt++) {
            long now = going.clock().now();
            if (now - touched >= TOUCHED_MS || !going.waitUntil(now + STILL_MS) || isAt(end)) {
                return true;
            }
        }
        return false;
    }

    /** An app says no also where the caret is there already. */
    private boolean select(int end) {
        Bundle arguments = new Bundle();
        arguments.putInt(AccessibilityNodeInfo.ACTION_ARGUMENT_SELECTION_START_INT, end);
        arguments.putInt(AccessibilityNodeInfo.ACTION_ARGUMENT_SELECTION_END_INT, end);
        field.performAction(AccessibilityNodeInfo.ACTION_SET_SELECTION, arguments);
        return comesTo(end);
    }

    /** Some toolkits tell where the caret is only after they have drawn it there. */
    private boolean comesTo(int end) {
        long until = going.clock().now() + DRAWN_MS;
        boolean isThere = isAt(end);
        while (!isThere && going.clock().now() < until && going.waitUntil(going.clock().now() + BETWEEN_MS)) {
            isThere = isAt(end);
        }
        return isThere;
    }

    private boolean isAt(int end) {
        return field.refresh() && field.getTextSelectionStart() == end && field.getTextSelectionEnd() == end;
    }

    /** The focus is elsewhere. */
    Result stopped() {
        if (!hasChanged()) {
            return Result.of(Outcome.REFUSED, NOT_FOCUSED, "the field does not have the focus; nothing was typed");
        }
        long count = typed > 0 ? typed : erased;
        String how = (count == 1 ? " character was " : " characters were ") + (typed > 0 ? "typed" : "taken away");
        return Result.of(Outcome.IN_PART, NOT_FOCUSED, "the focus went elsewhere after " + count + how);
    }

    static Result cut() {
        return Result.of(Outcome.IN_PART, Refused.CANCELLED, "the typing was cut short");
    }
}
