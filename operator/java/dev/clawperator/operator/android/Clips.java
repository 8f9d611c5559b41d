package dev.clawperator.operator.android;

import android.content.ClipData;
import android.content.ClipDescription;
import android.os.PersistableBundle;
import dev.clawperator.operator.hidden.Clipboard;
import dev.clawperator.operator.hidden.Missing;
import dev.clawperator.operator.protocol.Act;
import dev.clawperator.operator.protocol.Outcome;
import dev.clawperator.operator.session.Going;
import dev.clawperator.operator.session.Refused;
import dev.clawperator.operator.session.Result;

/** Texts on the clipboard, and clips that are put there without a window that says so. */
final class Clips {
    private static final String IS_SENSITIVE = "android.content.extra.IS_SENSITIVE";
    /** Without it the system shows a window over the app for each clip. It believes this of the shell alone. */
    private static final String NO_OVERLAY = "com.android.systemui.SUPPRESS_CLIPBOARD_OVERLAY";
    private static final String LABEL = "text";

    private final Clipboard clipboard;

    Clips(Clipboard clipboard) {
        this.clipboard = clipboard;
    }

    /** What is on the clipboard; null where it is empty or has something else than a text. */
    CharSequence text() throws Refused {
        ClipData clip;
        try {
            clip = clipboard.get();
        } catch (Missing missing) {
            throw new Refused(Refused.UNSUPPORTED, missing.getMessage());
        } catch (SecurityException forbidden) {
            throw new Refused(Refused.UNSUPPORTED, "the phone does not let the shell read the clipboard");
        }
        if (clip == null && clipboard.isLocked()) {
            throw new Refused(Refused.UNSUPPORTED, "a locked phone does not say what is on the clipboard");
        }
        return textOf(clip);
    }

    /** Puts a text there, or takes away what is there, and looks whether that is so. */
    Result perform(Act.Clip act, Going going) throws Refused {
        text();
        if (!going.begin()) {
            return going.kept();
        }
        if (act.text == null) {
            clipboard.clear();
        } else {
            clipboard.set(plain(LABEL, act.text, act.isSensitive));
        }
        CharSequence now = text();
        String wanted = act.text == null ? "" : act.text;
        boolean isThere = wanted.contentEquals(now == null ? "" : now);
        return isThere
                ? Result.done()
                : Result.of(Outcome.UNKNOWN, Refused.FAILED, "the clipboard does not have the text afterwards");
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
