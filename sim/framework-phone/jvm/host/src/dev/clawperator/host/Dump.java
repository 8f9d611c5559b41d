package dev.clawperator.host;

import android.graphics.Point;
import android.graphics.Rect;
import android.util.Xml;
import android.view.View;
import android.view.accessibility.AccessibilityNodeInfo;
import android.view.accessibility.AccessibilityWindowInfo;
import java.io.IOException;
import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import org.robolectric.shadows.ShadowDisplay;
import org.robolectric.util.ReflectionHelpers;
import org.xmlpull.v1.XmlSerializer;

/** Writes the view hierarchy as {@code uiautomator dump} does, each node by Google's own writer. */
final class Dump {
    private static final Method WRITE_NODE = nodeWriter();

    private final XmlSerializer xml = Xml.newSerializer();
    private final StringWriter out = new StringWriter();
    private final Point size = new Point();
    private final int rotation;
    private final int flags;

    private Dump(boolean compressed) throws IOException {
        flags = compressed ? TreeNode.ONLY_IMPORTANT : TreeNode.WITH_ALL_VIEWS;
        ShadowDisplay.getDefaultDisplay().getRealSize(size);
        rotation = ShadowDisplay.getDefaultDisplay().getRotation();
        xml.setOutput(out);
        xml.startDocument("UTF-8", true);
    }

    /** The active window alone, or null when there is none with a root. */
    static String active(PhoneWindow window, boolean compressed) throws IOException {
        Dump dump = new Dump(compressed);
        if (window == null || !dump.hierarchy(window)) {
            return null;
        }
        dump.xml.endDocument();
        return dump.out.toString();
    }

    /** Every window, the topmost first, or null when none is active. */
    static String all(List<PhoneWindow> windows, PhoneWindow active) throws IOException {
        if (active == null) {
            return null;
        }
        Dump dump = new Dump(false);
        XmlSerializer xml = dump.xml;
        xml.startTag("", "displays");
        xml.startTag("", "display");
        xml.attribute("", "id", "0");
        int last = windows.size() - 1;
        for (int layer = last; layer >= 0; layer--) {
            PhoneWindow window = windows.get(layer);
            dump.begin(last - layer, window.label(), window.bounds(), window.root() == active.root(), layer, type(window));
            dump.hierarchy(window);
            xml.endTag("", "window");
        }
        xml.endTag("", "display");
        xml.endTag("", "displays");
        xml.endDocument();
        return dump.out.toString();
    }

    /** Every window as a UiAutomation has it, written in the same way. */
    static String read(List<AccessibilityWindowInfo> windows) throws IOException {
        Dump dump = new Dump(false);
        XmlSerializer xml = dump.xml;
        xml.startTag("", "displays");
        xml.startTag("", "display");
        xml.attribute("", "id", "0");
        for (int index = 0; index < windows.size(); index++) {
            AccessibilityWindowInfo window = windows.get(index);
            Rect bounds = new Rect();
            window.getBoundsInScreen(bounds);
            String title = window.getTitle() == null ? "" : window.getTitle().toString();
            dump.begin(index, title, bounds, window.isActive(), window.getLayer(), type(window.getType()));
            ReadNode root = ReadNode.of(window.getRoot());
            if (root != null) {
                dump.hierarchy(root);
            }
            xml.endTag("", "window");
        }
        xml.endTag("", "display");
        xml.endTag("", "displays");
        xml.endDocument();
        return dump.out.toString();
    }

    private void begin(int index, String title, Rect bounds, boolean active, int layer, String type)
            throws IOException {
        xml.startTag("", "window");
        xml.attribute("", "index", Integer.toString(index));
        xml.attribute("", "title", title);
        xml.attribute("", "bounds", bounds.toShortString());
        xml.attribute("", "active", Boolean.toString(active));
        xml.attribute("", "focused", Boolean.toString(active));
        xml.attribute("", "accessibility-focused", "false");
        xml.attribute("", "id", Integer.toString(layer + 1));
        xml.attribute("", "layer", Integer.toString(layer));
        xml.attribute("", "type", type);
    }

    private void hierarchy(AccessibilityNodeInfo root) throws IOException {
        xml.startTag("", "hierarchy");
        xml.attribute("", "rotation", Integer.toString(rotation));
        write(root);
        xml.endTag("", "hierarchy");
    }

    private boolean hierarchy(PhoneWindow window) throws IOException {
        View view = window.view();
        Object attach = ReflectionHelpers.getField(view, "mAttachInfo");
        if (attach == null) {
            return false;
        }
        int before = ReflectionHelpers.getField(attach, "mAccessibilityFetchFlags");
        ReflectionHelpers.setField(attach, "mAccessibilityFetchFlags", flags);
        try {
            // The launcher's outermost view is the platform's and thinks that it is the app's.
            boolean isLauncher = window.owner() instanceof Launcher;
            TreeNode root = TreeNode.of(view, isLauncher ? Launcher.NAME.getPackageName() : null);
            if (root == null) {
                return false;
            }
            hierarchy(root);
            return true;
        } finally {
            ReflectionHelpers.setField(attach, "mAccessibilityFetchFlags", before);
        }
    }

    private void write(AccessibilityNodeInfo root) throws IOException {
        try {
            WRITE_NODE.invoke(null, root, PlatformAttributes.over(xml), 0, size.x, size.y);
        } catch (InvocationTargetException failed) {
            if (failed.getCause() instanceof RuntimeException thrown) {
                throw thrown;
            }
            throw new IOException(failed.getCause());
        } catch (IllegalAccessException impossible) {
            throw new IOException(impossible);
        }
    }

    private static String type(PhoneWindow window) {
        if (window.isKeyboard()) {
            return "TYPE_INPUT_METHOD";
        }
        return window.isToast() ? "TYPE_SYSTEM" : "TYPE_APPLICATION";
    }

    private static String type(int type) {
        return switch (type) {
            case AccessibilityWindowInfo.TYPE_INPUT_METHOD -> "TYPE_INPUT_METHOD";
            case AccessibilityWindowInfo.TYPE_SYSTEM -> "TYPE_SYSTEM";
            default -> "TYPE_APPLICATION";
        };
    }

    private static Method nodeWriter() {
        try {
            Method writer = Class.forName("androidx.test.uiautomator.AccessibilityNodeInfoDumper")
                    .getDeclaredMethod(
                            "dumpNodeRec",
                            AccessibilityNodeInfo.class,
                            XmlSerializer.class,
                            int.class,
                            int.class,
                            int.class);
            writer.setAccessible(true);
            return writer;
        } catch (ReflectiveOperationException missing) {
            throw new IllegalStateException(missing);
        }
    }
}
