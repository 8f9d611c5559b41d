package dev.clawperator.conformance;

import android.view.View;
import android.view.ViewGroup.LayoutParams;
import android.widget.LinearLayout;
import android.widget.ScrollView;
import android.widget.TextView;

/** Rows that are more than fit on the screen. */
public final class ListCheck extends CheckPage {
    private static final int ROWS = 60;
    private static final int ROW_DP = 56;

    @Override
    protected View content() {
        LinearLayout rows = column();
        for (int number = 1; number <= ROWS; number++) {
            TextView row = text(R.id.check_row, "Row " + number);
            rows.addView(row, new LayoutParams(LayoutParams.MATCH_PARENT, pixels(ROW_DP)));
        }
        ScrollView list = new ScrollView(this);
        list.setId(R.id.check_list);
        list.addView(rows);
        list.setOnScrollChangeListener((view, x, y, oldX, oldY) -> Record.note("scrolled", name(view), y));
        return list;
    }
}
