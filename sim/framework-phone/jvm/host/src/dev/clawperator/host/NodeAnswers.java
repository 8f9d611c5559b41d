package dev.clawperator.host;

import android.os.Parcel;
import android.view.accessibility.AccessibilityNodeInfo;
import android.view.accessibility.IAccessibilityInteractionConnectionCallback;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;

/**
 * The way back from a window to whoever asked it. Nodes go through a parcel as they do between processes: a text that
 * the app goes on writing to must not change in the hands of whoever read it.
 */
final class NodeAnswers implements InvocationHandler {
    private final IAccessibilityInteractionConnectionCallback asker;
    private final Accessibility accessibility;

    private NodeAnswers(IAccessibilityInteractionConnectionCallback asker, Accessibility accessibility) {
        this.asker = asker;
        this.accessibility = accessibility;
    }

    static IAccessibilityInteractionConnectionCallback to(
            IAccessibilityInteractionConnectionCallback asker, Accessibility accessibility) {
        return (IAccessibilityInteractionConnectionCallback) Proxy.newProxyInstance(
                NodeAnswers.class.getClassLoader(),
                new Class<?>[] {IAccessibilityInteractionConnectionCallback.class},
                new NodeAnswers(asker, accessibility));
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        Object[] handed = arguments == null ? null : arguments.clone();
        if (handed != null && handed.length > 0 && handed[0] instanceof AccessibilityNodeInfo node) {
            boolean lost = accessibility.faults.isLost(node.getSourceNodeId(), false);
            handed[0] = lost ? null : copy(node);
        } else if (handed != null && handed.length > 0 && handed[0] instanceof List<?> nodes) {
            handed[0] = copies(nodes);
        }
        try {
            return method.invoke(asker, handed);
        } catch (InvocationTargetException failed) {
            throw failed.getCause();
        }
    }

    private List<AccessibilityNodeInfo> copies(List<?> nodes) {
        List<AccessibilityNodeInfo> copies = new ArrayList<>(nodes.size());
        for (int index = 0; index < nodes.size(); index++) {
            AccessibilityNodeInfo node = (AccessibilityNodeInfo) nodes.get(index);
            if (!accessibility.faults.isLost(node.getSourceNodeId(), index > 0)) {
                copies.add(copy(node));
            } else if (index == 0) {
                return List.of();
            }
        }
        return copies;
    }

    private AccessibilityNodeInfo copy(AccessibilityNodeInfo node) {
        accessibility.count.nodes.incrementAndGet();
        Parcel parcel = Parcel.obtain();
        try {
            node.writeToParcel(parcel, 0);
            parcel.setDataPosition(0);
            return AccessibilityNodeInfo.CREATOR.createFromParcel(parcel);
        } finally {
            parcel.recycle();
        }
    }
}
