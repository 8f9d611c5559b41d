package dev.clawperator.host;

import android.app.WindowConfiguration;
import android.content.res.Resources;
import android.graphics.Point;
import android.graphics.Rect;
import java.util.Locale;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.Shadows;
import org.robolectric.shadows.ShadowDisplay;

/** The display's size and turn. */
final class Display {
    private static final int BASELINE = 160;

    private Display() {}

    /** Sets size and density, and turns by so many quarters; the size is that of the upright display. */
    static void set(int width, int height, int density, int rotation) {
        boolean upright = rotation % 2 == 0;
        int across = upright ? width : height;
        int down = upright ? height : width;
        RuntimeEnvironment.setQualifiers(String.format(
                Locale.ROOT,
                "w%ddp-h%ddp-%s-notnight-%ddpi",
                across * BASELINE / density,
                down * BASELINE / density,
                across > down ? "land" : "port",
                density));
        ShadowDisplay display = Shadows.shadowOf(ShadowDisplay.getDefaultDisplay());
        // Qualifiers are in whole units, which are not whole pixels.
        display.setWidth(across);
        display.setHeight(down);
        display.setRealWidth(across);
        display.setRealHeight(down);
        display.setRotation(rotation);
        tellBounds(RuntimeEnvironment.getApplication().getResources());
    }

    /** Windows reckon their place from the bounds in their configuration, which nobody else fills in. */
    static void tellBounds(Resources resources) {
        Point size = new Point();
        ShadowDisplay.getDefaultDisplay().getRealSize(size);
        Rect bounds = new Rect(0, 0, size.x, size.y);
        WindowConfiguration window = resources.getConfiguration().windowConfiguration;
        window.setBounds(bounds);
        window.setAppBounds(bounds);
        window.setMaxBounds(bounds);
    }
}
