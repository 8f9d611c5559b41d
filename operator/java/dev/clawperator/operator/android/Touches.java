package dev.clawperator.operator.android;

import android.os.SystemClock;
import android.view.InputDevice;
import android.view.MotionEvent;
import dev.clawperator.operator.protocol.Finger;
import dev.clawperator.operator.protocol.Outcome;
import dev.clawperator.operator.session.Going;
import dev.clawperator.operator.session.Refused;
import dev.clawperator.operator.session.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** One touch of one or more fingers, as the events of a screen. */
final class Touches {
    private static final long STEP_MS = 8;

    private final List<Finger> fingers;
    private final Input input;
    private final Going going;
    private final float[] x;
    private final float[] y;
    /** Which fingers are down, by their places in the list. */
    private final List<Integer> down = new ArrayList<>();
    /** What the app calls each finger that is down: the lowest number that no other has, as of a screen. */
    private final int[] ids;
    /** When the touch began and the first finger of those that are down went down, on the clock of events. */
    private long began;
    private long downTime;
    /** Since the touch began. */
    private long time;
    private int lifted;

    Touches(List<Finger> fingers, Input input, Going going) {
        this.fingers = fingers;
        this.input = input;
        this.going = going;
        x = new float[fingers.size()];
        y = new float[fingers.size()];
        ids = new int[fingers.size()];
    }

    Result perform() {
        if (!going.begin()) {
            return going.kept();
        }
        long start = going.clock().now();
        began = SystemClock.uptimeMillis();
        for (long next : times()) {
            if (!going.waitUntil(start + next)) {
                return cut(Result.of(Outcome.IN_PART, Refused.CANCELLED, "the touch was cut short"));
            }
            time = next;
            Result failed = at(time);
            if (failed != null) {
                return cut(failed);
            }
        }
        return Result.done();
    }

    /** When something is to be sent: every few milliseconds, and whenever a finger comes to one of its points. */
    private TreeSet<Long> times() {
        TreeSet<Long> times = new TreeSet<>();
        for (Finger finger : fingers) {
            for (int point = 0; point < finger.points(); point++) {
                times.add(finger.at(point));
            }
            for (long time = finger.down(); time < finger.up(); time += STEP_MS) {
                times.add(time);
            }
        }
        return times;
    }

    /** One finger that comes up as another goes down is up first: two taps, not one of two fingers. */
    private Result at(long time) {
        Result failed = move(time);
        for (int place = 0; place < fingers.size() && failed == null; place++) {
            Finger finger = fingers.get(place);
            failed = finger.up() == time && finger.down() < time ? up(place) : null;
        }
        for (int place = 0; place < fingers.size() && failed == null; place++) {
            failed = fingers.get(place).down() == time ? down(place) : null;
        }
        if (failed == null) {
            failed = move(time);
        }
        for (int place = 0; place < fingers.size() && failed == null; place++) {
            Finger finger = fingers.get(place);
            failed = finger.up() == time && finger.down() == time ? up(place) : null;
        }
        return failed;
    }

    private Result down(int place) {
        x[place] = fingers.get(place).x(0);
        y[place] = fingers.get(place).y(0);
        if (down.isEmpty()) {
            downTime = began + time;
        }
        ids[place] = freeId();
        down.add(place);
        boolean isFirst = down.size() == 1;
        int action = isFirst ? MotionEvent.ACTION_DOWN : pointer(MotionEvent.ACTION_POINTER_DOWN, down.size() - 1);
        return send(action, Input.WAIT_FOR_RESULT);
    }

    private int freeId() {
        int id = 0;
        while (isTaken(id)) {
            id++;
        }
        return id;
    }

    private boolean isTaken(int id) {
        for (int other : down) {
            if (ids[other] == id) {
                return true;
            }
        }
        return false;
    }

    private Result move(long time) {
        boolean moved = false;
        for (int place : down) {
            Finger finger = fingers.get(place);
            float toX = between(finger, time, true);
            float toY = between(finger, time, false);
            moved |= toX != x[place] || toY != y[place];
            x[place] = toX;
            y[place] = toY;
        }
        return moved ? send(MotionEvent.ACTION_MOVE, Input.ASYNC) : null;
    }

    private Result up(int place) {
        int index = down.indexOf(place);
        lifted++;
        boolean isLast = lifted == fingers.size();
        int mode = isLast ? Input.WAIT_FOR_FINISH : Input.WAIT_FOR_RESULT;
        int action = down.size() == 1 ? MotionEvent.ACTION_UP : pointer(MotionEvent.ACTION_POINTER_UP, index);
        Result failed = send(action, mode);
        down.remove(index);
        return failed;
    }

    /** Ends a touch in its middle, so that no app goes on waiting for the fingers. */
    private Result cut(Result result) {
        if (!down.isEmpty()) {
            send(MotionEvent.ACTION_CANCEL, Input.WAIT_FOR_RESULT);
            down.clear();
        }
        return result;
    }

    /**
     * An event says when it was meant to happen. Where a busy phone is late and several are sent behind each other, they
     * would else look like a finger that jumps, and a swipe like a fling.
     */
    private Result send(int action, int mode) {
        int count = down.size();
        MotionEvent.PointerProperties[] properties = new MotionEvent.PointerProperties[count];
        MotionEvent.PointerCoords[] coordinates = new MotionEvent.PointerCoords[count];
        for (int index = 0; index < count; index++) {
            int place = down.get(index);
            properties[index] = new MotionEvent.PointerProperties();
            properties[index].id = ids[place];
            properties[index].toolType = MotionEvent.TOOL_TYPE_FINGER;
            coordinates[index] = new MotionEvent.PointerCoords();
            coordinates[index].x = x[place];
            coordinates[index].y = y[place];
            coordinates[index].pressure = 1;
            coordinates[index].size = 1;
        }
        MotionEvent event = MotionEvent.obtain(
                downTime, began + time, action, count, properties, coordinates, 0, 0, 1, 1, 0, 0,
                InputDevice.SOURCE_TOUCHSCREEN, 0);
        try {
            return input.send(event, mode);
        } finally {
            if (mode != Input.ASYNC) {
                event.recycle();
            }
        }
    }

    private static int pointer(int action, int index) {
        return action | index << MotionEvent.ACTION_POINTER_INDEX_SHIFT;
    }

    /** Where a finger is at a time between two of its points. */
    private static float between(Finger finger, long time, boolean isX) {
        int after = 0;
        while (after < finger.points() - 1 && finger.at(after) < time) {
            after++;
        }
        // Of several points at one moment the last counts.
        while (after < finger.points() - 1 && finger.at(after + 1) <= time) {
            after++;
        }
        float to = isX ? finger.x(after) : finger.y(after);
        if (after == 0 || finger.at(after) <= time) {
            return to;
        }
        float from = isX ? finger.x(after - 1) : finger.y(after - 1);
        long span = finger.at(after) - finger.at(after - 1);
        return from + (to - from) * (time - finger.at(after - 1)) / span;
    }
}
