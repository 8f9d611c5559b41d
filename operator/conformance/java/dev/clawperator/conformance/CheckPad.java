package dev.clawperator.conformance;

import android.content.Context;
import android.view.MotionEvent;
import android.view.View;

/** Takes every finger, and records each gesture as a whole once it is over. */
final class CheckPad extends View {
    private static final int NOBODY = -1;

    private int fingers;
    /** The fingers that came first, by the numbers that are theirs until they go up. */
    private int first;
    private int second;
    private float fromX;
    private float fromY;
    private float toX;
    private float toY;
    private double spreadFirst;
    private double spreadLast;

    CheckPad(Context context) {
        super(context);
        setImportantForAccessibility(IMPORTANT_FOR_ACCESSIBILITY_YES);
    }

    @Override
    public boolean onTouchEvent(MotionEvent event) {
        int finger = event.getPointerId(event.getActionIndex());
        switch (event.getActionMasked()) {
            case MotionEvent.ACTION_DOWN -> {
                begin(finger);
                follow(event);
                fromX = toX;
                fromY = toY;
            }
            case MotionEvent.ACTION_POINTER_DOWN -> {
                boolean isSecond = fingers == 1;
                if (isSecond) {
                    second = finger;
                }
                follow(event);
                if (isSecond) {
                    spreadFirst = spreadLast;
                }
            }
            case MotionEvent.ACTION_POINTER_UP -> {
                follow(event);
                forget(finger);
            }
            case MotionEvent.ACTION_UP -> {
                follow(event);
                note("touch", event);
            }
            case MotionEvent.ACTION_CANCEL -> {
                follow(event);
                note("cancel", event);
            }
            default -> follow(event);
        }
        return true;
    }

    private void begin(int finger) {
        fingers = 0;
        first = finger;
        second = NOBODY;
        spreadFirst = 0;
        spreadLast = 0;
    }

    private void follow(MotionEvent event) {
        fingers = Math.max(fingers, event.getPointerCount());
        int one = event.findPointerIndex(first);
        if (one < 0) {
            return;
        }
        // A window lies on the display without being scaled; the raw place of a later finger is not told before API 29.
        toX = event.getX(one) + event.getRawX() - event.getX();
        toY = event.getY(one) + event.getRawY() - event.getY();
        int other = event.findPointerIndex(second);
        if (other >= 0) {
            spreadLast = Math.hypot(event.getX(one) - event.getX(other), event.getY(one) - event.getY(other));
        }
    }

    /** A finger is gone, and its number may become another's. */
    private void forget(int finger) {
        if (finger == first) {
            first = NOBODY;
        } else if (finger == second) {
            second = NOBODY;
        }
    }

    private void note(String what, MotionEvent event) {
        String from = Math.round(fromX) + "," + Math.round(fromY);
        String to = Math.round(toX) + "," + Math.round(toY);
        long millis = event.getEventTime() - event.getDownTime();
        String spread = Math.round(spreadFirst) + " " + Math.round(spreadLast);
        Record.note(what, "check_pad", fingers + " " + from + " " + to + " " + millis + " " + spread);
    }
}
