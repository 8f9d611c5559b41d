package dev.clawperator.operator.android;

import android.content.ClipData;
import android.view.accessibility.AccessibilityNodeInfo;
import dev.clawperator.operator.hidden.Missing;
import dev.clawperator.operator.protocol.Outcome;
import dev.clawperator.operator.session.Board;
import dev.clawperator.operator.session.Going;
import dev.clawperator.operator.session.Refused;
import dev.clawperator.operator.session.Result;
import dev.clawperator.operator.session.TextWays;
import java.util.UUID;

/**
 * A text into a field by way of the clipboard, which belongs to the phone's user: what is on it is put back afterwards,
 * whatever happens, and where that cannot be done nothing is pasted.
 */
final class Pasting {
    /** How long a field may take to show what was pasted. Until then the app may still read the clipboard. */
    private static final long SHOWN_MS = 2_000;
    /** How long it may take to show that characters were taken away. */
    private static final long ERASED_MS = 500;
    private static final long STILL_MS = 50;
    private static final long BETWEEN_MS = 20;

    private final String text;
    private final long erase;
    private final AccessibilityNodeInfo field;
    private final Fields fields;
    private final Board<ClipData> board;
    private final Keystrokes keys;
    private final Going going;
    /** Tells this clip from every other. */
    private final String label = "clawperator " + UUID.randomUUID();
    private boolean wasOurs;

    Pasting(
            String text,
            long erase,
            AccessibilityNodeInfo field,
            Fields fields,
            Board<ClipData> board,
            Keystrokes keys,
            Going going) {
        this.text = text;
        this.erase = erase;
        this.field = field;
        this.fields = fields;
        this.board = board;
        this.keys = keys;
        this.going = going;
    }

    Result perform() throws Refused {
        String whyNot = whyNot(read());
        if (whyNot != null) {
            return Result.notBegun(TextWays.UNSUPPORTED, whyNot + "; nothing was sent");
        }
        if (!going.begin()) {
            return going.kept();
        }
        String shown = Fields.shown(field);
        Result failed = keys.erase(erase);
        if (failed != null || text.isEmpty()) {
            return failed == null ? Result.done() : failed;
        }
        if (keys.hasChanged()) {
            rest(shown);
        }
        // What was copied in the meantime is put back too.
        Read before = read();
        whyNot = whyNot(before);
        return whyNot == null ? paste(before.clip) : refused(TextWays.UNSUPPORTED, whyNot);
    }

    /** What is on the clipboard, or that nobody knows. */
    private static final class Read {
        final ClipData clip;
        final boolean isKnown;

        Read(ClipData clip, boolean isKnown) {
            this.clip = clip;
            this.isKnown = isKnown;
        }
    }

    private Read read() {
        try {
            return new Read(board.get(), true);
        } catch (Missing missing) {
            throw missing;
        } catch (Refused | RuntimeException refused) {
            return new Read(null, false);
        }
    }

    /** Why what is on the clipboard could not be put back as it is; null if it can. */
    private static String whyNot(Read read) {
        if (!read.isKnown) {
            return "the clipboard cannot be read, so that it could not be put back";
        }
        int items = read.clip == null ? 0 : read.clip.getItemCount();
        for (int place = 0; place < items; place++) {
            ClipData.Item item = read.clip.getItemAt(place);
            // Whoever copied one of these lets others read it; nobody else can do so again.
            boolean isText = (item.getText() != null || item.getHtmlText() != null)
                    && item.getUri() == null
                    && item.getIntent() == null;
            if (!isText) {
                return "the clipboard has something else than text, which could not be put back";
            }
        }
        return null;
    }

    private Result paste(ClipData before) throws Refused {
        Result result = null;
        try {
            ClipData now = board.put(Clips.plain(label, text, true));
            wasOurs = isOurs(now);
            if (wasOurs) {
                result = pasteOurs();
            } else if (now == null && before == null) {
                // It said that it was empty before, and says so still.
                result = refused(
                        TextWays.UNSUPPORTED,
                        "the phone does not let the shell read the clipboard, and what was on it may be lost");
            } else {
                result = refused(TextWays.UNSUPPORTED, "the phone does not let the shell use the clipboard");
            }
        } finally {
            boolean isBack = putBack(before);
            if (!isBack && result != null && result.outcome == Outcome.DONE) {
                result = Result.of(
                        Outcome.IN_PART, Refused.FAILED, "the text was pasted, and the clipboard could not be put back");
            }
        }
        return result;
    }

    private Result pasteOurs() throws Refused {
        if (!fields.isFocused(field, going)) {
            return keys.stopped();
        }
        if (going.isCancelled()) {
            return Keystrokes.cut();
        }
        // What touched the field before may have come to it only now.
        Result astray = keys.toEnd();
        if (astray != null) {
            return astray;
        }
        field.refresh();
        String shown = Fields.shown(field);
        Result pasted = fields.perform(field, AccessibilityNodeInfo.ACTION_PASTE, null, going);
        if (pasted.outcome == Outcome.REFUSED) {
            return refused(pasted.code, "the field does not let a text be pasted");
        }
        boolean isSeen = waitForOther(shown, SHOWN_MS);
        if (pasted.outcome == Outcome.DONE && !isSeen) {
            return Result.of(
                    Outcome.UNKNOWN, Refused.TIMED_OUT, "the paste was sent, and the field does not show another text");
        }
        return pasted;
    }

    /** Some toolkits paste into the text as it was last drawn, so that what was taken away would come back. */
    private void rest(String before) {
        long until = going.clock().now() + ERASED_MS;
        String shown = before;
        while (going.clock().now() < until && waitForOther(shown, shown.equals(before) ? ERASED_MS : STILL_MS)) {
            shown = Fields.shown(field);
        }
    }

    /** Waits until the field shows another text; false if it does not in this time. */
    private boolean waitForOther(String before, long most) {
        long until = going.clock().now() + most;
        boolean isThere = field.refresh();
        while (isThere && Fields.shown(field).equals(before)) {
            if (going.clock().now() >= until || !going.waitUntil(going.clock().now() + BETWEEN_MS)) {
                return false;
            }
            isThere = field.refresh();
        }
        return isThere;
    }

    private Result refused(String code, String why) {
        return keys.hasChanged()
                ? Result.of(Outcome.IN_PART, code, why + "; characters were taken away, and none was added")
                : Result.of(Outcome.REFUSED, code, why + "; nothing was pasted");
    }

    private boolean isOurs(ClipData clip) {
        CharSequence found = clip == null ? null : clip.getDescription().getLabel();
        return found != null && label.contentEquals(found);
    }

    /** Puts back what was there, unless somebody else has used the clipboard since. */
    private boolean putBack(ClipData before) {
        try {
            ClipData now = board.peek();
            // One that could not be read may be ours all the same.
            boolean maybeOurs = isOurs(now) || now == null && !wasOurs;
            if (maybeOurs) {
                board.restore(before == null ? null : Clips.quiet(before));
            }
            return true;
        } catch (RuntimeException lost) {
            return false;
        }
    }
}
