package dev.clawperator.conformance;

import android.os.Bundle;
import android.view.View;
import androidx.recyclerview.widget.LinearLayoutManager;
import androidx.recyclerview.widget.RecyclerView;

/** A page whose content comes after three seconds. */
public final class SlowActivity extends PageActivity {
    public SlowActivity() {
        super("Slow page", R.layout.slow);
    }

    @Override
    protected void ready(Bundle state) {
        RecyclerView results = findViewById(R.id.results);
        results.setLayoutManager(new LinearLayoutManager(this));
        Views.recordScroll(results, "results");
        results.setAdapter(
                new Rows(
                        R.layout.slow_row,
                        30,
                        (row, place) -> row.setText(R.id.result_title, "Result " + (place + 1))));
        results.postDelayed(
                () -> {
                    Record.note("loaded", "results", "");
                    findViewById(R.id.loading).setVisibility(View.GONE);
                    results.setVisibility(View.VISIBLE);
                },
                3000);
    }
}
