package dev.clawperator.host;

import android.graphics.Bitmap;
import android.view.IWindowManager;
import android.window.ScreenCapture;
import java.lang.reflect.Method;

/** What programs ask of the window service: the lock, which this phone has not, and pictures of the display. */
final class WindowService extends SystemService<IWindowManager> {
    private final Phone.Parts phone;

    WindowService(Phone.Parts phone) {
        super(IWindowManager.class);
        this.phone = phone;
    }

    @Override
    Object answer(Method method, Object[] arguments) throws Exception {
        return switch (method.getName()) {
            case "isKeyguardLocked", "isKeyguardSecure" -> false;
            case "captureDisplay" -> {
                capture((ScreenCapture.CaptureArgs) arguments[1], arguments[2]);
                yield null;
            }
            default -> UNKNOWN;
        };
    }

    private void capture(ScreenCapture.CaptureArgs wanted, Object listener) throws Exception {
        Pixels.Shot shot;
        try {
            shot = phone.loop.call(() -> phone.pixels.shoot(phone.isAwake()), State.SYSTEM_MILLIS);
        } catch (Busy hung) {
            shot = phone.pixels.shootKept();
        }
        Bitmap whole = shot.bitmap();
        Bitmap cut = wanted.mSourceCrop == null || wanted.mSourceCrop.isEmpty()
                ? whole
                : Bitmap.createBitmap(
                        whole,
                        wanted.mSourceCrop.left,
                        wanted.mSourceCrop.top,
                        wanted.mSourceCrop.width(),
                        wanted.mSourceCrop.height());
        Bitmap scaled = wanted.mFrameScaleX == 1 && wanted.mFrameScaleY == 1
                ? cut
                : Bitmap.createScaledBitmap(
                        cut,
                        Math.max(1, Math.round(cut.getWidth() * wanted.mFrameScaleX)),
                        Math.max(1, Math.round(cut.getHeight() * wanted.mFrameScaleY)),
                        true);
        CaptureShadow.deliver(listener, scaled, shot.secure());
    }
}
