package dev.clawperator.operator.android;

import android.content.ClipData;
import android.os.Bundle;
import android.view.KeyCharacterMap;
import android.view.KeyEvent;
import android.view.accessibility.AccessibilityNodeInfo;
import dev.clawperator.operator.protocol.Act;
import dev.clawperator.operator.protocol.Way;
import dev.clawperator.operator.session.Board;
import dev.clawperator.operator.session.Going;
import dev.clawperator.operator.session.Refused;
import dev.clawperator.operator.session.Result;
import dev.clawperator.operator.session.TextWays;
import java.util.ArrayList;
import java.util.List;

/** A text into a field. Nothing is sent before it is clear that all of it can be. */
final class Typing {
    private final Act.Text act;
    private final Fields fields;
    private final Board<ClipData> board;
    private final Input input;
    private final Going going;
    /** When the screen was last touched. */
    private final long touched;

    Typing(Act.Text act, Fields fields, Board<ClipData> board, Input input, Going going, long touched) {
        this.act = act;
        this.fields = fields;
        this.board = board;
        this.input = input;
        this.going = going;
        this.touched = touched;
    }

    Result perform() throws Refused {
        AccessibilityNodeInfo field =
                act.identity == 0 ? fields.focused(null, going) : fields.byIdentity(act.window, act.identity, going);
        if (field == null && act.identity != 0) {
            return Fields.gone();
        }
        if (field == null || act.identity == 0 && !Fields.isField(field)) {
            return Result.notBegun("NO_FIELD", "no field has the focus; nothing was sent");
        }
        List<KeyEvent[]> events = TextWays.isPrintable(act.text) ? events() : null;
        Way way = new TextWays(act, events != null).of(about(field));
        return by(way, field, events).by(way);
    }

    private static TextWays.Field about(AccessibilityNodeInfo field) {
        String shown = Fields.shown(field);
        return new TextWays.Field(
                Fields.offers(field, AccessibilityNodeInfo.ACTION_SET_TEXT),
                shown.codePointCount(0, shown.length()),
                Fields.isSecret(field));
    }

    /** The keys of each character, or null if one has none. */
    private List<KeyEvent[]> events() {
        KeyCharacterMap map = KeyCharacterMap.load(KeyCharacterMap.VIRTUAL_KEYBOARD);
        List<KeyEvent[]> all = new ArrayList<>();
        char[] one = new char[1];
        for (int place = 0; place < act.text.length(); place++) {
            one[0] = act.text.charAt(place);
            KeyEvent[] events = map.getEvents(one);
            if (events == null || events.length == 0) {
                return null;
            }
            for (KeyEvent event : events) {
                if (event.getKeyCode() == KeyEvent.KEYCODE_UNKNOWN) {
                    return null;
                }
            }
            all.add(events);
        }
        return all;
    }

    private Result by(Way way, AccessibilityNodeInfo field, List<KeyEvent[]> events) throws Refused {
        Keystrokes keys = new Keystrokes(field, fields, input, going, touched);
        if (way == Way.PASTE) {
            return new Pasting(act.text, act.erase, field, fields, board, keys, going).perform();
        }
        if (!going.begin()) {
            return going.kept();
        }
        if (way == Way.SET) {
            return set(field);
        }
        Result failed = keys.erase(act.erase);
        return failed == null ? keys.type(events) : failed;
    }

    /** Replaces all that is in the field, which need not have the focus. */
    private Result set(AccessibilityNodeInfo field) {
        Bundle arguments = new Bundle();
        arguments.putCharSequence(AccessibilityNodeInfo.ACTION_ARGUMENT_SET_TEXT_CHARSEQUENCE, act.text);
        return fields.perform(field, AccessibilityNodeInfo.ACTION_SET_TEXT, arguments, going);
    }
}
