package dev.clawperator.conformance;

import android.content.Context;
import android.graphics.Canvas;
import android.util.AttributeSet;
import android.view.GestureDetector;
import android.view.MotionEvent;
import android.view.ScaleGestureDetector;
import android.view.View;
import java.util.Locale;

/** A view that knows gestures as the platform's own detectors do, and shows nothing of them. */
public final class GesturePad extends View {
    private final GestureDetector taps;
    private final ScaleGestureDetector pinches;
    private int fingers;
    private float start;

    public GesturePad(Context context, AttributeSet attributes) {
        super(context, attributes);
        taps = new GestureDetector(
                context,
                new GestureDetector.SimpleOnGestureListener() {
                    @Override
                    public boolean onDown(MotionEvent event) {
                        return true;
                    }

                    @Override
                    public boolean onSingleTapConfirmed(MotionEvent event) {
                        Record.note("tap", "pad", "");
                        return true;
                    }

                    @Override
                    public boolean onDoubleTap(MotionEvent event) {
                        Record.note("double_tap", "pad", "");
                        return true;
                    }

                    @Override
                    public void onLongPress(MotionEvent event) {
                        Record.note("long_press", "pad", "");
                    }

                    @Override
                    public boolean onFling(MotionEvent from, MotionEvent to, float x, float y) {
                        Record.note("fling", "pad", "");
                        return true;
                    }
                });
        pinches = new ScaleGestureDetector(
                context,
                new ScaleGestureDetector.SimpleOnScaleGestureListener() {
                    @Override
                    public boolean onScaleBegin(ScaleGestureDetector detector) {
                        start = detector.getCurrentSpan();
                        return true;
                    }

                    @Override
                    public void onScaleEnd(ScaleGestureDetector detector) {
                        boolean isLarger = detector.getCurrentSpan() > start;
                        Record.note("pinch", "pad", isLarger ? "open" : "close");
                    }
                });
    }

    @Override
    protected void onDraw(Canvas canvas) {
        canvas.drawColor(0xffeceff4);
    }

    @Override
    public boolean onTouchEvent(MotionEvent event) {
        pinches.onTouchEvent(event);
        taps.onTouchEvent(event);
        fingers = Math.max(fingers, event.getPointerCount());
        switch (event.getActionMasked()) {
            case MotionEvent.ACTION_UP -> {
                String at = String.format(Locale.ROOT, "%d at %.0f,%.0f", fingers, event.getRawX(), event.getRawY());
                Record.note("lifted", "pad", at);
                fingers = 0;
            }
            case MotionEvent.ACTION_CANCEL -> {
                Record.note("cancel", "pad", fingers);
                fingers = 0;
            }
            default -> {}
        }
        return true;
    }
}
