package dev.clawperator.host;

import android.view.MotionEvent;

/** Faults that a test plants to see that it would notice them. None is there by itself. */
final class PlantedFaults {
    /** How far beside its place a tap lands. */
    private static final int PIXELS_OFF = 30;

    private volatile Fault planted = Fault.NONE;
    private volatile Long lost;

    enum Fault {
        NONE,
        /** What was read once is read again from memory, whatever changed: nothing clears it and no event comes. */
        KEEP_CACHE,
        /** One node is never answered, although its parent counts it. */
        NULL_CHILD,
        /** The topmost window is left out. */
        DROP_WINDOW,
        /** Fingers come down beside the point that was meant. */
        TAP_OFF
    }

    void plant(Fault fault) {
        planted = fault;
        lost = null;
        CacheShadow.keep(fault == Fault.KEEP_CACHE);
    }

    boolean is(Fault fault) {
        return planted == fault;
    }

    /** Whether a node is the one that is lost: the first that comes behind another in an answer. */
    boolean isLost(long node, boolean behindAnother) {
        if (!is(Fault.NULL_CHILD)) {
            return false;
        }
        if (lost == null && behindAnother) {
            lost = node;
        }
        return lost != null && lost == node;
    }

    /** The event as it arrives: as it was sent, unless fingers come down beside the point. */
    MotionEvent move(MotionEvent sent) {
        if (!is(Fault.TAP_OFF)) {
            return sent;
        }
        int count = sent.getPointerCount();
        MotionEvent.PointerProperties[] fingers = new MotionEvent.PointerProperties[count];
        MotionEvent.PointerCoords[] places = new MotionEvent.PointerCoords[count];
        for (int index = 0; index < count; index++) {
            fingers[index] = new MotionEvent.PointerProperties();
            sent.getPointerProperties(index, fingers[index]);
            places[index] = new MotionEvent.PointerCoords();
            sent.getPointerCoords(index, places[index]);
            places[index].x += PIXELS_OFF;
        }
        return MotionEvent.obtain(
                sent.getDownTime(),
                sent.getEventTime(),
                sent.getAction(),
                count,
                fingers,
                places,
                sent.getMetaState(),
                sent.getButtonState(),
                sent.getXPrecision(),
                sent.getYPrecision(),
                sent.getDeviceId(),
                sent.getEdgeFlags(),
                sent.getSource(),
                sent.getFlags());
    }
}
