package dev.clawperator.operator.android;

import android.graphics.Bitmap;
import dev.clawperator.operator.hidden.Capture;
import dev.clawperator.operator.hidden.Services;
import dev.clawperator.operator.protocol.Pictured;
import dev.clawperator.operator.protocol.Request;
import dev.clawperator.operator.session.Clock;
import dev.clawperator.operator.session.Refused;
import java.io.ByteArrayOutputStream;

/** Pictures of the screen, scaled and encoded here, so that less has to travel. */
final class Pictures {
    private static final int WHOLE_QUALITY = 100;

    private final Capture capture;
    private final Services services;
    private final Connected connected;
    private final Clock clock;

    Pictures(Capture capture, Services services, Connected connected, Clock clock) {
        this.capture = capture;
        this.services = services;
        this.connected = connected;
        this.clock = clock;
    }

    Pictured take(Request.Picture wanted, long until) throws Refused {
        Pictured picture = new Pictured();
        Bitmap bitmap = pixels(picture, until);
        Bitmap scaled = bitmap;
        try {
            if (clock.now() >= until) {
                throw new Refused(Refused.TIMED_OUT, "the picture was not taken in its time");
            }
            measure(picture, bitmap);
            scaled = scaled(bitmap, wanted.longestSide);
            encode(picture, scaled, wanted);
            return picture;
        } finally {
            if (scaled != bitmap) {
                scaled.recycle();
            }
            bitmap.recycle();
        }
    }

    private void measure(Pictured picture, Bitmap bitmap) {
        picture.screenWidth = bitmap.getWidth();
        picture.screenHeight = bitmap.getHeight();
        try {
            Services.Screen screen = services.screen();
            picture.screenWidth = screen.width;
            picture.screenHeight = screen.height;
        } catch (RuntimeException unknown) {
            // Then the picture itself says how large the screen is.
        }
    }

    private static void encode(Pictured picture, Bitmap scaled, Request.Picture wanted) throws Refused {
        picture.width = scaled.getWidth();
        picture.height = scaled.getHeight();
        picture.jpeg = wanted.jpeg;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Bitmap.CompressFormat form = wanted.jpeg ? Bitmap.CompressFormat.JPEG : Bitmap.CompressFormat.PNG;
        int quality = wanted.jpeg ? Math.min(wanted.quality, WHOLE_QUALITY) : WHOLE_QUALITY;
        if (!scaled.compress(form, quality, bytes)) {
            throw new Refused(Refused.FAILED, "the picture could not be encoded");
        }
        picture.bytes = bytes.toByteArray();
    }

    /** The screen as pixels that can be scaled, and what the capture says of them. */
    private Bitmap pixels(Pictured picture, long until) throws Refused {
        Bitmap bitmap = null;
        try {
            Capture.Captured captured = capture.capture();
            if (captured != null) {
                picture.secure = captured.isSecure ? Pictured.SECURE_YES : Pictured.SECURE_NO;
                bitmap = captured.bitmap;
            }
        } catch (RuntimeException failed) {
            picture.secure = Pictured.SECURE_UNKNOWN;
        }
        if (bitmap == null) {
            bitmap = connected.get(until).takeScreenshot();
        }
        if (bitmap == null) {
            throw new Refused(Refused.FAILED, "the phone gave no picture");
        }
        if (bitmap.getConfig() == Bitmap.Config.ARGB_8888) {
            return bitmap;
        }
        // Pixels that only the graphics processor has are brought here first.
        try {
            Bitmap here = bitmap.copy(Bitmap.Config.ARGB_8888, false);
            if (here == null) {
                throw new Refused(Refused.FAILED, "the picture could not be read");
            }
            return here;
        } finally {
            bitmap.recycle();
        }
    }

    private static Bitmap scaled(Bitmap bitmap, long longestSide) {
        int longest = Math.max(bitmap.getWidth(), bitmap.getHeight());
        if (longestSide == 0 || longestSide >= longest) {
            return bitmap;
        }
        int width = (int) Math.max(1, Math.round((double) bitmap.getWidth() * longestSide / longest));
        int height = (int) Math.max(1, Math.round((double) bitmap.getHeight() * longestSide / longest));
        return Bitmap.createScaledBitmap(bitmap, width, height, true);
    }
}
