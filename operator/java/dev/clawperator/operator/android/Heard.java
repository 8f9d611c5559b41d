package dev.clawperator.operator.android;

import android.app.UiAutomation;
import android.graphics.Rect;
import android.os.SystemClock;
import android.text.InputType;
import android.text.TextUtils;
import android.view.accessibility.AccessibilityEvent;
import android.view.accessibility.AccessibilityNodeInfo;
import android.view.accessibility.AccessibilityRecord;
import android.view.accessibility.AccessibilityWindowInfo;
import dev.clawperator.operator.hidden.Automation;
import dev.clawperator.operator.hidden.Services;
import dev.clawperator.operator.session.Described;
import dev.clawperator.operator.session.Happening;
import java.util.List;

/** An event as it is written down: what the platform says, and the node that it is of. */
final class Heard extends Happening {
    private static final int MOST_ABOVE = 12;
    private static final int MOST_INSIDE = 8;
    private static final int MOST_LEVELS = 3;

    private final AccessibilityEvent event;
    private final UiAutomation automation;
    private final Automation automations;
    private final Services services;
    private final Seen.Last last;
    /** When it happened: a look that ended later may have found what it led to, however soon it was heard. */
    private final long happenedAt;

    private Heard(
            Kind kind,
            AccessibilityEvent event,
            UiAutomation automation,
            Automation automations,
            Services services,
            Seen.Last last) {
        super(kind);
        this.event = event;
        this.automation = automation;
        this.automations = automations;
        this.services = services;
        this.last = last;
        long now = SystemClock.uptimeMillis();
        long said = event.getEventTime();
        happenedAt = said > 0 ? Math.min(said, now) : now;
    }

    /** Null where the event is of no interest. */
    static Heard of(
            AccessibilityEvent event,
            UiAutomation automation,
            Automation automations,
            Services services,
            Seen.Last last) {
        Kind kind = kind(event.getEventType());
        if (kind == null) {
            return null;
        }
        Heard heard = new Heard(kind, event, automation, automations, services, last);
        heard.packageName = event.getPackageName();
        heard.className = event.getClassName();
        heard.window = event.getWindowId();
        heard.identity = automations.identity(event);
        heard.isPassword = event.isPassword();
        heard.isLocked = isLocked(services);
        if (kind == Kind.TEXT) {
            heard.says(TextUtils.join("", event.getText()));
            heard.added = event.getAddedCount();
            heard.removed = event.getRemovedCount();
        }
        if (kind == Kind.SCROLL) {
            heard.scrollX = event.getScrollX();
            heard.scrollY = event.getScrollY();
            heard.fromIndex = event.getFromIndex();
            heard.toIndex = event.getToIndex();
        }
        heard.keeps = characters(event);
        for (int place = 0; place < event.getRecordCount(); place++) {
            heard.keeps += characters(event.getRecord(place));
        }
        return heard;
    }

    /** What cannot be read is taken for closed: what is done behind a lock is never written. */
    private static boolean isLocked(Services services) {
        try {
            return services.isLocked();
        } catch (RuntimeException unknown) {
            return true;
        }
    }

    /** How long the texts are that the platform keeps of an event. */
    private static long characters(AccessibilityRecord record) {
        long count = length(record.getBeforeText()) + length(record.getContentDescription());
        for (CharSequence text : record.getText()) {
            count += length(text);
        }
        return count;
    }

    private static int length(CharSequence text) {
        return text == null ? 0 : text.length();
    }

    @Override
    public Described describe() {
        Described described = new Described();
        described.isLocked = isLocked || services.isLocked();
        if (described.isLocked) {
            return described;
        }
        List<Seen> before = last.until(happenedAt);
        findWindow(described, before);
        boolean wantsNode = described.isWindowKnown && !described.isKeyboard && kind != Kind.WINDOW;
        described.isFromBefore = wantsNode && findIn(before, described);
        if (wantsNode && !described.isFromBefore && !findIn(last.all(), described)) {
            AccessibilityNodeInfo source = event.getSource();
            if (source != null) {
                fill(described, source);
                described.node = labels(source);
                addInside(described, source, 0);
            }
        }
        return described;
    }

    /** A page that was left may be told of no more. */
    private void findWindow(Described described, List<Seen> before) {
        if (findWindowIn(before, described) || findWindowIn(last.all(), described)) {
            return;
        }
        for (AccessibilityWindowInfo each : Compat.windows(automation, false)) {
            if (each.getId() == window) {
                described.isWindowKnown = true;
                described.windowTitle = each.getTitle();
                described.isKeyboard = each.getType() == AccessibilityWindowInfo.TYPE_INPUT_METHOD;
            }
        }
    }

    private boolean findWindowIn(List<Seen> windows, Described described) {
        for (Seen seen : windows) {
            if (seen.window == window) {
                described.isWindowKnown = true;
                described.windowTitle = seen.title;
                described.isKeyboard = seen.isKeyboard;
                return true;
            }
        }
        return false;
    }

    private static Kind kind(int type) {
        switch (type) {
            case AccessibilityEvent.TYPE_VIEW_CLICKED:
                return Kind.CLICK;
            case AccessibilityEvent.TYPE_VIEW_LONG_CLICKED:
                return Kind.LONG_CLICK;
            case AccessibilityEvent.TYPE_VIEW_TEXT_CHANGED:
                return Kind.TEXT;
            case AccessibilityEvent.TYPE_VIEW_SCROLLED:
                return Kind.SCROLL;
            case AccessibilityEvent.TYPE_WINDOW_STATE_CHANGED:
                return Kind.WINDOW;
            default:
                return null;
        }
    }

    /** Takes the node from a screen that was seen: an app tells of a click when it has done what it does. */
    private boolean findIn(List<Seen> windows, Described described) {
        for (Seen seen : windows) {
            int place = seen.window == window ? seen.place(identity) : -1;
            if (place >= 0) {
                AccessibilityNodeInfo node = seen.nodes().get(place);
                fill(described, node);
                described.node = counted(node, windows);
                int above = seen.parent(place);
                for (int count = 0; above >= 0 && count < MOST_ABOVE; count++) {
                    described.above.add(counted(seen.nodes().get(above), windows));
                    above = seen.parent(above);
                }
                int end = seen.end(place);
                for (int in = place + 1; in < end && described.inside.size() < MOST_INSIDE; in++) {
                    AccessibilityNodeInfo inner = seen.nodes().get(in);
                    boolean isCalled = inner.getText() != null || inner.getContentDescription() != null;
                    if (isCalled && !isSecret(inner)) {
                        described.inside.add(counted(inner, windows));
                    }
                }
                return true;
            }
        }
        return false;
    }

    /** What a node is called that was not seen before, by what is in it. */
    private static void addInside(Described described, AccessibilityNodeInfo node, int depth) {
        int children = depth < MOST_LEVELS && !isSecret(node) ? Math.min(node.getChildCount(), MOST_INSIDE) : 0;
        for (int child = 0; child < children && described.inside.size() < MOST_INSIDE; child++) {
            AccessibilityNodeInfo below = Compat.child(node, child);
            if (below == null || isSecret(below)) {
                continue;
            }
            if (below.getText() != null || below.getContentDescription() != null) {
                described.inside.add(labels(below));
            }
            addInside(described, below, depth + 1);
        }
    }

    private static boolean isSecret(AccessibilityNodeInfo node) {
        return node.isEditable() || isPassword(node);
    }

    /** Also one whose characters are shown. */
    private static boolean isPassword(AccessibilityNodeInfo node) {
        int type = node.getInputType();
        int variation = type & InputType.TYPE_MASK_VARIATION;
        switch (type & InputType.TYPE_MASK_CLASS) {
            case InputType.TYPE_CLASS_TEXT:
                return node.isPassword()
                        || variation == InputType.TYPE_TEXT_VARIATION_PASSWORD
                        || variation == InputType.TYPE_TEXT_VARIATION_VISIBLE_PASSWORD
                        || variation == InputType.TYPE_TEXT_VARIATION_WEB_PASSWORD;
            case InputType.TYPE_CLASS_NUMBER:
                return node.isPassword() || variation == InputType.TYPE_NUMBER_VARIATION_PASSWORD;
            default:
                return node.isPassword();
        }
    }

    private static void fill(Described described, AccessibilityNodeInfo node) {
        Rect bounds = new Rect();
        node.getBoundsInScreen(bounds);
        described.left = bounds.left;
        described.top = bounds.top;
        described.right = bounds.right;
        described.bottom = bounds.bottom;
        described.isEditable = isSecret(node);
        described.isPassword = isPassword(node);
        described.isCheckable = node.isCheckable();
        described.isChecked = isChecked(node);
    }

    @SuppressWarnings("deprecation")
    private static boolean isChecked(AccessibilityNodeInfo node) {
        return node.isChecked();
    }

    private static Described.Labels labels(AccessibilityNodeInfo node) {
        Described.Labels labels = new Described.Labels();
        labels.className = node.getClassName();
        labels.id = node.getViewIdResourceName();
        labels.text = isSecret(node) ? null : node.getText();
        labels.description = node.getContentDescription();
        return labels;
    }

    private static Described.Labels counted(AccessibilityNodeInfo node, List<Seen> windows) {
        Described.Labels labels = labels(node);
        labels.sameId = 0;
        labels.sameText = 0;
        labels.sameDescription = 0;
        for (Seen seen : windows) {
            for (AccessibilityNodeInfo other : seen.nodes()) {
                labels.sameId += isSame(labels.id, other.getViewIdResourceName());
                labels.sameText += isSame(labels.text, other.getText());
                labels.sameDescription += isSame(labels.description, other.getContentDescription());
            }
        }
        return labels;
    }

    private static int isSame(CharSequence one, CharSequence other) {
        return one != null && other != null && TextUtils.equals(one, other) ? 1 : 0;
    }
}
