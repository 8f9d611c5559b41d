package dev.clawperator.operator.android;

import android.accessibilityservice.AccessibilityServiceInfo;
import android.app.UiAutomation;
import android.os.HandlerThread;
import android.text.TextUtils;
import android.view.accessibility.AccessibilityEvent;
import dev.clawperator.operator.hidden.Automation;
import dev.clawperator.operator.hidden.Missing;
import dev.clawperator.operator.hidden.Services;
import dev.clawperator.operator.session.Clock;
import dev.clawperator.operator.session.Eye;
import dev.clawperator.operator.session.Log;
import dev.clawperator.operator.session.Pool;
import dev.clawperator.operator.session.Refused;
import dev.clawperator.operator.session.RotationLock;

/**
 * The connection to UiAutomation, made when it is first needed and made anew when it was lost. One thread connects and
 * lets go, in the order of asking, and the system may keep it waiting; nobody else waits longer than the own time.
 */
final class Connected {
    /** Releases before 11 name a class inside of it. */
    private static final String TOAST = "android.widget.Toast";
    /** How long a connect that failed is not tried again: whoever asks meanwhile is told the same. */
    private static final long FAILED_MS = 1_000;

    private final Automation automations;
    private final RotationLock.Calls rotation;
    private final Services services;
    private final Seen.Last last;
    private final Clock clock;
    private final Log log;
    private final Pool pool = new Pool(1, "operator connect");
    /** Where events come in; only the thread that connects has it. */
    private HandlerThread events;
    private UiAutomation automation;
    private long number;
    /** What that thread has yet to do. */
    private int underWay;
    private boolean connecting;
    private boolean ended;
    private Refused failure;
    private long failedAt;
    private volatile Eye.Listener listener;

    Connected(
            Automation automations,
            RotationLock.Calls rotation,
            Services services,
            Seen.Last last,
            Clock clock,
            Log log) {
        this.automations = automations;
        this.rotation = rotation;
        this.services = services;
        this.last = last;
        this.clock = clock;
        this.log = log;
    }

    void listen(Eye.Listener told) {
        listener = told;
    }

    /** Connects unless it is connected, and returns the number of the connection. */
    synchronized long number(long until) throws Refused {
        get(until);
        return number;
    }

    synchronized boolean isConnected() {
        return automation != null;
    }

    synchronized UiAutomation get(long until) throws Refused {
        while (automation == null) {
            if (ended) {
                throw new Refused(Refused.CANCELLED, "the Operator ends");
            }
            if (failure != null && clock.now() - failedAt < FAILED_MS) {
                throw failure;
            }
            begin();
            if (clock.now() >= until) {
                throw new Refused(Refused.TIMED_OUT, "UiAutomation was not connected in its time");
            }
            await(until);
        }
        return automation;
    }

    /** Connects anew: some apps tell of what is in them only to those who come. Does not wait. */
    synchronized void again() {
        drop();
        begin();
    }

    /** Lets go of UiAutomation; it is connected again when somebody needs it. Does not wait. */
    synchronized void drop() {
        UiAutomation made = automation;
        automation = null;
        if (made != null) {
            add(() -> disconnect(made));
        }
    }

    /** Waits until what was asked for is done, at most so long. */
    synchronized void settle(long until) {
        try {
            while (underWay > 0 && clock.now() < until) {
                await(until);
            }
        } catch (Refused over) {
            // Whoever ends does not wait.
        }
    }

    synchronized void end(long until) {
        ended = true;
        drop();
        add(() -> {
            if (events != null) {
                events.quitSafely();
            }
            // Behind all else: what is still to be let go is let go, even if nobody waits for it any longer.
            pool.end();
        });
        settle(until);
    }

    private void begin() {
        if (!connecting) {
            connecting = true;
            add(this::connect);
        }
    }

    private void await(long until) throws Refused {
        try {
            clock.await(this, until);
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
            throw new Refused(Refused.CANCELLED, "the Operator ends");
        }
    }

    private void add(Runnable work) {
        underWay++;
        pool.add(() -> {
            try {
                work.run();
            } finally {
                synchronized (this) {
                    underWay--;
                    notifyAll();
                }
            }
        });
    }

    private void connect() {
        UiAutomation made = null;
        Refused why = null;
        try {
            if (events == null) {
                events = new HandlerThread("operator automation");
                events.start();
            }
            made = automations.connect(events.getLooper());
            prepare(made);
        } catch (Missing missing) {
            why = new Refused(Refused.UNSUPPORTED, missing.getMessage());
        } catch (RuntimeException | LinkageError refused) {
            log.note("connect", refused);
            why = new Refused(
                    Refused.NO_AUTOMATION,
                    "UiAutomation could not be connected, another program may have it: " + refused.getMessage());
        }
        if (made != null && !(why == null && keep(made))) {
            disconnect(made);
        }
        synchronized (this) {
            connecting = false;
            failure = why;
            failedAt = clock.now();
        }
    }

    /** Takes a connection into use; false if nobody wants it any more. */
    private synchronized boolean keep(UiAutomation made) {
        if (ended) {
            return false;
        }
        automation = made;
        number++;
        return true;
    }

    private void prepare(UiAutomation made) {
        AccessibilityServiceInfo info = made.getServiceInfo();
        if (info == null) {
            info = new AccessibilityServiceInfo();
            info.feedbackType = AccessibilityServiceInfo.FEEDBACK_GENERIC;
        }
        info.eventTypes = AccessibilityEvent.TYPES_ALL_MASK;
        info.flags |= AccessibilityServiceInfo.FLAG_RETRIEVE_INTERACTIVE_WINDOWS
                | AccessibilityServiceInfo.FLAG_REPORT_VIEW_IDS
                | AccessibilityServiceInfo.FLAG_INCLUDE_NOT_IMPORTANT_VIEWS;
        made.setServiceInfo(info);
        listener.begins();
        made.setOnAccessibilityEventListener(event -> heard(event, made));
    }

    /** Only what no tree shows is kept of an event, unless it is recorded; for all else it is a reason to look. */
    private void heard(AccessibilityEvent event, UiAutomation by) {
        CharSequence className = event.getClassName();
        boolean isToast = event.getEventType() == AccessibilityEvent.TYPE_NOTIFICATION_STATE_CHANGED
                && className != null
                && className.toString().startsWith(TOAST);
        if (isToast) {
            listener.toast(event.getPackageName(), TextUtils.join(" ", event.getText()));
        }
        if (listener.isRecording()) {
            Heard heard = Heard.of(event, by, automations, services, last);
            if (heard != null) {
                listener.event(heard);
            }
        }
        listener.happened(1);
    }

    private void disconnect(UiAutomation made) {
        try {
            made.setOnAccessibilityEventListener(null);
            RotationLock.keep(rotation, () -> automations.disconnect(made), log);
        } catch (RuntimeException gone) {
            log.note("disconnect", gone);
        }
    }
}
