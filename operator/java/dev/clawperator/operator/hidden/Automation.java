package dev.clawperator.operator.hidden;

import android.app.UiAutomation;
import android.os.HandlerThread;
import android.os.Looper;
import android.view.accessibility.AccessibilityEvent;
import android.view.accessibility.AccessibilityNodeInfo;

/** UiAutomation without an instrumentation. */
public final class Automation {
    private static final int PARTLY_CHECKED = 2;

    private final Hidden hidden;

    public Automation(Hidden hidden) {
        this.hidden = hidden;
    }

    /** Connects a new one; other accessibility services go on. The looper runs on another thread than this. */
    public UiAutomation connect(Looper looper) {
        Object connection = hidden.call(Call.NEW_CONNECTION, null);
        UiAutomation automation = (UiAutomation) hidden.call(Call.NEW_AUTOMATION, null, looper, connection);
        try {
            hidden.call(Call.CONNECT, automation, UiAutomation.FLAG_DONT_SUPPRESS_ACCESSIBILITY_SERVICES);
            return automation;
        } catch (RuntimeException | Error failed) {
            undo(automation, connection);
            throw failed;
        }
    }

    public void disconnect(UiAutomation automation) {
        hidden.call(Call.DISCONNECT, automation);
    }

    /** One that failed in the middle may be registered already, which would keep the next one out, and has a thread. */
    private void undo(UiAutomation automation, Object connection) {
        try {
            hidden.call(Call.CONNECTION_DISCONNECT, connection);
        } catch (RuntimeException notRegistered) {
            // Then there is nothing to undo.
        }
        if (hidden.has(Call.AUTOMATION_THREAD)) {
            HandlerThread thread = (HandlerThread) hidden.call(Call.AUTOMATION_THREAD, automation);
            if (thread != null) {
                thread.quit();
            }
        }
    }

    /** Forgets all nodes that were read before, which may be old by now. */
    public void clearCache(UiAutomation automation) {
        if (hidden.has(Call.CLEAR_CACHE)) {
            hidden.call(Call.CLEAR_CACHE, automation);
            return;
        }
        Object client = hidden.call(Call.INTERACTION_CLIENT, null);
        if (hidden.form(Call.CLIENT_CLEAR_CACHE) == 0) {
            hidden.call(Call.CLIENT_CLEAR_CACHE, client, hidden.call(Call.CONNECTION_ID, automation));
        } else {
            hidden.call(Call.CLIENT_CLEAR_CACHE, client);
        }
    }

    /** What the toolkit calls this view, with the node inside it. */
    public long identity(AccessibilityNodeInfo node) {
        return (long) hidden.call(Call.SOURCE_NODE_ID, node);
    }

    /** What the toolkit calls the view that an event is of; 0 where this phone does not say. */
    public long identity(AccessibilityEvent event) {
        return hidden.has(Call.EVENT_SOURCE) ? (long) hidden.call(Call.EVENT_SOURCE, event) : 0;
    }

    public boolean isPartlyChecked(AccessibilityNodeInfo node) {
        return hidden.has(Call.CHECKED_STATE) && (int) hidden.call(Call.CHECKED_STATE, node) == PARTLY_CHECKED;
    }
}
