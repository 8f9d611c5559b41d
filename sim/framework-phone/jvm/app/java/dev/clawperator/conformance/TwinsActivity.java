package dev.clawperator.conformance;

import android.os.Bundle;

/** Two buttons with the same text, and a text that says the same and is no button. */
public final class TwinsActivity extends PageActivity {
    public TwinsActivity() {
        super("Twins", R.layout.twins);
    }

    @Override
    protected void ready(Bundle state) {
        onClick(R.id.delete_draft, () -> setText(R.id.seen, "Deleted draft"));
        onClick(R.id.delete_letter, () -> setText(R.id.seen, "Deleted letter"));
    }
}
