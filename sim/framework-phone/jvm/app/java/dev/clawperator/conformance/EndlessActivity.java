package dev.clawperator.conformance;

import android.os.Bundle;
import androidx.recyclerview.widget.LinearLayoutManager;
import androidx.recyclerview.widget.RecyclerView;

/** A list that loads twenty more rows when its end is reached, up to a hundred. */
public final class EndlessActivity extends PageActivity {
    private static final int PORTION = 20;
    private static final int MOST = 100;

    private boolean loading;

    public EndlessActivity() {
        super("Loads more", R.layout.endless);
    }

    @Override
    protected void ready(Bundle state) {
        RecyclerView feed = findViewById(R.id.feed);
        feed.setLayoutManager(new LinearLayoutManager(this));
        Views.recordScroll(feed, "feed");
        Rows rows =
                new Rows(
                        R.layout.endless_row,
                        PORTION,
                        (row, place) -> row.setText(R.id.post_title, "Post " + (place + 1)));
        feed.setAdapter(rows);
        feed.addOnScrollListener(
                new RecyclerView.OnScrollListener() {
                    @Override
                    public void onScrolled(RecyclerView list, int x, int y) {
                        if (!list.canScrollVertically(1)) {
                            loadMore(list, rows);
                        }
                    }
                });
    }

    private void loadMore(RecyclerView list, Rows rows) {
        if (loading || rows.getItemCount() >= MOST) {
            return;
        }
        loading = true;
        list.postDelayed(
                () -> {
                    loading = false;
                    rows.add(PORTION);
                    Record.note("loaded", "feed", rows.getItemCount());
                },
                400);
    }
}
