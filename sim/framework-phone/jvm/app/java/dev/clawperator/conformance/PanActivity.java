package dev.clawperator.conformance;

import android.os.Bundle;

/** A field at the very bottom: the keyboard pushes the whole page up. */
public final class PanActivity extends PageActivity {
    public PanActivity() {
        super("Pan", R.layout.pan);
    }

    @Override
    protected void ready(Bundle state) {
        Views.onText(findViewById(R.id.bottom_field), text -> {});
    }
}
