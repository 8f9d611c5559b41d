package dev.clawperator.host;

import android.content.res.Resources;
import android.view.View;
import android.view.ViewGroup;
import android.widget.Checkable;
import android.widget.TextView;
import java.util.List;
import org.json.JSONArray;
import org.json.JSONException;
import org.json.JSONObject;

/** Every view as the view itself has it, not as accessibility tells of it. Only for the main thread. */
final class Views {
    private static final int MOST_VIEWS = 20_000;

    private Views() {}

    static JSONObject tell(Windows windows) throws JSONException {
        JSONArray told = new JSONArray();
        List<PhoneWindow> visible = windows.visible();
        for (int window = 0; window < visible.size(); window++) {
            add(visible.get(window).view(), window, 0, told);
        }
        return new JSONObject().put("views", told);
    }

    private static void add(View view, int window, int depth, JSONArray told) throws JSONException {
        if (told.length() >= MOST_VIEWS) {
            return;
        }
        told.put(one(view, window, depth));
        if (view instanceof ViewGroup group) {
            for (int index = 0; index < group.getChildCount(); index++) {
                add(group.getChildAt(index), window, depth + 1, told);
            }
        }
    }

    private static JSONObject one(View view, int window, int depth) throws JSONException {
        int[] at = new int[2];
        view.getLocationOnScreen(at);
        JSONObject told = new JSONObject()
                .put("window", window)
                .put("depth", depth)
                .put("class", view.getClass().getName())
                .put("accessibility_class", String.valueOf(view.getAccessibilityClassName()))
                .put("bounds", new JSONArray()
                        .put(at[0]).put(at[1]).put(at[0] + view.getWidth()).put(at[1] + view.getHeight()))
                .put("shown", view.isShown())
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
        }
        if (view.getContentDescription() != null) {
            told.put("description", view.getContentDescription().toString());
        }
        if (view instanceof Checkable checkable) {
            told.put("checked", checkable.isChecked());
        }
        return told;
    }

    private static String id(View view) {
        try {
            return view.getId() == View.NO_ID ? null : view.getResources().getResourceName(view.getId());
        } catch (Resources.NotFoundException unnamed) {
            return null;
        }
    }
}
