package dev.clawperator.host;

import android.graphics.Bitmap;
import android.graphics.ColorSpace;
import android.window.ScreenCapture;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Consumer;
import java.util.function.ObjIntConsumer;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.util.ReflectionHelpers;

/** A picture of the display, which is a buffer of the graphics hardware on a phone and a bitmap here. */
@Implements(value = ScreenCapture.ScreenshotHardwareBuffer.class, isInAndroidSdk = false)
public class CaptureShadow {
    private static final Map<ScreenCapture.ScreenshotHardwareBuffer, Bitmap> BITMAPS =
            Collections.synchronizedMap(new WeakHashMap<>());

    @RealObject private ScreenCapture.ScreenshotHardwareBuffer buffer;

    /** Hands a picture to whoever asked for it. Later releases hand over a status too. */
    @SuppressWarnings("unchecked")
    static void deliver(Object listener, Bitmap bitmap, boolean secure) {
        ScreenCapture.ScreenshotHardwareBuffer made = new ScreenCapture.ScreenshotHardwareBuffer(
                null, ColorSpace.get(ColorSpace.Named.SRGB), secure, false);
        BITMAPS.put(made, bitmap);
        Object consumer = ReflectionHelpers.getField(listener, "mConsumer");
        if (consumer instanceof ObjIntConsumer<?> newer) {
            ((ObjIntConsumer<Object>) newer).accept(made, 0);
        } else {
            ((Consumer<Object>) consumer).accept(made);
        }
    }

    @Implementation
    protected Bitmap asBitmap() {
        return BITMAPS.get(buffer);
    }
}
