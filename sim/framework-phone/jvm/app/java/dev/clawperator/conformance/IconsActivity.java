package dev.clawperator.conformance;

import android.os.Bundle;
import android.view.ViewGroup;

/** Buttons without a text: with an id, with a description, with both, and with neither. */
public final class IconsActivity extends PageActivity {
    public IconsActivity() {
        super("Icons only", R.layout.icons);
    }

    @Override
    protected void ready(Bundle state) {
        onClick(R.id.like, () -> setText(R.id.seen, "Liked"));
        onClick(R.id.add, () -> setText(R.id.seen, "Added"));
        onClick(R.id.compose_mail, () -> setText(R.id.seen, "Writing"));
        ViewGroup row = (ViewGroup) findViewById(R.id.like).getParent();
        Views.onClick(row.getChildAt(2), "More", () -> setText(R.id.seen, "More"));
        Views.onClick(row.getChildAt(3), "dot", () -> setText(R.id.seen, "Dot"));
    }
}
