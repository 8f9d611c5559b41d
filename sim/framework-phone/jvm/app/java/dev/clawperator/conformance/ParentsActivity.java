package dev.clawperator.conformance;

import android.os.Bundle;

/** Texts that are not clickable inside rows that are; a button inside such a row; a text that nothing answers. */
public final class ParentsActivity extends PageActivity {
    public ParentsActivity() {
        super("Text in a clickable parent", R.layout.parents);
    }

    @Override
    protected void ready(Bundle state) {
        onClick(R.id.account, () -> setText(R.id.seen, "Account"));
        onClick(R.id.storage, () -> setText(R.id.seen, "Storage"));
        onClick(R.id.song, () -> setText(R.id.seen, "Song"));
        onClick(R.id.star, () -> setText(R.id.seen, "Starred"));
    }
}
