package dev.clawperator.host;

import android.view.KeyCharacterMap;
import android.view.KeyEvent;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowKeyCharacterMap;

/** Fields for numbers ask which of the characters that they take a key can mean. */
@Implements(KeyCharacterMap.class)
public class KeyMapShadow extends ShadowKeyCharacterMap {
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
