package dev.clawperator.operator.android;

import android.app.UiAutomation;
import android.os.Bundle;
import android.text.InputType;
import android.view.accessibility.AccessibilityNodeInfo;
import dev.clawperator.operator.hidden.Automation;
import dev.clawperator.operator.protocol.Outcome;
import dev.clawperator.operator.session.Going;
import dev.clawperator.operator.session.Refused;
import dev.clawperator.operator.session.Result;

/** Nodes that an act names, read again just before it. */
final class Fields {
    /** The platform waits for an app five seconds, and then says no for it. */
    private static final long NO_ANSWER_MS = 4_500;
    /** How long an act that has begun waits where UiAutomation is just being connected anew. */
    private static final long CONNECT_MS = 2_000;
    /** A web page takes the focus later than it says. */
    private static final long FOCUS_MS = 500;
    private static final long BETWEEN_MS = 20;
    /** How many nodes below one that has the focus are looked at. */
    private static final int MOST_BELOW = 2_000;

    private final Connected connected;
    private final Automation automations;
    private final Seen.Last last;

    Fields(Connected connected, Automation automations, Seen.Last last) {
        this.connected = connected;
        this.automations = automations;
        this.last = last;
    }

    /** The node of a window of the last tree as it is now; null if it is there no more. */
    AccessibilityNodeInfo byIdentity(int window, long identity, Going going) throws Refused {
        connected.get(going.beginBy());
        AccessibilityNodeInfo node = last.find(window, identity);
        return node != null && node.refresh() ? node : null;
    }

    /**
     * What has the focus, as it is now and not as it was once read; null if nothing has it. Some views say only of
     * themselves that they have it, and not which node in them: then that is looked for, first where it was last.
     */
    AccessibilityNodeInfo focused(AccessibilityNodeInfo before, Going going) throws Refused {
        long until = going.hasBegun() ? going.clock().now() + CONNECT_MS : going.beginBy();
        UiAutomation automation = connected.get(until);
        automations.clearCache(automation);
        AccessibilityNodeInfo node = automation.findFocus(AccessibilityNodeInfo.FOCUS_INPUT);
        if (node == null || node.isEditable() || node.getChildCount() == 0) {
            return node;
        }
        boolean isThere = before != null
                && before.getWindowId() == node.getWindowId()
                && before.refresh()
                && before.isFocused();
        if (isThere) {
            return before;
        }
        AccessibilityNodeInfo below = focusedBelow(node, true, new int[] {MOST_BELOW});
        if (below == null) {
            below = focusedBelow(node, false, new int[] {MOST_BELOW});
        }
        return below == null ? node : below;
    }

    private static AccessibilityNodeInfo focusedBelow(AccessibilityNodeInfo node, boolean editable, int[] left) {
        for (int index = 0; index < node.getChildCount() && left[0]-- > 0; index++) {
            AccessibilityNodeInfo child = Compat.child(node, index);
            if (child == null || !child.isVisibleToUser()) {
                continue;
            }
            boolean isIt = child.isFocused() && (child.isEditable() || !editable);
            AccessibilityNodeInfo found = isIt ? child : focusedBelow(child, editable, left);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    boolean isFocused(AccessibilityNodeInfo field, Going going) throws Refused {
        return field.equals(focused(field, going));
    }

    /** Gives a field the focus, and returns whether it has it. The act has begun. */
    boolean focus(AccessibilityNodeInfo field, Going going) throws Refused {
        if (isFocused(field, going)) {
            return true;
        }
        if (!field.performAction(AccessibilityNodeInfo.ACTION_FOCUS)) {
            return false;
        }
        long until = going.clock().now() + FOCUS_MS;
        boolean isFocused = isFocused(field, going);
        while (!isFocused && going.clock().now() < until && going.waitUntil(going.clock().now() + BETWEEN_MS)) {
            isFocused = isFocused(field, going);
        }
        return isFocused;
    }

    static Result gone() {
        return Result.notBegun("NODE_GONE", "the node is not on the screen any more; nothing was done");
    }

    /** Whether keys write here. A button takes them too, and a space presses it. */
    static boolean isField(AccessibilityNodeInfo node) {
        return node.isEditable()
                || offers(node, AccessibilityNodeInfo.ACTION_SET_TEXT)
                || !node.isClickable() && !node.isCheckable();
    }

    /** Whether what is in it is a secret, also while the field shows it. */
    static boolean isSecret(AccessibilityNodeInfo node) {
        int variation = node.getInputType() & InputType.TYPE_MASK_VARIATION;
        switch (node.getInputType() & InputType.TYPE_MASK_CLASS) {
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

    /** The text in a field, which a hint is not. */
    static String shown(AccessibilityNodeInfo field) {
        CharSequence text = Compat.isShowingHint(field) ? null : field.getText();
        return text == null ? "" : text.toString();
    }

    @SuppressWarnings("deprecation")
    static boolean offers(AccessibilityNodeInfo node, int action) {
        return (node.getActions() & action) != 0;
    }

    /** Performs an action that has begun; a no after a long time is not the app's word. */
    Result perform(AccessibilityNodeInfo node, int action, Bundle arguments, Going going) {
        long start = going.clock().now();
        if (node.performAction(action, arguments)) {
            return Result.done();
        }
        if (going.clock().now() - start >= NO_ANSWER_MS) {
            return Result.of(Outcome.UNKNOWN, Refused.TIMED_OUT, "the app did not answer in its time");
        }
        return Result.of(Outcome.REFUSED, "ACTION_REFUSED", "the app did not do it");
    }
}
