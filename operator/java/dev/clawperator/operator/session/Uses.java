package dev.clawperator.operator.session;

/**
 * Counts who uses UiAutomation, which one program of the phone has at a time: it is let go a while after the last use, so
 * that other tools get it, and not at once, because connecting costs time and makes some apps build their nodes anew.
 */
final class Uses {
    static final long KEPT_MS = 10_000;

    private final Clock clock;
    private final Timer timer;
    private final Eye eye;
    private int underWay;
    private Timer.Entry due;

    Uses(Clock clock, Timer timer, Eye eye) {
        this.clock = clock;
        this.timer = timer;
        this.eye = eye;
    }

    synchronized void begin() {
        underWay++;
        if (due != null) {
            due.cancel();
            due = null;
        }
    }

    synchronized void end() {
        underWay--;
        if (underWay == 0) {
            due = timer.at(clock.now() + KEPT_MS, this::letGo);
        }
    }

    /** Lets go of it, unless it is used right now. */
    synchronized void letGo() {
        if (underWay == 0) {
            eye.letGo();
        }
    }
}
