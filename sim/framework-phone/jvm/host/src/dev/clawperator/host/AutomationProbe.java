package dev.clawperator.host;

import android.accessibilityservice.AccessibilityServiceInfo;
import android.app.UiAutomation;
import android.app.UiAutomationConnection;
import android.graphics.Bitmap;
import android.os.Bundle;
import android.os.HandlerThread;
import android.os.SystemClock;
import android.view.InputDevice;
import android.view.MotionEvent;
import android.view.accessibility.AccessibilityEvent;
import android.view.accessibility.AccessibilityNodeInfo;
import android.view.accessibility.AccessibilityWindowInfo;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import org.json.JSONArray;
import org.json.JSONException;
import org.json.JSONObject;

/** The platform's own UiAutomation in the hands of a test, by which the system's side of it is tried. */
final class AutomationProbe {
    private static final int MOST_EVENTS = 1_000;

    private final ArrayDeque<JSONObject> events = new ArrayDeque<>();
    private HandlerThread thread;
    private UiAutomation automation;

    /** Answers why it could not be connected, or null. */
    synchronized String connect() {
        HandlerThread own = new HandlerThread("automation");
        own.start();
        UiAutomationConnection connection = new UiAutomationConnection();
        UiAutomation made = new UiAutomation(own.getLooper(), connection);
        try {
            made.connect(UiAutomation.FLAG_DONT_SUPPRESS_ACCESSIBILITY_SERVICES);
        } catch (IllegalStateException refused) {
            own.quit();
            return refused.getMessage();
        } catch (RuntimeException failed) {
            // It is registered already, and would keep everybody else out.
            connection.disconnect();
            own.quit();
            throw failed;
        }
        AccessibilityServiceInfo info = made.getServiceInfo();
        info.flags |= AccessibilityServiceInfo.FLAG_RETRIEVE_INTERACTIVE_WINDOWS;
        made.setServiceInfo(info);
        made.setOnAccessibilityEventListener(this::heard);
        thread = own;
        automation = made;
        return null;
    }

    synchronized void disconnect() {
        UiAutomation made = automation;
        automation = null;
        thread.quit();
        made.disconnect();
    }

    /** Disconnects it if a test has left it connected. */
    synchronized void release() {
        if (automation != null) {
            disconnect();
        }
    }

    /** Every window as {@code uiautomator dump --windows} writes it. */
    synchronized String tree() throws IOException {
        automation.clearCache();
        return Dump.read(automation.getWindows());
    }

    /** Reads every window and keeps nothing of it; answers how many nodes there were. */
    synchronized int walk() {
        automation.clearCache();
        int nodes = 0;
        for (AccessibilityWindowInfo window : automation.getWindows()) {
            nodes += walk(ReadNode.of(window.getRoot()));
        }
        return nodes;
    }

    private static int walk(AccessibilityNodeInfo node) {
        if (node == null) {
            return 0;
        }
        int nodes = 1;
        for (int index = 0; index < node.getChildCount(); index++) {
            nodes += walk(node.getChild(index));
        }
        return nodes;
    }

    synchronized boolean tap(float x, float y) {
        long now = SystemClock.uptimeMillis();
        return inject(MotionEvent.ACTION_DOWN, now, x, y) && inject(MotionEvent.ACTION_UP, now, x, y);
    }

    /** Replaces the text of the node with an id; answers whether it was there and took it. */
    synchronized boolean setText(String id, String text) {
        // What it has of a page that was left is there until an event arrives.
        automation.clearCache();
        for (AccessibilityWindowInfo window : automation.getWindows()) {
            AccessibilityNodeInfo root = window.getRoot();
            List<AccessibilityNodeInfo> found =
                    root == null ? List.of() : root.findAccessibilityNodeInfosByViewId(id);
            if (!found.isEmpty()) {
                Bundle arguments = new Bundle();
                arguments.putCharSequence(AccessibilityNodeInfo.ACTION_ARGUMENT_SET_TEXT_CHARSEQUENCE, text);
                return found.get(0).performAction(AccessibilityNodeInfo.ACTION_SET_TEXT, arguments);
            }
        }
        return false;
    }

    /** The size of a picture of the display, and the colour in its middle. */
    synchronized JSONObject picture() throws JSONException {
        Bitmap picture = automation.takeScreenshot();
        if (picture == null) {
            return new JSONObject();
        }
        return new JSONObject()
                .put("width", picture.getWidth())
                .put("height", picture.getHeight())
                .put("middle", picture.getPixel(picture.getWidth() / 2, picture.getHeight() / 2));
    }

    /** What was heard since it was last asked. */
    JSONArray events() {
        synchronized (events) {
            JSONArray told = new JSONArray(events);
            events.clear();
            return told;
        }
    }

    private boolean inject(int action, long down, float x, float y) {
        MotionEvent event = MotionEvent.obtain(down, SystemClock.uptimeMillis(), action, x, y, 0);
        event.setSource(InputDevice.SOURCE_TOUCHSCREEN);
        return automation.injectInputEvent(event, true);
    }

    private void heard(AccessibilityEvent event) {
        JSONObject told;
        try {
            told = new JSONObject()
                    .put("type", AccessibilityEvent.eventTypeToString(event.getEventType()))
                    .put("package", String.valueOf(event.getPackageName()))
                    .put("text", String.join("|", event.getText()))
                    .put("source", event.getSource() != null);
        } catch (JSONException impossible) {
            throw new IllegalStateException(impossible);
        }
        synchronized (events) {
            if (events.size() < MOST_EVENTS) {
                events.add(told);
            }
        }
    }
}
