package dev.clawperator.conformance;

import android.os.Bundle;
import android.view.View;
import androidx.recyclerview.widget.LinearLayoutManager;
import androidx.recyclerview.widget.RecyclerView;

/** Groups whose header stays at the top and covers the rows below it. A tap on the header is not one on a row. */
public final class StickyActivity extends PageActivity {
    private static final int GROUPS = 12;
    private static final int GROUP_SIZE = 8;

    public StickyActivity() {
        super("Sticky headers", R.layout.sticky);
    }

    @Override
    protected void ready(Bundle state) {
        RecyclerView people = findViewById(R.id.people);
        people.setLayoutManager(new LinearLayoutManager(this));
        Views.recordScroll(people, "people");
        people.setAdapter(new Rows(R.layout.sticky_row, GROUPS * GROUP_SIZE, this::fill));
        people.addOnScrollListener(
                new RecyclerView.OnScrollListener() {
                    @Override
                    public void onScrolled(RecyclerView list, int x, int y) {
                        LinearLayoutManager layout = (LinearLayoutManager) list.getLayoutManager();
                        setText(R.id.sticky_header, group(layout.findFirstVisibleItemPosition()));
                    }
                });
        setText(R.id.sticky_header, group(0));
        onClick(R.id.sticky_header, () -> setText(R.id.seen, "Header " + text(R.id.sticky_header)));
    }

    private void fill(Rows.Row row, int place) {
        String person = group(place).substring("Group ".length()) + (place % GROUP_SIZE + 1);
        row.setText(R.id.group_header, group(place));
        row.find(R.id.group_header).setVisibility(place % GROUP_SIZE == 0 ? View.VISIBLE : View.GONE);
        row.setText(R.id.person, "Person " + person);
        Views.onClick(
                row.find(R.id.person), "Person " + person, () -> setText(R.id.seen, "Picked person " + person));
    }

    private static String group(int place) {
        return "Group " + (char) ('A' + Math.max(place, 0) / GROUP_SIZE);
    }
}
