package dev.clawperator.host;

import android.view.MotionEvent;
import android.view.ViewConfiguration;

/** A finger that goes down, moves and goes up, one event a frame. */
final class Gesture implements Ticker {
    private final Touch touch;
    private final float fromX;
    private final float fromY;
    private final float toX;
    private final float toY;
    private final long hold;
    private final long duration;
    private long downAt = -1;

    private Gesture(Touch touch, float fromX, float fromY, float toX, float toY, long hold, long duration) {
        this.touch = touch;
        this.fromX = fromX;
        this.fromY = fromY;
        this.toX = toX;
        this.toY = toY;
        this.hold = hold;
        this.duration = duration;
    }

    static Gesture swipe(Touch touch, float fromX, float fromY, float toX, float toY, long duration) {
        return new Gesture(touch, fromX, fromY, toX, toY, 0, duration);
    }

    /** Long enough on the first place that the app takes hold of it. */
    static Gesture drag(Touch touch, float fromX, float fromY, float toX, float toY, long duration) {
        return new Gesture(touch, fromX, fromY, toX, toY, ViewConfiguration.getLongPressTimeout() + 50L, duration);
    }

    @Override
    public boolean tick(long now) {
        if (downAt < 0) {
            downAt = now;
            touch.send(MotionEvent.ACTION_DOWN, fromX, fromY);
            return false;
        }
        long moved = now - downAt - hold;
        if (moved < 0) {
            return false;
        }
        if (moved >= duration) {
            // The finger has been all the way before it goes up, however the frames fall.
            long end = downAt + hold + duration;
            touch.send(MotionEvent.ACTION_MOVE, toX, toY, end);
            touch.send(MotionEvent.ACTION_UP, toX, toY, end);
            return true;
        }
        float share = (float) moved / duration;
        touch.send(MotionEvent.ACTION_MOVE, fromX + (toX - fromX) * share, fromY + (toY - fromY) * share);
        return false;
    }
}
