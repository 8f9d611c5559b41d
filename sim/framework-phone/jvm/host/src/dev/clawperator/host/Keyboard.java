package dev.clawperator.host;

import android.content.Context;
import android.graphics.Color;
import android.graphics.PixelFormat;
import android.graphics.Point;
import android.graphics.Rect;
import android.view.Gravity;
import android.view.IWindow;
import android.view.InsetsSource;
import android.view.InsetsState;
import android.view.WindowInsets;
import android.view.WindowManager;
import android.view.WindowManager.LayoutParams;
import android.view.inputmethod.InputMethodManager;
import android.widget.LinearLayout;
import android.widget.TextView;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.robolectric.Shadows;
import org.robolectric.shadows.ShadowDisplay;
import org.robolectric.shadows.ShadowWindowManagerGlobal;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;

/**
 * A stand-in for the keyboard, which the toolkit does not have: a window over the lower 40 % of the display, told to
 * the other windows as insets, so that they resize or pan by their own code. Only for the main thread.
 */
final class Keyboard {
    static final String PACKAGE = "com.google.android.inputmethod.latin";
    private static final double SHARE = 0.4;
    private static final List<String> ROWS = List.of("qwertyuiop", "asdfghjkl", "zxcvbnm", " ");
    private static final int BACKGROUND = 0xffe8eaed;

    private final Context context;
    private final Consumer<String> type;
    private final InputMethodManager manager;
    private LinearLayout shown;

    /** {@code type} gets what its keys are pressed for. */
    Keyboard(Context context, Consumer<String> type) {
        this.context = new OfPackage(context);
        manager = this.context.getSystemService(InputMethodManager.class);
        this.type = type;
    }

    boolean isShown() {
        return shown != null;
    }

    /** The row where it begins, or that below the display while it is hidden. */
    int top() {
        Point size = displaySize();
        return isShown() ? size.y - (int) (size.y * SHARE) : size.y;
    }

    /** Shows or hides the keyboard as the apps want it. Answers whether anything changed. */
    boolean update() {
        boolean wanted = shadow().isSoftInputVisible();
        if (wanted == isShown()) {
            return false;
        }
        if (wanted) {
            show();
        } else {
            windowManager().removeViewImmediate(shown);
            shown = null;
        }
        tellInsets();
        return true;
    }

    /** Hides it; answers whether it was shown. */
    boolean hide() {
        if (!isShown()) {
            return false;
        }
        manager.hideSoftInputFromWindow(null, 0);
        update();
        return true;
    }

    private void show() {
        Point size = displaySize();
        int height = (int) (size.y * SHARE);
        LayoutParams params = new LayoutParams(
                LayoutParams.MATCH_PARENT,
                height,
                LayoutParams.TYPE_INPUT_METHOD,
                LayoutParams.FLAG_NOT_FOCUSABLE | LayoutParams.FLAG_LAYOUT_IN_SCREEN,
                PixelFormat.OPAQUE);
        params.gravity = Gravity.BOTTOM;
        params.setTitle("InputMethod");
        shown = new LinearLayout(context);
        shown.setOrientation(LinearLayout.VERTICAL);
        shown.setBackgroundColor(BACKGROUND);
        for (String row : ROWS) {
            shown.addView(row(row), new LinearLayout.LayoutParams(LinearLayout.LayoutParams.MATCH_PARENT, 0, 1));
        }
        windowManager().addView(shown, params);
    }

    private LinearLayout row(String letters) {
        LinearLayout row = new LinearLayout(context);
        for (String letter : letters.split("")) {
            TextView key = new TextView(context);
            key.setText(letter.equals(" ") ? "" : letter);
            key.setContentDescription(letter.equals(" ") ? "Space" : letter);
            key.setTextColor(Color.BLACK);
            key.setGravity(Gravity.CENTER);
            key.setOnClickListener(view -> type.accept(letter));
            row.addView(key, new LinearLayout.LayoutParams(0, LinearLayout.LayoutParams.MATCH_PARENT, 1));
        }
        return row;
    }

    /** Puts the keyboard into every window's insets, where later layouts take it from, and tells the windows. */
    private void tellInsets() {
        Point size = displaySize();
        Object session = ReflectionHelpers.getStaticField(ShadowWindowManagerGlobal.class, "windowSessionDelegate");
        Map<IWindow, ?> windows = ReflectionHelpers.getField(session, "windows");
        for (Map.Entry<IWindow, ?> window : windows.entrySet()) {
            LayoutParams params = ReflectionHelpers.getField(window.getValue(), "attrs");
            if (params.height != LayoutParams.MATCH_PARENT) {
                // Those that cover only a part are lifted, see Windows.
                continue;
            }
            InsetsState state = ReflectionHelpers.getField(window.getValue(), "insetsState");
            state.removeSource(InsetsSource.ID_IME);
            if (isShown()) {
                InsetsSource source = new InsetsSource(InsetsSource.ID_IME, WindowInsets.Type.ime());
                source.setFrame(new Rect(0, size.y - (int) (size.y * SHARE), size.x, size.y));
                source.setVisible(true);
                state.addSource(source);
            }
            ReflectionHelpers.callStaticMethod(
                    ShadowWindowManagerGlobal.class,
                    "notifyResize",
                    ClassParameter.from(IWindow.class, window.getKey()));
        }
    }

    private static Point displaySize() {
        Point size = new Point();
        ShadowDisplay.getDefaultDisplay().getRealSize(size);
        return size;
    }

    private WindowManager windowManager() {
        return context.getSystemService(WindowManager.class);
    }

    private org.robolectric.shadows.ShadowInputMethodManager shadow() {
        return Shadows.shadowOf(manager);
    }

    /** Its views belong to another package than the app's. */
    private static final class OfPackage extends android.content.ContextWrapper {
        OfPackage(Context base) {
            super(base);
        }

        @Override
        public String getPackageName() {
            return PACKAGE;
        }
    }
}
