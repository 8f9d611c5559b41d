package dev.clawperator.host;

import android.content.res.Resources;
import android.graphics.Rect;
import android.view.View;
import android.view.ViewGroup;
import android.widget.Checkable;
import android.widget.TextView;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.json.JSONArray;
import org.json.JSONException;
import org.json.JSONObject;

/**
 * Every view as the view itself has it, and every node of Compose as Compose has it, not as accessibility tells of
 * them. Only for the main thread.
 */
final class Views {
    private static final int MOST_VIEWS = 20_000;
    private static final String FACTS = "dev.clawperator.conformance.kit.Facts";

    private final AppProcess process;
    private final JSONArray told = new JSONArray();

    private Views(AppProcess process) {
        this.process = process;
    }

    /** What is on the screen, with the tree of accessibility at the same moment. */
    static JSONObject tell(Windows windows, AppProcess process) throws JSONException, IOException {
        Views views = new Views(process);
        List<PhoneWindow> told = windows.told();
        for (int window = 0; window < told.size(); window++) {
            views.add(told.get(window).view(), window);
        }
        return new JSONObject().put("views", views.told).put("tree", Dump.all(told, windows.focused()));
    }

    private void add(View view, int window) throws JSONException {
        if (told.length() >= MOST_VIEWS) {
            return;
        }
        told.put(one(view).put("window", window));
        for (Map<String, Object> node : compose(view)) {
            told.put(new JSONObject(node).put("kind", "semantics").put("window", window));
        }
        if (view instanceof ViewGroup group) {
            for (int index = 0; index < group.getChildCount(); index++) {
                add(group.getChildAt(index), window);
            }
        }
    }

    /** The app knows its nodes; they are classes of its own process. */
    @SuppressWarnings("unchecked")
    private List<Map<String, Object>> compose(View view) {
        if (!process.owns(view.getClass())) {
            return List.of();
        }
        try {
            Class<?> facts = process.classLoader().loadClass(FACTS);
            return (List<Map<String, Object>>) facts.getMethod("of", View.class).invoke(null, view);
        } catch (ReflectiveOperationException broken) {
            throw new IllegalStateException(broken);
        }
    }

    private static JSONObject one(View view) throws JSONException {
        Rect place = place(view);
        JSONObject told = new JSONObject()
                .put("kind", "view")
                .put("class", view.getClass().getName())
                .put("accessibility_class", String.valueOf(view.getAccessibilityClassName()))
                .put("left", place.left)
                .put("top", place.top)
                .put("right", place.right)
                .put("bottom", place.bottom)
                .put("shown", view.isShown())
                .put("important", view.isImportantForAccessibility())
                .put("enabled", view.isEnabled())
                .put("clickable", view.isClickable())
                .put("long_clickable", view.isLongClickable())
                .put("focusable", view.isFocusable())
                .put("focused", view.isFocused())
                .put("selected", view.isSelected());
        String id = id(view);
        if (id != null) {
            told.put("id", id);
        }
        if (view instanceof TextView text) {
            told.put("text", text.getText().toString());
            if (text.getHint() != null) {
                told.put("hint", text.getHint().toString());
            }
        }
        if (view.getContentDescription() != null) {
            told.put("description", view.getContentDescription().toString());
        }
        if (view instanceof Checkable checkable && isCheckable(view)) {
            told.put("checked", checkable.isChecked());
        }
        return told;
    }

    /** Material's buttons, chips and cards can be checked, and say whether they want to. */
    private static boolean isCheckable(View view) {
        try {
            return (boolean) view.getClass().getMethod("isCheckable").invoke(view);
        } catch (ReflectiveOperationException always) {
            return true;
        }
    }

    /** What of a view is inside all that is around it, on the display. */
    private static Rect place(View view) {
        int[] at = new int[2];
        view.getLocationOnScreen(at);
        Rect place = new Rect(at[0], at[1], at[0] + view.getWidth(), at[1] + view.getHeight());
        if (view.getParent() instanceof ViewGroup around && !place.intersect(place(around))) {
            return new Rect();
        }
        return place;
    }

    private static String id(View view) {
        try {
            return view.getId() == View.NO_ID ? null : view.getResources().getResourceName(view.getId());
        } catch (Resources.NotFoundException unnamed) {
            return null;
        }
    }
}
