package dev.clawperator.operator.android;

import android.graphics.Rect;
import android.view.accessibility.AccessibilityNodeInfo;
import android.view.accessibility.AccessibilityWindowInfo;
import dev.clawperator.operator.hidden.Automation;
import dev.clawperator.operator.hidden.Missing;
import dev.clawperator.operator.protocol.Limits;
import dev.clawperator.operator.protocol.Nodes;
import dev.clawperator.operator.protocol.Window;
import dev.clawperator.operator.session.Clock;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Reads the nodes of one window, on a thread of its own: its app may not answer. */
final class Walk implements Runnable {
    private static final String WEB_VIEW = "android.webkit.WebView";
    private static final char BULLET = '\u2022';

    final Window window;
    private final Seen seen;
    /** Web views that show something and tell of nothing, by window and identity. */
    final Set<String> bareWebViews = new HashSet<>();

    private final AccessibilityWindowInfo source;
    private final Automation automation;
    private final Clock clock;
    private final AtomicInteger left;
    private final Object done;
    private final Nodes nodes;
    private final Nodes.Texts texts = new Nodes.Texts();
    private final Rect bounds = new Rect();
    private volatile long progress;
    private volatile boolean abandoned;
    private volatile boolean started;
    private volatile boolean isOver;
    private RuntimeException failed;
    private int content = Window.WHOLE;

    /**
     * @param left how many nodes all windows can have
     * @param room how many bytes, from {@link Nodes#room}
     */
    Walk(
            AccessibilityWindowInfo source,
            Automation automation,
            Clock clock,
            AtomicInteger left,
            AtomicLong room,
            Object done) {
        this.source = source;
        this.automation = automation;
        this.clock = clock;
        this.left = left;
        this.done = done;
        nodes = new Nodes(room);
        window = describe(source);
        seen = new Seen(source);
        progress = clock.now();
    }

    @Override
    public void run() {
        try {
            read();
        } catch (RuntimeException broken) {
            failed = broken;
        } catch (OutOfMemoryError full) {
            // Of this window alone: the program goes on without it.
            failed = new UnsupportedOperationException(full);
        }
        synchronized (done) {
            isOver = true;
            done.notifyAll();
        }
    }

    boolean hasStarted() {
        return started;
    }

    boolean isOver() {
        return isOver;
    }

    boolean isAbandoned() {
        return abandoned;
    }

    /** When its app last answered. */
    long progress() {
        return progress;
    }

    /** Takes what was read, once it is over. */
    Seen finish() {
        if (failed instanceof IllegalStateException || failed instanceof Missing) {
            throw failed;
        }
        if (failed != null) {
            // The other windows can be told of all the same; half a node cannot.
            window.content = Window.INCOMPLETE;
            return seen;
        }
        window.content = content;
        window.nodes = nodes;
        return seen;
    }

    /** Says of the window that it was not read. The thread ends when its app answers after all. */
    void abandon(int as) {
        abandoned = true;
        window.content = as;
        window.nodes = null;
    }

    private void read() {
        progress = clock.now();
        started = true;
        if (abandoned) {
            return;
        }
        // Not the root of the active window by itself: what that reads ahead gets in the way of what is asked next.
        AccessibilityNodeInfo root = source.getRoot();
        progress = clock.now();
        if (root == null) {
            content = Window.NO_CONTENT;
            return;
        }
        left.decrementAndGet();
        visit(root, 0, 0);
    }

    private void visit(AccessibilityNodeInfo node, int depth, int index) {
        int children = node.getChildCount();
        int place = add(node, depth, index, children);
        for (int child = 0; child < children && !abandoned; child++) {
            if (depth == Limits.DEPTH || nodes.isFull()) {
                cut(place);
                return;
            }
            AccessibilityNodeInfo below = Compat.child(node, child);
            progress = clock.now();
            if (below == null) {
                nodes.addFlags(place, Nodes.CHILDREN_MISSING);
                content = Window.INCOMPLETE;
            } else if (below.isVisibleToUser()) {
                if (left.decrementAndGet() < 0) {
                    cut(place);
                    return;
                }
                visit(below, depth + 1, child);
            }
        }
    }

    /** What is beyond a limit is shown and not told of, however often it is read. */
    private void cut(int place) {
        nodes.addFlags(place, Nodes.CHILDREN_MISSING);
        if (content == Window.WHOLE) {
            content = Window.OPAQUE;
        }
    }

    private int add(AccessibilityNodeInfo node, int depth, int index, int children) {
        long identity = automation.identity(node);
        int flags = flags(node);
        int place = nodes.begin(depth, index, node.getDrawingOrder(), identity, flags);
        node.getBoundsInScreen(bounds);
        nodes.bounds(bounds.left, bounds.top, bounds.right, bounds.bottom);
        texts.text = text(node, flags);
        texts.description = node.getContentDescription();
        texts.hint = Compat.hint(node);
        texts.state = Compat.state(node);
        texts.tooltip = Compat.tooltip(node);
        texts.paneTitle = Compat.paneTitle(node);
        texts.error = node.getError();
        CharSequence className = node.getClassName();
        nodes.end(className, node.getPackageName(), node.getViewIdResourceName(), actions(node), texts);
        seen.add(identity, node, depth);
        boolean isVisible = (flags & Nodes.NOT_VISIBLE) == 0;
        if (children == 0 && isVisible && className != null && WEB_VIEW.contentEquals(className)) {
            bareWebViews.add(window.id + " " + identity);
        }
        return place;
    }

    @SuppressWarnings("deprecation")
    private static int actions(AccessibilityNodeInfo node) {
        return node.getActions();
    }

    /** The text of a password is never sent; the hint that stands in an empty field is not the password. */
    private static CharSequence text(AccessibilityNodeInfo node, int flags) {
        CharSequence text = node.getText();
        if (text == null || (flags & Nodes.PASSWORD) == 0 || (flags & Nodes.SHOWS_HINT) != 0) {
            return text;
        }
        char[] bullets = new char[Math.min(text.length(), Limits.NODE_TEXT_BYTES)];
        Arrays.fill(bullets, BULLET);
        return new String(bullets);
    }

    @SuppressWarnings("deprecation")
    private int flags(AccessibilityNodeInfo node) {
        boolean isPart = node.isCheckable() && automation.isPartlyChecked(node);
        return flag(node.isCheckable(), Nodes.CHECKABLE)
                | flag(node.isChecked(), Nodes.CHECKED)
                | flag(node.isClickable(), Nodes.CLICKABLE)
                | flag(node.isEnabled(), Nodes.ENABLED)
                | flag(node.isFocusable(), Nodes.FOCUSABLE)
                | flag(node.isFocused(), Nodes.FOCUSED)
                | flag(node.isScrollable(), Nodes.SCROLLABLE)
                | flag(node.isLongClickable(), Nodes.LONG_CLICKABLE)
                | flag(node.isPassword(), Nodes.PASSWORD)
                | flag(node.isSelected(), Nodes.SELECTED)
                | flag(Compat.isHeading(node), Nodes.HEADING)
                | flag(Compat.isShowingHint(node), Nodes.SHOWS_HINT)
                | flag(!node.isVisibleToUser(), Nodes.NOT_VISIBLE)
                | flag(node.isEditable(), Nodes.EDITABLE)
                | flag(node.isAccessibilityFocused(), Nodes.ACCESSIBILITY_FOCUSED)
                | flag(isPart, Nodes.PARTLY_CHECKED);
    }

    private static int flag(boolean is, int flag) {
        return is ? flag : 0;
    }

    /** A window without what is in it. */
    static Window describe(AccessibilityWindowInfo source) {
        Window window = new Window();
        window.id = source.getId();
        int type = source.getType();
        window.kind = type >= 1 && type <= Window.KIND_MOST ? type : Window.KIND_OTHER;
        window.flags = flag(source.isActive(), Window.ACTIVE)
                | flag(source.isFocused(), Window.FOCUSED)
                | flag(Compat.isPictureInPicture(source), Window.PICTURE_IN_PICTURE);
        window.layer = source.getLayer();
        window.display = Compat.display(source);
        Rect place = new Rect();
        source.getBoundsInScreen(place);
        window.left = place.left;
        window.top = place.top;
        window.right = place.right;
        window.bottom = place.bottom;
        window.title = source.getTitle();
        return window;
    }
}
