package dev.clawperator.conformance;

import android.content.Context;
import android.view.Gravity;
import android.view.MotionEvent;
import android.view.View;
import android.view.ViewGroup;
import android.view.ViewGroup.LayoutParams;
import android.widget.Button;
import android.widget.CheckBox;
import android.widget.EditText;
import android.widget.FrameLayout;
import android.widget.ImageButton;
import android.widget.LinearLayout;
import android.widget.ScrollView;
import android.widget.SeekBar;
import android.widget.Switch;
import android.widget.TextView;
import androidx.recyclerview.widget.LinearLayoutManager;
import androidx.recyclerview.widget.RecyclerView;
import java.util.ArrayList;
import java.util.List;
import org.json.JSONArray;
import org.json.JSONException;
import org.json.JSONObject;

/** Makes views of a description. Each records under its key what happens to it. */
final class MadeViews {
    private final Context context;
    private final float density;

    MadeViews(Context context) {
        this.context = context;
        this.density = context.getResources().getDisplayMetrics().density;
    }

    /** Puts a view into a group, with everything inside it. */
    void add(ViewGroup group, JSONObject description) throws JSONException {
        View view = make(description);
        view.setLayoutParams(place(group, description));
        group.addView(view);
    }

    private View make(JSONObject description) throws JSONException {
        String kind = description.getString("kind");
        View view =
                switch (kind) {
                    case "frame" -> new FrameLayout(context);
                    case "column", "row" -> linear(kind);
                    case "scroll" -> new ScrollView(context);
                    case "list" -> list(description);
                    case "text" -> new TextView(context);
                    case "button" -> new Button(context);
                    case "image_button" -> new ImageButton(context);
                    case "switch" -> new Switch(context);
                    case "check_box" -> new CheckBox(context);
                    case "field" -> new EditText(context);
                    case "slider" -> slider(description);
                    case "web" -> web(description);
                    case "view" -> new View(context);
                    default -> throw new JSONException("there is no kind " + kind);
                };
        describe(view, description);
        listen(view, description);
        boolean holds = view instanceof ViewGroup && !(view instanceof RecyclerView);
        JSONArray children = description.optJSONArray("children");
        for (int child = 0; holds && children != null && child < children.length(); child++) {
            add((ViewGroup) view, children.getJSONObject(child));
        }
        return view;
    }

    private void describe(View view, JSONObject description) {
        if (description.has("id")) {
            String name = description.optString("id");
            view.setId(context.getResources().getIdentifier(name, "id", context.getPackageName()));
        }
        if (view instanceof TextView text) {
            text.setText(description.optString("text"));
            text.setAllCaps(false);
            if (description.has("hint")) {
                text.setHint(description.optString("hint"));
            }
        }
        if (description.has("desc")) {
            view.setContentDescription(description.optString("desc"));
        }
        int padding = description.optInt("padding", -1);
        if (padding >= 0) {
            int pixels = pixels(padding);
            view.setPadding(pixels, pixels, pixels, pixels);
        }
    }

    private void listen(View view, JSONObject description) throws JSONException {
        String key = description.getString("key");
        if (view instanceof EditText field) {
            // The first tap only gives the focus, which is a touch all the same.
            field.setOnTouchListener(
                    (touched, event) -> {
                        if (event.getActionMasked() == MotionEvent.ACTION_UP) {
                            Record.note("click", key, "");
                        }
                        return false;
                    });
            Views.onText(field, text -> Record.note("typed", key, text));
            return;
        }
        if (description.optBoolean("clickable")) {
            view.setOnClickListener(clicked -> Record.note("click", key, ""));
        }
        if (description.optBoolean("long_clickable")) {
            view.setOnLongClickListener(
                    held -> {
                        Record.note("hold", key, "");
                        return true;
                    });
        }
    }

    private LinearLayout linear(String kind) {
        LinearLayout layout = new LinearLayout(context);
        layout.setOrientation(kind.equals("row") ? LinearLayout.HORIZONTAL : LinearLayout.VERTICAL);
        return layout;
    }

    private SeekBar slider(JSONObject description) throws JSONException {
        SeekBar bar = new SeekBar(context);
        bar.setProgress(description.optInt("value"));
        String key = description.getString("key");
        bar.setOnSeekBarChangeListener(
                new SeekBar.OnSeekBarChangeListener() {
                    @Override
                    public void onProgressChanged(SeekBar moved, int value, boolean byUser) {}

                    @Override
                    public void onStartTrackingTouch(SeekBar moved) {
                        Record.note("slide", key, "");
                    }

                    @Override
                    public void onStopTrackingTouch(SeekBar moved) {}
                });
        return bar;
    }

    /** What shows its content to nobody but eyes, or else a frame: there is no browser here. */
    private View web(JSONObject description) throws JSONException {
        if (!description.optBoolean("opaque")) {
            return new FrameLayout(context);
        }
        String inside = description.getJSONArray("children").getJSONObject(0).getString("key");
        View page =
                new View(context) {
                    @Override
                    public CharSequence getAccessibilityClassName() {
                        return "android.webkit.WebView";
                    }

                    @Override
                    public boolean onTouchEvent(MotionEvent event) {
                        if (event.getActionMasked() == MotionEvent.ACTION_UP) {
                            Record.note("click", inside, "");
                        }
                        return true;
                    }
                };
        return page;
    }

    private RecyclerView list(JSONObject description) throws JSONException {
        List<JSONObject> rows = new ArrayList<>();
        JSONArray children = description.getJSONArray("children");
        for (int child = 0; child < children.length(); child++) {
            rows.add(children.getJSONObject(child));
        }
        RecyclerView list = new RecyclerView(context);
        list.setLayoutManager(new LinearLayoutManager(context));
        list.setAdapter(new MadeRows(rows));
        return list;
    }

    private LayoutParams place(ViewGroup group, JSONObject description) {
        int width = size(description, "width", width(description.optString("kind")));
        int height = size(description, "height", LayoutParams.WRAP_CONTENT);
        JSONArray margin = description.optJSONArray("margin");
        int left = margin == null ? 0 : pixels(margin.optInt(0));
        int top = margin == null ? 0 : pixels(margin.optInt(1));
        if (group instanceof LinearLayout) {
            LinearLayout.LayoutParams place = new LinearLayout.LayoutParams(width, height);
            place.weight = description.optInt("weight");
            place.leftMargin = left;
            place.topMargin = top;
            return place;
        }
        FrameLayout.LayoutParams place = new FrameLayout.LayoutParams(width, height);
        place.gravity =
                switch (description.optString("align")) {
                    case "bottom" -> Gravity.BOTTOM;
                    case "center" -> Gravity.CENTER;
                    default -> Gravity.TOP | Gravity.START;
                };
        place.leftMargin = left;
        place.topMargin = top;
        return place;
    }

    private static int width(String kind) {
        return switch (kind) {
            case "text", "button", "image_button", "switch", "check_box" -> LayoutParams.WRAP_CONTENT;
            default -> LayoutParams.MATCH_PARENT;
        };
    }

    private int size(JSONObject description, String field, int otherwise) {
        Object size = description.opt(field);
        if (size instanceof Integer dp) {
            return pixels(dp);
        }
        return "match".equals(size) ? LayoutParams.MATCH_PARENT : otherwise;
    }

    private int pixels(int dp) {
        return Math.round(dp * density);
    }

    /** Rows of a list, made when they come into sight. */
    private final class MadeRows extends RecyclerView.Adapter<Rows.Row> {
        private final List<JSONObject> rows;

        MadeRows(List<JSONObject> rows) {
            this.rows = rows;
        }

        @Override
        public Rows.Row onCreateViewHolder(ViewGroup parent, int place) {
            try {
                JSONObject row = rows.get(place);
                View view = make(row);
                int height = size(row, "height", LayoutParams.WRAP_CONTENT);
                view.setLayoutParams(new RecyclerView.LayoutParams(LayoutParams.MATCH_PARENT, height));
                return new Rows.Row(view);
            } catch (JSONException wrong) {
                throw new IllegalArgumentException(wrong);
            }
        }

        @Override
        public void onBindViewHolder(Rows.Row row, int place) {}

        @Override
        public int getItemCount() {
            return rows.size();
        }

        /** Each row is a view of its own. */
        @Override
        public int getItemViewType(int place) {
            return place;
        }
    }
}
