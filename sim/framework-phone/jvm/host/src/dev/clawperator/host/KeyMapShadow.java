package dev.clawperator.host;

import android.view.KeyCharacterMap;
import android.view.KeyEvent;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowKeyCharacterMap;

/** What the keys of the virtual keyboard mean, where Robolectric's own shadow says something else than a phone. */
@Implements(KeyCharacterMap.class)
public class KeyMapShadow extends ShadowKeyCharacterMap {
    /** A text with a character that no key makes has no events at all. */
    @Implementation
    protected static KeyEvent[] nativeGetEvents(long map, char[] text) {
        KeyEvent[] events = ShadowKeyCharacterMap.nativeGetEvents(map, text);
        for (KeyEvent event : events) {
            if (event.getKeyCode() == KeyEvent.KEYCODE_UNKNOWN) {
                return null;
            }
        }
        return events;
    }

    /** Fields for numbers ask which of the characters that they take a key can mean. */
    @Implementation
    protected static char nativeGetMatch(long map, int keyCode, char[] accepted, int metaState) {
        for (int meta : new int[] {metaState, 0, KeyEvent.META_SHIFT_ON}) {
            char meant = nativeGetCharacter(map, keyCode, meta);
            for (char one : accepted) {
                if (one == meant) {
                    return one;
                }
            }
        }
        return 0;
    }
}
