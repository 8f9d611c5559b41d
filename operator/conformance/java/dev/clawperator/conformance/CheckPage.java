package dev.clawperator.conformance;

import android.app.Activity;
import android.os.Bundle;
import android.view.Gravity;
import android.view.View;
import android.view.ViewGroup;
import android.widget.Button;
import android.widget.LinearLayout;
import android.widget.LinearLayout.LayoutParams;
import android.widget.TextView;

/**
 * A page of the check, made in code and of the platform's own views, so that it is the same on every phone.
 *
 * <p>Every press of a button is recorded before anything comes of it.
 */
public abstract class CheckPage extends Activity {
    private static final int MARGIN_DP = 8;

    @Override
    protected void onCreate(Bundle state) {
        super.onCreate(state);
        setContentView(content());
    }

    /** Makes what the page shows. */
    protected abstract View content();

    protected final LinearLayout column(View... views) {
        LinearLayout column = new LinearLayout(this);
        column.setOrientation(LinearLayout.VERTICAL);
        int margin = pixels(MARGIN_DP);
        column.setPadding(margin, margin, margin, margin);
        for (View view : views) {
            column.addView(view, new LayoutParams(LayoutParams.MATCH_PARENT, LayoutParams.WRAP_CONTENT));
        }
        return column;
    }

    /** Views side by side, each as wide as the others. */
    protected final LinearLayout row(View... views) {
        LinearLayout row = new LinearLayout(this);
        for (View view : views) {
            row.addView(view, new LayoutParams(0, LayoutParams.WRAP_CONTENT, 1));
        }
        return row;
    }

    /** Lets a view take the room that the rest of its column leaves. */
    protected static void fill(LinearLayout column, View view) {
        column.addView(view, new LayoutParams(LayoutParams.MATCH_PARENT, 0, 1));
    }

    protected final TextView text(int id, CharSequence label) {
        TextView view = new TextView(this);
        view.setId(id);
        view.setText(label);
        view.setTextSize(16);
        view.setGravity(Gravity.CENTER_VERTICAL);
        return view;
    }

    /** A button that records each click and then acts. */
    protected final Button button(int id, CharSequence label, Runnable act) {
        Button view = new Button(this);
        view.setId(id);
        view.setText(label);
        // Capitals would be in the tree too.
        view.setAllCaps(false);
        view.setOnClickListener(
                clicked -> {
                    note("click", clicked);
                    act.run();
                });
        return view;
    }

    protected final void note(String what, View view) {
        Record.note(what, name(view), "");
    }

    /** The name of a view's id. */
    protected final String name(View view) {
        return getResources().getResourceEntryName(view.getId());
    }

    protected final int pixels(int dp) {
        return Math.round(dp * getResources().getDisplayMetrics().density);
    }

    protected static void show(View view, boolean isShown) {
        view.setVisibility(isShown ? View.VISIBLE : View.GONE);
    }

    protected static ViewGroup.LayoutParams wide() {
        return new ViewGroup.LayoutParams(LayoutParams.MATCH_PARENT, LayoutParams.WRAP_CONTENT);
    }
}
