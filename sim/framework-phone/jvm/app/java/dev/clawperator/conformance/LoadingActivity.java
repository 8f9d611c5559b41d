package dev.clawperator.conformance;

import android.os.Bundle;
import android.view.View;
import com.google.android.material.progressindicator.LinearProgressIndicator;

/** A button that is replaced by a spinner while it works, and a bar that fills meanwhile. */
public final class LoadingActivity extends PageActivity {
    private int times;

    public LoadingActivity() {
        super("Loading spinners", R.layout.loading);
    }

    @Override
    protected void ready(Bundle state) {
        onClick(R.id.load, this::load);
    }

    private void load() {
        findViewById(R.id.load).setVisibility(View.GONE);
        findViewById(R.id.load_ring).setVisibility(View.VISIBLE);
        setText(R.id.seen, "Loading…");
        LinearProgressIndicator bar = findViewById(R.id.load_bar);
        bar.setProgress(0);
        for (int step = 1; step <= 10; step++) {
            int percent = step * 10;
            bar.postDelayed(() -> bar.setProgress(percent), step * 150L);
        }
        bar.postDelayed(this::loaded, 1600);
    }

    private void loaded() {
        times++;
        Record.note("loaded", "load", times);
        findViewById(R.id.load_ring).setVisibility(View.GONE);
        findViewById(R.id.load).setVisibility(View.VISIBLE);
        setText(R.id.seen, "Loaded " + times);
    }
}
