package dev.clawperator.host;

import android.accessibilityservice.AccessibilityServiceInfo;
import android.accessibilityservice.IAccessibilityServiceClient;
import android.os.Binder;
import android.os.RemoteException;
import android.view.accessibility.AccessibilityEvent;
import android.view.accessibility.AccessibilityNodeInfo;

/** The UiAutomation that is connected: what it wants to hear of, and the way to it. */
final class Automation {
    private static final int ID = 1;

    private final Accessibility accessibility;
    private final IAccessibilityServiceClient client;
    private final AutomationConnection connection;
    private volatile AccessibilityServiceInfo info;

    Automation(
            Phone.Parts phone,
            Accessibility accessibility,
            IAccessibilityServiceClient client,
            AccessibilityServiceInfo info) {
        this.accessibility = accessibility;
        this.client = client;
        this.info = info;
        connection = new AutomationConnection(phone, accessibility, this);
    }

    void begin() throws RemoteException {
        client.init(connection.self(), ID, new Binder());
    }

    boolean isOf(IAccessibilityServiceClient other) {
        return client == other;
    }

    int id() {
        return ID;
    }

    AccessibilityServiceInfo info() {
        return info;
    }

    void setInfo(AccessibilityServiceInfo now) {
        info = now;
    }

    boolean has(int flag) {
        return (info.flags & flag) != 0;
    }

    /** Hands an event on, if it is wanted. The client does not choose by itself. */
    void hear(AccessibilityEvent event) {
        boolean ofWindows = event.getEventType() == AccessibilityEvent.TYPE_WINDOWS_CHANGED;
        boolean wanted = (info.eventTypes & event.getEventType()) != 0
                && (ofWindows
                        ? has(AccessibilityServiceInfo.FLAG_RETRIEVE_INTERACTIVE_WINDOWS)
                        : event.isImportantForAccessibility()
                                || event.getSourceNodeId() == AccessibilityNodeInfo.UNDEFINED_NODE_ID
                                || has(AccessibilityServiceInfo.FLAG_INCLUDE_NOT_IMPORTANT_VIEWS));
        if (!wanted || accessibility.faults.is(PlantedFaults.Fault.KEEP_CACHE)) {
            return;
        }
        AccessibilityEvent copy = new AccessibilityEvent(event);
        copy.setConnectionId(ID);
        copy.setSealed(true);
        try {
            client.onAccessibilityEvent(copy, true);
        } catch (RemoteException gone) {
            // Whoever listened has left.
        }
    }
}
