package dev.clawperator.host;

import android.view.View;
import android.view.accessibility.AccessibilityNodeIdManager;
import android.view.accessibility.AccessibilityNodeInfo;
import android.view.accessibility.AccessibilityNodeProvider;

/**
 * A node that knows its children without a service between: the views and their providers are asked at once, as the
 * platform's side of a window does when a service asks it.
 */
final class TreeNode extends AccessibilityNodeInfo {
    /** What {@code uiautomator} asks for: ids, and views that matter to nobody unless told otherwise. */
    static final int WITH_ALL_VIEWS = FLAG_SERVICE_REQUESTS_REPORT_VIEW_IDS
            | FLAG_SERVICE_REQUESTS_INCLUDE_NOT_IMPORTANT_VIEWS;
    static final int ONLY_IMPORTANT = FLAG_SERVICE_REQUESTS_REPORT_VIEW_IDS;

    private final String ofPackage;

    private TreeNode(AccessibilityNodeInfo info, String ofPackage) {
        super(info);
        this.ofPackage = ofPackage;
        if (ofPackage != null) {
            setPackageName(ofPackage);
        }
        setSealed(true);
    }

    /**
     * The node of a window's outermost view, or null when it is not shown.
     *
     * @param ofPackage whose nodes these are, when the views do not know it; else null
     */
    static TreeNode of(View view, String ofPackage) {
        return of(view, AccessibilityNodeProvider.HOST_VIEW_ID, ofPackage);
    }

    @Override
    public AccessibilityNodeInfo getChild(int index) {
        long id = getChildId(index);
        View view = AccessibilityNodeIdManager.getInstance().findView(getAccessibilityViewId(id));
        return view == null ? null : of(view, getVirtualDescendantId(id), ofPackage);
    }

    private static TreeNode of(View view, int virtual, String ofPackage) {
        if (!view.isAttachedToWindow() || !view.isShown()) {
            return null;
        }
        AccessibilityNodeProvider provider = view.getAccessibilityNodeProvider();
        AccessibilityNodeInfo info = null;
        if (provider != null) {
            info = provider.createAccessibilityNodeInfo(virtual);
        } else if (virtual == AccessibilityNodeProvider.HOST_VIEW_ID) {
            info = view.createAccessibilityNodeInfo();
        }
        return info == null ? null : new TreeNode(info, ofPackage);
    }
}
