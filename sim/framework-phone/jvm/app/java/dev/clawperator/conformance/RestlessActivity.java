package dev.clawperator.conformance;

import android.os.Bundle;
import android.view.View;
import androidx.core.view.ViewCompat;

/** A ring that turns without end, and tells accessibility about each tenth of a second. */
public final class RestlessActivity extends PageActivity {
    public RestlessActivity() {
        super("Never idle", R.layout.restless);
    }

    @Override
    protected void ready(Bundle state) {
        View ring = findViewById(R.id.ring);
        Runnable tick =
                new Runnable() {
                    private int ticks;

                    @Override
                    public void run() {
                        // A drawing that moves is no event. This is what keeps a wait for idle waiting.
                        ViewCompat.setStateDescription(ring, "Turn " + ++ticks);
                        ring.postDelayed(this, 100);
                    }
                };
        ring.post(tick);
        onClick(
                R.id.stop,
                () -> {
                    ring.removeCallbacks(tick);
                    ring.setVisibility(View.INVISIBLE);
                    setText(R.id.hint, "At rest");
                });
    }
}
