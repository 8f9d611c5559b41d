package dev.clawperator.conformance;

import android.os.Bundle;
import android.view.View;

/** A button that is disabled for two seconds, and one that is not there for three. */
public final class LaterActivity extends PageActivity {
    public LaterActivity() {
        super("Enabled later", R.layout.later);
    }

    @Override
    protected void ready(Bundle state) {
        onClick(R.id.start_wait, this::begin);
        onClick(R.id.enabled_later, () -> setText(R.id.seen, "First pressed"));
        onClick(R.id.shown_later, () -> setText(R.id.seen, "Second pressed"));
        begin();
    }

    private void begin() {
        View enabled = findViewById(R.id.enabled_later);
        View shown = findViewById(R.id.shown_later);
        enabled.setEnabled(false);
        shown.setVisibility(View.GONE);
        setText(R.id.seen, "Waiting");
        enabled.postDelayed(
                () -> {
                    Record.note("enabled", "enabled_later", "");
                    enabled.setEnabled(true);
                },
                2000);
        shown.postDelayed(
                () -> {
                    Record.note("shown", "shown_later", "");
                    shown.setVisibility(View.VISIBLE);
                },
                3000);
    }
}
