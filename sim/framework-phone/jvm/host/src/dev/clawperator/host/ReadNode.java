package dev.clawperator.host;

import android.view.accessibility.AccessibilityNodeInfo;

/** A node that a UiAutomation read. Its children come with what is below them, which takes few requests. */
final class ReadNode extends AccessibilityNodeInfo {
    private static final int WITH_DESCENDANTS = FLAG_PREFETCH_DESCENDANTS_DEPTH_FIRST | FLAG_PREFETCH_UNINTERRUPTIBLE;

    private final AccessibilityNodeInfo read;

    private ReadNode(AccessibilityNodeInfo read) {
        super(read);
        this.read = read;
        setSealed(true);
    }

    static ReadNode of(AccessibilityNodeInfo read) {
        return read == null ? null : new ReadNode(read);
    }

    @Override
    public AccessibilityNodeInfo getChild(int index) {
        return of(read.getChild(index, WITH_DESCENDANTS));
    }
}
