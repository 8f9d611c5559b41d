package dev.clawperator.operator.hidden;

import android.graphics.Bitmap;
import android.graphics.Rect;

/** Captures the screen in the one way that says whether something on it is secret. */
public final class Capture {
    private static final int DEFAULT_DISPLAY = 0;
    private static final int QUARTER = 1;
    private static final int THREE_QUARTERS = 3;

    private final Hidden hidden;
    private final Services services;

    public Capture(Hidden hidden, Services services) {
        this.hidden = hidden;
        this.services = services;
    }

    /** A picture, and what the capture itself says of it. */
    public static final class Captured {
        public final Bitmap bitmap;
        public final boolean isSecure;

        private Captured(Bitmap bitmap, boolean isSecure) {
            this.bitmap = bitmap;
            this.isSecure = isSecure;
        }
    }

    /** Null where this release has no such way, or where it gave nothing. */
    public Captured capture() {
        if (hidden.has(Call.CAPTURE_BY_WINDOWS)) {
            return of(byWindows());
        }
        if (hidden.has(Call.CAPTURE_DISPLAY)) {
            return of(byDisplay());
        }
        return hidden.has(Call.CAPTURE_GRAPHIC) ? byGraphicBuffer() : null;
    }

    private Object byWindows() {
        Object builder = hidden.call(Call.NEW_CAPTURE_ARGS, null);
        Object arguments = hidden.call(Call.CAPTURE_ARGS, builder);
        Object listener = hidden.call(Call.CAPTURE_LISTENER, null);
        hidden.call(Call.CAPTURE_BY_WINDOWS, services.windows(), DEFAULT_DISPLAY, arguments, listener);
        return hidden.call(Call.CAPTURED, listener);
    }

    private Object byDisplay() {
        Services.Screen screen = services.screen();
        Object builder = hidden.call(Call.NEW_DISPLAY_ARGS, null, hidden.call(Call.DISPLAY_TOKEN, null));
        hidden.call(Call.DISPLAY_ARGS_SIZE, builder, screen.width, screen.height);
        return hidden.call(Call.CAPTURE_DISPLAY, null, hidden.call(Call.DISPLAY_ARGS, builder));
    }

    private Captured of(Object buffer) {
        if (buffer == null) {
            return null;
        }
        try {
            return captured((Bitmap) hidden.call(Call.BUFFER_BITMAP, buffer), buffer);
        } finally {
            close(hidden.call(Call.BUFFER_PIXELS, buffer));
        }
    }

    private Captured captured(Bitmap bitmap, Object buffer) {
        return bitmap == null ? null : new Captured(bitmap, (boolean) hidden.call(Call.BUFFER_SECURE, buffer));
    }

    /** The bitmap has a hold on the pixels of its own; the collector does not know how large they are. */
    private static void close(Object pixels) {
        try {
            if (pixels != null) {
                ((AutoCloseable) pixels).close();
            }
        } catch (Exception closed) {
            // It was closed before.
        }
    }

    private Captured byGraphicBuffer() {
        Services.Screen screen = services.screen();
        Object token = hidden.call(Call.DISPLAY_TOKEN, null);
        // The compositor turns the other way round than the display counts.
        boolean isSideways = screen.rotation == QUARTER || screen.rotation == THREE_QUARTERS;
        int turn = isSideways ? QUARTER + THREE_QUARTERS - screen.rotation : screen.rotation;
        Object buffer = hidden.call(
                Call.CAPTURE_GRAPHIC, null, token, new Rect(), screen.width, screen.height, false, turn);
        if (buffer == null) {
            return null;
        }
        Object pixels = hidden.call(Call.GRAPHIC_BUFFER, buffer);
        try {
            Object colours = hidden.call(Call.GRAPHIC_COLORS, buffer);
            return captured((Bitmap) hidden.call(Call.GRAPHIC_BITMAP, null, pixels, colours), buffer);
        } finally {
            hidden.call(Call.GRAPHIC_DESTROY, pixels);
        }
    }
}
