package dev.clawperator.host;

import android.graphics.Region;
import android.view.Display;
import android.view.IWindow;
import android.view.ViewRootImpl;
import android.view.accessibility.AccessibilityWindowInfo;
import android.view.accessibility.IAccessibilityInteractionConnection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The windows as an accessibility service knows them: by the numbers under which they registered. */
final class AccessibleWindows {
    private static final PlatformField<IWindow> WINDOW = new PlatformField<>(ViewRootImpl.class, "mWindow");

    private final Phone.Parts phone;
    private final Map<IWindow, Integer> ids = new IdentityHashMap<>();
    private final Map<Integer, IAccessibilityInteractionConnection> connections = new HashMap<>();
    private int lastId;
    private volatile List<AccessibilityWindowInfo> last = List.of();
    private volatile Set<Integer> ofLauncher = Set.of();

    AccessibleWindows(Phone.Parts phone) {
        this.phone = phone;
    }

    /** A window says how it can be asked; answers its number. */
    synchronized int add(IWindow window, IAccessibilityInteractionConnection connection) {
        remove(window);
        lastId++;
        ids.put(window, lastId);
        connections.put(lastId, connection);
        return lastId;
    }

    synchronized void remove(IWindow window) {
        connections.remove(ids.remove(window));
    }

    /** The way to a window, or null. */
    synchronized IAccessibilityInteractionConnection connection(int id) {
        return connections.get(id);
    }

    /** The windows that a service is told of, the topmost first; while an app hangs, those that were there before. */
    List<AccessibilityWindowInfo> list() {
        if (phone.loop.isMainThread()) {
            keep();
            return last;
        }
        try {
            phone.loop.call(
                    () -> {
                        phone.lastTouch.looked();
                        keep();
                        return null;
                    },
                    State.SYSTEM_MILLIS);
        } catch (Busy hung) {
            return last;
        } catch (Exception impossible) {
            throw new IllegalStateException(impossible);
        }
        return last;
    }

    /** The number of the window that keys go to, or -1. */
    int active() {
        for (AccessibilityWindowInfo window : last.isEmpty() ? list() : last) {
            if (window.isActive()) {
                return window.getId();
            }
        }
        return -1;
    }

    /** Notes which windows there are. Only for the main thread. */
    void keep() {
        List<PhoneWindow> told = phone.isAwake() ? phone.windows.told() : List.of();
        PhoneWindow focused = phone.windows.focused();
        List<AccessibilityWindowInfo> found = new ArrayList<>();
        Set<Integer> launchers = new HashSet<>();
        for (int layer = told.size() - 1; layer >= 0; layer--) {
            PhoneWindow window = told.get(layer);
            Integer id = id(window.root());
            if (id != null) {
                if (window.owner() instanceof Launcher) {
                    launchers.add(id);
                }
                found.add(info(window, id, layer, focused != null && focused.root() == window.root()));
            }
        }
        ofLauncher = launchers;
        last = List.copyOf(found);
    }

    /** The packages whose nodes a window may have; none says that its views know it. */
    String[] packages(int id) {
        return ofLauncher.contains(id) ? new String[] {Launcher.NAME.getPackageName()} : new String[0];
    }

    private synchronized Integer id(ViewRootImpl root) {
        return ids.get(WINDOW.of(root));
    }

    private static AccessibilityWindowInfo info(PhoneWindow window, int id, int layer, boolean focused) {
        AccessibilityWindowInfo info = new AccessibilityWindowInfo();
        info.setId(id);
        info.setDisplayId(Display.DEFAULT_DISPLAY);
        info.setLayer(layer);
        info.setType(type(window));
        info.setTitle(window.label());
        info.setRegionInScreen(new Region(window.bounds()));
        info.setActive(focused);
        info.setFocused(focused);
        return info;
    }

    private static int type(PhoneWindow window) {
        if (window.isKeyboard()) {
            return AccessibilityWindowInfo.TYPE_INPUT_METHOD;
        }
        return window.isToast() ? AccessibilityWindowInfo.TYPE_SYSTEM : AccessibilityWindowInfo.TYPE_APPLICATION;
    }
}
