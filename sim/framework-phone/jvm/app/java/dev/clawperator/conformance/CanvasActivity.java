package dev.clawperator.conformance;

import android.os.Bundle;

/** A drawing with virtual children, and one that tells nothing of what it shows. */
public final class CanvasActivity extends PageActivity {
    public CanvasActivity() {
        super("Drawings", R.layout.canvas);
    }

    @Override
    protected void ready(Bundle state) {
        CompassView compass = findViewById(R.id.compass);
        compass.onField(name -> setText(R.id.seen, name));
    }
}
