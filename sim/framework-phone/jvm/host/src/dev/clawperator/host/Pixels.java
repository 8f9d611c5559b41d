package dev.clawperator.host;

import android.graphics.Bitmap;
import android.graphics.Canvas;
import android.graphics.Color;
import android.graphics.Paint;
import android.graphics.Picture;
import android.graphics.Point;
import android.graphics.Rect;
import android.view.View;
import android.view.WindowManager.LayoutParams;
import java.nio.ByteBuffer;
import java.util.List;
import org.robolectric.shadows.ShadowDisplay;
import org.robolectric.util.ReflectionHelpers;

/** Draws the windows into one bitmap that is used again and again: a new one each time costs 20 MB until it is freed. */
final class Pixels {
    private static final boolean BLUE_FIRST = isBlueFirst();

    private final Windows windows;
    private Bitmap bitmap;
    private volatile Picture last;
    private boolean secure;

    Pixels(Windows windows) {
        this.windows = windows;
    }

    /**
     * A picture of the display.
     *
     * @param bytes red, green, blue and alpha of each pixel
     */
    record Frame(int width, int height, byte[] bytes) {}

    /**
     * A picture of the display for a program on the phone.
     *
     * @param secure whether a window is left black in it
     */
    record Shot(Bitmap bitmap, boolean secure) {}

    /** A picture of what is on the display now. Only for the main thread. */
    synchronized Shot shoot(boolean awake) {
        draw(awake);
        secure = windows.visible().stream().anyMatch(PhoneWindow::isSecure);
        return new Shot(bitmap.copy(Bitmap.Config.ARGB_8888, false), secure);
    }

    /** A picture of what was kept last, from any thread. */
    synchronized Shot shootKept() {
        kept();
        return new Shot(bitmap.copy(Bitmap.Config.ARGB_8888, false), secure);
    }

    /** What is on the display now. Only for the main thread. */
    synchronized Frame draw(boolean awake) {
        Canvas canvas = canvas();
        if (awake) {
            draw(canvas);
        }
        return frame();
    }

    /** Keeps what is on the display without making pixels of it, in case that nobody can draw later. */
    void keep() {
        Point size = size();
        Picture picture = new Picture();
        draw(picture.beginRecording(size.x, size.y));
        picture.endRecording();
        last = picture;
    }

    /** What was kept last, from any thread. */
    synchronized Frame kept() {
        Canvas canvas = canvas();
        Picture picture = last;
        if (picture != null) {
            canvas.drawPicture(picture);
        }
        return frame();
    }

    private Canvas canvas() {
        Point size = size();
        if (bitmap == null || bitmap.getWidth() != size.x || bitmap.getHeight() != size.y) {
            bitmap = Bitmap.createBitmap(size.x, size.y, Bitmap.Config.ARGB_8888);
        }
        bitmap.eraseColor(Color.BLACK);
        return new Canvas(bitmap);
    }

    private Frame frame() {
        byte[] bytes = new byte[bitmap.getWidth() * bitmap.getHeight() * 4];
        bitmap.copyPixelsToBuffer(ByteBuffer.wrap(bytes));
        if (BLUE_FIRST) {
            swapRedAndBlue(bytes);
        }
        return new Frame(bitmap.getWidth(), bitmap.getHeight(), bytes);
    }

    /** The graphics library keeps pixels in the order of the machine that it was built for. */
    private static boolean isBlueFirst() {
        Bitmap one = Bitmap.createBitmap(1, 1, Bitmap.Config.ARGB_8888);
        one.eraseColor(Color.BLUE);
        byte[] bytes = new byte[4];
        one.copyPixelsToBuffer(ByteBuffer.wrap(bytes));
        return bytes[0] != 0;
    }

    private static void swapRedAndBlue(byte[] bytes) {
        for (int at = 0; at + 2 < bytes.length; at += 4) {
            byte first = bytes[at];
            bytes[at] = bytes[at + 2];
            bytes[at + 2] = first;
        }
    }

    private void draw(Canvas canvas) {
        List<PhoneWindow> visible = windows.visible();
        Point size = size();
        for (PhoneWindow window : visible) {
            View view = window.view();
            if (view.getWidth() == 0 || view.getHeight() == 0) {
                continue;
            }
            if (window.has(LayoutParams.FLAG_DIM_BEHIND)) {
                int alpha = Math.round(window.params().dimAmount * 255);
                Paint dim = new Paint();
                dim.setColor(Color.argb(alpha, 0, 0, 0));
                canvas.drawRect(0, 0, size.x, size.y, dim);
            }
            draw(canvas, window);
        }
    }

    private static void draw(Canvas canvas, PhoneWindow window) {
        Rect bounds = window.bounds();
        int before = canvas.save();
        if (window.isSecure()) {
            Paint black = new Paint();
            black.setColor(Color.BLACK);
            canvas.drawRect(bounds, black);
        } else {
            // A window that pans for the keyboard is drawn higher than it lies.
            int panned = ReflectionHelpers.getField(window.root(), "mCurScrollY");
            canvas.clipRect(bounds);
            canvas.translate(bounds.left, bounds.top - panned);
            window.view().draw(canvas);
        }
        canvas.restoreToCount(before);
    }

    private static Point size() {
        Point size = new Point();
        ShadowDisplay.getDefaultDisplay().getRealSize(size);
        return size;
    }
}
