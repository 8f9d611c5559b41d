package dev.clawperator.operator.android;

import android.content.ClipData;
import android.content.ClipDescription;
import android.os.PersistableBundle;
import dev.clawperator.operator.hidden.Missing;
import dev.clawperator.operator.protocol.Act;
import dev.clawperator.operator.protocol.Outcome;
import dev.clawperator.operator.session.Board;
import dev.clawperator.operator.session.Copied;
import dev.clawperator.operator.session.Going;
import dev.clawperator.operator.session.Refused;
import dev.clawperator.operator.session.Result;

/** Texts on the clipboard, and clips that are put there without a window that says so. */
final class Clips {
    private static final String IS_SENSITIVE = "android.content.extra.IS_SENSITIVE";
    /** Without it the system shows a window over the app for each clip. It believes this of the shell alone. */
    private static final String NO_OVERLAY = "com.android.systemui.SUPPRESS_CLIPBOARD_OVERLAY";
    private static final String LABEL = "text";

    private final Board<ClipData> board;

    Clips(Board<ClipData> board) {
        this.board = board;
    }

    Copied read() throws Refused {
        ClipData clip;
        try {
            clip = board.get();
        } catch (Missing missing) {
            throw new Refused(Refused.UNSUPPORTED, missing.getMessage());
        }
        CharSequence text = textOf(clip);
        return new Copied(text, clip != null && text == null);
    }

    /** Puts a text there, or takes away what is there, and looks whether that is so. */
    Result perform(Act.Clip act, Going going) throws Refused {
        read();
        if (!going.begin()) {
            return going.kept();
        }
        if (act.text == null) {
            board.restore(null);
            CharSequence left = read().text;
            return left == null || left.length() == 0 ? Result.done() : other();
        }
        ClipData now = board.put(plain(LABEL, act.text, act.isSensitive));
        if (now == null) {
            return Result.of(
                    Outcome.UNKNOWN,
                    Refused.UNSUPPORTED,
                    "the phone does not say what is on the clipboard; what was there before may be lost");
        }
        CharSequence text = textOf(now);
        return text != null && act.text.contentEquals(text) ? Result.done() : other();
    }

    private static Result other() {
        return Result.of(Outcome.UNKNOWN, Refused.FAILED, "the clipboard does not have the text afterwards");
    }

    static ClipData plain(CharSequence label, String text, boolean isSensitive) {
        ClipData clip = ClipData.newPlainText(label, text);
        PersistableBundle extras = new PersistableBundle();
        extras.putBoolean(IS_SENSITIVE, isSensitive);
        extras.putBoolean(NO_OVERLAY, true);
        clip.getDescription().setExtras(extras);
        return clip;
    }

    /** The same clip, without the window that says that something was copied. */
    static ClipData quiet(ClipData clip) {
        ClipDescription description = clip.getDescription();
        PersistableBundle before = description.getExtras();
        PersistableBundle extras = before == null ? new PersistableBundle() : new PersistableBundle(before);
        extras.putBoolean(NO_OVERLAY, true);
        description.setExtras(extras);
        return clip;
    }

    private static CharSequence textOf(ClipData clip) {
        return clip == null || clip.getItemCount() == 0 ? null : clip.getItemAt(0).getText();
    }
}
