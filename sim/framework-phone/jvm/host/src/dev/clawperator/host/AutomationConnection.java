package dev.clawperator.host;

import android.accessibilityservice.AccessibilityService;
import android.accessibilityservice.AccessibilityServiceInfo;
import android.accessibilityservice.IAccessibilityServiceConnection;
import android.os.Bundle;
import android.os.Process;
import android.os.RemoteException;
import android.view.Display;
import android.view.KeyEvent;
import android.view.accessibility.AccessibilityNodeInfo;
import android.view.accessibility.AccessibilityWindowInfo;
import android.view.accessibility.IAccessibilityInteractionConnection;
import android.view.accessibility.IAccessibilityInteractionConnectionCallback;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;

/** What a connected UiAutomation asks the system for: windows, and what the windows themselves answer. */
final class AutomationConnection extends SystemService<IAccessibilityServiceConnection> {
    private static final long INPUT_MILLIS = 5_000;

    private final Phone.Parts phone;
    private final Accessibility accessibility;
    private final Automation automation;

    AutomationConnection(Phone.Parts phone, Accessibility accessibility, Automation automation) {
        super(IAccessibilityServiceConnection.class);
        this.phone = phone;
        this.accessibility = accessibility;
        this.automation = automation;
    }

    @Override
    Object answer(Method method, Object[] told) throws Exception {
        return switch (method.getName()) {
            case "getServiceInfo" -> automation.info();
            case "setServiceInfo" -> {
                automation.setInfo((AccessibilityServiceInfo) told[0]);
                yield null;
            }
            case "getWindows" -> windows();
            case "getWindow" -> window((int) told[0]);
            case "findAccessibilityNodeInfoByAccessibilityId" -> ask(told, 3, (window, answers) ->
                    window.findAccessibilityNodeInfoByAccessibilityId((long) told[1], null, (int) told[2], answers,
                            flags((int) told[4]), Process.myPid(), (long) told[5], null, null, (Bundle) told[6]));
            case "findAccessibilityNodeInfosByText" -> ask(told, 4, (window, answers) ->
                    window.findAccessibilityNodeInfosByText((long) told[1], (String) told[2], null, (int) told[3],
                            answers, flags(0), Process.myPid(), (long) told[5], null, null));
            case "findAccessibilityNodeInfosByViewId" -> ask(told, 4, (window, answers) ->
                    window.findAccessibilityNodeInfosByViewId((long) told[1], (String) told[2], null, (int) told[3],
                            answers, flags(0), Process.myPid(), (long) told[5], null, null));
            case "findFocus" -> ask(told, 4, (window, answers) ->
                    window.findFocus((long) told[1], (int) told[2], null, (int) told[3],
                            answers, flags(0), Process.myPid(), (long) told[5], null, null));
            case "focusSearch" -> ask(told, 4, (window, answers) ->
                    window.focusSearch((long) told[1], (int) told[2], null, (int) told[3],
                            answers, flags(0), Process.myPid(), (long) told[5], null, null));
            case "performAccessibilityAction" -> perform(told);
            case "performGlobalAction" -> press((int) told[0]);
            default -> UNKNOWN;
        };
    }

    /** Asks something of a window. */
    private interface Question {
        void ask(IAccessibilityInteractionConnection window, IAccessibilityInteractionConnectionCallback answers)
                throws RemoteException;
    }

    /** Answers null where there is no such window, as the system does. */
    private String[] ask(Object[] told, int place, Question question) throws RemoteException {
        int id = resolve((int) told[0]);
        IAccessibilityInteractionConnection window = accessibility.windows.connection(id);
        if (window == null) {
            return null;
        }
        accessibility.count.requests.incrementAndGet();
        question.ask(window, NodeAnswers.to((IAccessibilityInteractionConnectionCallback) told[place], accessibility));
        phone.loop.wake();
        return accessibility.windows.packages(id);
    }

    private boolean perform(Object[] told) throws Exception {
        IAccessibilityInteractionConnection window = accessibility.windows.connection(resolve((int) told[0]));
        if (window == null) {
            return false;
        }
        // What the action leads to may hold the main thread.
        phone.loop.post(phone::keep);
        window.performAccessibilityAction((long) told[1], (int) told[2], (Bundle) told[3], (int) told[4],
                (IAccessibilityInteractionConnectionCallback) told[5], flags(0), Process.myPid(), (long) told[6]);
        phone.loop.wake();
        return true;
    }

    private boolean press(int action) throws Exception {
        int code = switch (action) {
            case AccessibilityService.GLOBAL_ACTION_BACK -> KeyEvent.KEYCODE_BACK;
            case AccessibilityService.GLOBAL_ACTION_HOME -> KeyEvent.KEYCODE_HOME;
            case AccessibilityService.GLOBAL_ACTION_RECENTS -> KeyEvent.KEYCODE_APP_SWITCH;
            default -> KeyEvent.KEYCODE_UNKNOWN;
        };
        if (code == KeyEvent.KEYCODE_UNKNOWN) {
            return false;
        }
        phone.loop.call(
                () -> {
                    phone.keep();
                    phone.loop.guarded(() -> phone.keys.press(code, false));
                    return null;
                },
                INPUT_MILLIS);
        return true;
    }

    private int resolve(int window) {
        boolean named = window != AccessibilityWindowInfo.ACTIVE_WINDOW_ID
                && window != AccessibilityWindowInfo.ANY_WINDOW_ID;
        return named ? window : accessibility.windows.active();
    }

    /** What the service wants of every answer. */
    private int flags(int asked) {
        int flags = asked;
        if (automation.has(AccessibilityServiceInfo.FLAG_INCLUDE_NOT_IMPORTANT_VIEWS)) {
            flags |= AccessibilityNodeInfo.FLAG_SERVICE_REQUESTS_INCLUDE_NOT_IMPORTANT_VIEWS;
        }
        if (automation.has(AccessibilityServiceInfo.FLAG_REPORT_VIEW_IDS)) {
            flags |= AccessibilityNodeInfo.FLAG_SERVICE_REQUESTS_REPORT_VIEW_IDS;
        }
        if (automation.info().isAccessibilityTool()) {
            flags |= AccessibilityNodeInfo.FLAG_SERVICE_IS_ACCESSIBILITY_TOOL;
        }
        return flags;
    }

    private AccessibilityWindowInfo.WindowListSparseArray windows() {
        if (!automation.has(AccessibilityServiceInfo.FLAG_RETRIEVE_INTERACTIVE_WINDOWS)) {
            return null;
        }
        List<AccessibilityWindowInfo> told = new ArrayList<>();
        for (AccessibilityWindowInfo window : accessibility.windows.list()) {
            told.add(connected(window));
        }
        if (accessibility.faults.is(PlantedFaults.Fault.DROP_WINDOW) && !told.isEmpty()) {
            told.remove(0);
        }
        AccessibilityWindowInfo.WindowListSparseArray displays = new AccessibilityWindowInfo.WindowListSparseArray();
        displays.put(Display.DEFAULT_DISPLAY, told);
        return displays;
    }

    private AccessibilityWindowInfo window(int id) {
        for (AccessibilityWindowInfo window : accessibility.windows.list()) {
            if (window.getId() == id) {
                return connected(window);
            }
        }
        return null;
    }

    private AccessibilityWindowInfo connected(AccessibilityWindowInfo window) {
        AccessibilityWindowInfo copy = new AccessibilityWindowInfo(window);
        copy.setConnectionId(automation.id());
        return copy;
    }
}
