package dev.clawperator.host;

import android.accessibilityservice.AccessibilityServiceInfo;
import android.accessibilityservice.IAccessibilityServiceClient;
import android.content.pm.ParceledListSlice;
import android.os.SystemClock;
import android.view.IWindow;
import android.view.MagnificationSpec;
import android.view.accessibility.AccessibilityEvent;
import android.view.accessibility.IAccessibilityInteractionConnection;
import android.view.accessibility.IAccessibilityManager;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The accessibility service: windows register with it and send it their events; one UiAutomation at a time hears of them
 * and asks the windows through it.
 */
final class Accessibility extends SystemService<IAccessibilityManager> {
    /** Accessibility is on, and every kind of event is wanted. */
    private static final long ENABLED = 0x1_FFFF_FFFFL;
    private static final float[] UNCHANGED = {1, 0, 0, 0, 1, 0, 0, 0, 1};

    final AccessibleWindows windows;
    final AutomationSlot slot = new AutomationSlot();
    final PlantedFaults faults = new PlantedFaults();
    final AutomationCount count = new AutomationCount();
    /**
     * Who registered as a client. The system keeps what it is handed until it is handed back: whoever shows a toast has
     * nothing else that keeps the manager alive which tells of it.
     */
    private final Set<Object> clients = ConcurrentHashMap.newKeySet();
    private final Phone.Parts phone;
    private final WindowEvents windowEvents;
    private volatile Automation automation;
    private volatile long lastEventAt;

    Accessibility(Phone.Parts phone) {
        super(IAccessibilityManager.class);
        this.phone = phone;
        windows = new AccessibleWindows(phone);
        windowEvents = new WindowEvents(windows);
    }

    /** When the latest event was sent, on the phone's clock. */
    long lastEventAt() {
        return lastEventAt;
    }

    /** Tells the UiAutomation which windows came and went. Only for the main thread. */
    void settle() {
        Automation connected = automation;
        if (connected != null) {
            windowEvents.tell(connected);
        }
    }

    @Override
    Object answer(Method method, Object[] arguments) throws Exception {
        return switch (method.getName()) {
            case "addClient" -> {
                clients.add(arguments[0]);
                yield ENABLED;
            }
            case "removeClient" -> clients.remove(arguments[0]);
            case "addAccessibilityInteractionConnection" -> windows.add(
                    (IWindow) arguments[0], (IAccessibilityInteractionConnection) arguments[2]);
            case "removeAccessibilityInteractionConnection" -> {
                windows.remove((IWindow) arguments[0]);
                yield null;
            }
            case "getEnabledAccessibilityServiceList" -> new ArrayList<>(List.of(listening()));
            case "getInstalledAccessibilityServiceList" -> method.getReturnType() == List.class
                    ? new ArrayList<>()
                    : ParceledListSlice.emptyList();
            case "getWindowTransformationSpec" -> unchanged();
            case "sendAccessibilityEvent" -> {
                sent((AccessibilityEvent) arguments[0]);
                yield null;
            }
            case "registerUiTestAutomationService" -> {
                connect((IAccessibilityServiceClient) arguments[1], (AccessibilityServiceInfo) arguments[2]);
                yield null;
            }
            case "unregisterUiTestAutomationService" -> {
                disconnect((IAccessibilityServiceClient) arguments[0]);
                yield null;
            }
            default -> UNKNOWN;
        };
    }

    private void sent(AccessibilityEvent event) {
        lastEventAt = SystemClock.uptimeMillis();
        Automation connected = automation;
        if (connected != null) {
            connected.hear(event);
        }
    }

    private synchronized void connect(IAccessibilityServiceClient client, AccessibilityServiceInfo info)
            throws Exception {
        if (!slot.take(client)) {
            throw new IllegalStateException("UiAutomationService " + client + "already registered!");
        }
        automation = new Automation(phone, this, client, info);
        automation.begin();
    }

    private synchronized void disconnect(IAccessibilityServiceClient client) {
        Automation connected = automation;
        if (connected == null || !connected.isOf(client)) {
            throw new IllegalStateException("UiAutomationService " + client + " not registered!");
        }
        automation = null;
        slot.leave(client);
    }

    /** Toolkits tell of changes, and Compose makes its nodes, only for a service that listens: one always does. */
    private AccessibilityServiceInfo listening() {
        Automation connected = automation;
        if (connected != null) {
            return connected.info();
        }
        AccessibilityServiceInfo service = new AccessibilityServiceInfo();
        service.eventTypes = AccessibilityEvent.TYPES_ALL_MASK;
        service.flags = AccessibilityServiceInfo.FLAG_INCLUDE_NOT_IMPORTANT_VIEWS
                | AccessibilityServiceInfo.FLAG_REPORT_VIEW_IDS;
        return service;
    }

    /** Nothing is magnified. */
    private static IAccessibilityManager.WindowTransformationSpec unchanged() {
        IAccessibilityManager.WindowTransformationSpec spec = new IAccessibilityManager.WindowTransformationSpec();
        spec.transformationMatrix = UNCHANGED.clone();
        spec.magnificationSpec = new MagnificationSpec();
        return spec;
    }
}
