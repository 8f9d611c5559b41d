package dev.clawperator.host;

import android.app.Activity;
import android.os.IBinder;
import android.view.View;
import android.view.ViewRootImpl;
import android.view.WindowManager.LayoutParams;
import android.view.WindowManagerGlobal;
import android.widget.Scroller;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowViewRootImpl;
import org.robolectric.util.ReflectionHelpers;

/** The windows of the display, and which of them has the focus. Only for the main thread. */
final class Windows {
    private static final PlatformField<List<View>> VIEWS = new PlatformField<>(WindowManagerGlobal.class, "mViews");
    private static final PlatformField<List<ViewRootImpl>> ROOTS =
            new PlatformField<>(WindowManagerGlobal.class, "mRoots");
    private static final PlatformField<List<LayoutParams>> PARAMS =
            new PlatformField<>(WindowManagerGlobal.class, "mParams");
    private static final PlatformField<Scroller> SCROLLER = new PlatformField<>(ViewRootImpl.class, "mScroller");
    private static final PlatformField<Integer> SCROLL_Y = new PlatformField<>(ViewRootImpl.class, "mScrollY");
    private static final PlatformField<Integer> CURRENT_SCROLL_Y =
            new PlatformField<>(ViewRootImpl.class, "mCurScrollY");

    private final ActivityStack stack;
    /** The windows that were lifted, with the row where they would be. */
    private final Map<ViewRootImpl, Integer> lifted = new WeakHashMap<>();

    private ViewRootImpl focused;

    Windows(ActivityStack stack) {
        this.stack = stack;
    }

    /** The windows that can be seen, from the back to the front. */
    List<PhoneWindow> visible() {
        WindowManagerGlobal global = WindowManagerGlobal.getInstance();
        List<View> views = VIEWS.of(global);
        List<ViewRootImpl> roots = ROOTS.of(global);
        List<LayoutParams> params = PARAMS.of(global);
        List<PhoneWindow> found = new ArrayList<>();
        for (int index = 0; index < roots.size(); index++) {
            View view = views.get(index);
            LayoutParams asked = params.get(index);
            boolean ofSystem = asked.type >= LayoutParams.FIRST_SYSTEM_WINDOW;
            Activity owner = ofSystem ? null : owner(asked.token, views, params, roots.size());
            if (view.getVisibility() != View.VISIBLE || !(ofSystem || stack.isVisible(owner))) {
                continue;
            }
            found.add(new PhoneWindow(roots.get(index), view, asked, owner));
        }
        found.sort(Comparator.comparingInt(this::layer));
        return found;
    }

    /** Those that an accessibility service is told of, and so a dump: not what nobody can touch, such as a toast. */
    List<PhoneWindow> told() {
        PhoneWindow focused = focused();
        List<PhoneWindow> told = new ArrayList<>(visible());
        told.removeIf(window -> !window.isTouchable() && (focused == null || window.root() != focused.root()));
        return told;
    }

    /** The window that keys go to, or null. */
    PhoneWindow focused() {
        List<PhoneWindow> windows = visible();
        for (int index = windows.size() - 1; index >= 0; index--) {
            PhoneWindow window = windows.get(index);
            if (window.isFocusable() && window.view().isAttachedToWindow()) {
                return window;
            }
        }
        return null;
    }

    /** Tells windows that they got or lost the focus, as the window service does. Answers whether anything changed. */
    boolean updateFocus() {
        PhoneWindow window = focused();
        ViewRootImpl now = window == null ? null : window.root();
        if (now == focused) {
            return false;
        }
        ViewRootImpl before = focused;
        focused = now;
        if (before != null && before.getView() != null) {
            tellFocus(before, false);
        }
        if (now != null) {
            tellFocus(now, true);
        }
        return true;
    }

    /**
     * Moves windows that pan for the keyboard. They reckon where to go by themselves; going there is part of drawing
     * on a surface, which they do not have here.
     */
    void updatePan() {
        for (PhoneWindow window : visible()) {
            Scroller scroller = SCROLLER.of(window.root());
            boolean moves = scroller != null && scroller.computeScrollOffset();
            CURRENT_SCROLL_Y.set(window.root(), moves ? scroller.getCurrY() : SCROLL_Y.of(window.root()));
        }
    }

    /** Lifts windows of apps that do not fill the display above the keyboard, as the window service does. */
    void liftAbove(int keyboardTop) {
        for (PhoneWindow window : visible()) {
            boolean isPart = window.params().height != LayoutParams.MATCH_PARENT;
            if (!isPart || window.owner() == null || !window.isFocusable()) {
                continue;
            }
            Object attach = ReflectionHelpers.getField(window.root(), "mAttachInfo");
            int now = ReflectionHelpers.getField(attach, "mWindowTop");
            Integer before = lifted.get(window.root());
            int own = before == null ? now : before;
            int height = window.view().getHeight();
            int wanted = own + height <= keyboardTop ? own : Math.max(0, (keyboardTop - height) / 2);
            if (wanted == own) {
                lifted.remove(window.root());
            } else {
                lifted.put(window.root(), own);
            }
            if (wanted != now) {
                ReflectionHelpers.setField(attach, "mWindowTop", wanted);
            }
        }
    }

    /** Whether the window with the focus has use for a keyboard; one that never has leaves it as it is. */
    boolean wantsKeyboard() {
        PhoneWindow window = focused();
        if (window == null || !LayoutParams.mayUseInputMethod(window.params().flags)) {
            return true;
        }
        View focus = window.view().findFocus();
        return focus != null && focus.onCheckIsTextEditor();
    }

    /** Forgets a window that is gone with its process. */
    void forgetFocus() {
        focused = null;
    }

    private static void tellFocus(ViewRootImpl root, boolean focus) {
        ((ShadowViewRootImpl) Shadow.extract(root)).callWindowFocusChanged(focus);
    }

    /** Windows of activities lie by the order of their activities, those of the system above them all. */
    private int layer(PhoneWindow window) {
        if (window.isToast()) {
            return Integer.MAX_VALUE;
        }
        if (window.isKeyboard()) {
            return Integer.MAX_VALUE - 1;
        }
        return stack.place(window.owner());
    }

    /** A window names its activity by token, or the window that it hangs on. */
    private Activity owner(IBinder token, List<View> views, List<LayoutParams> params, int hops) {
        Activity activity = stack.byToken(token);
        if (activity != null || token == null || hops <= 0) {
            return activity;
        }
        for (int index = 0; index < views.size(); index++) {
            if (views.get(index).getWindowToken() == token) {
                return owner(params.get(index).token, views, params, hops - 1);
            }
        }
        return null;
    }
}
