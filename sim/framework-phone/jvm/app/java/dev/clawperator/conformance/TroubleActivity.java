package dev.clawperator.conformance;

import android.os.Bundle;

/** An app that crashes, and one that does not answer. */
public final class TroubleActivity extends PageActivity {
    public TroubleActivity() {
        super("Crash and hang", R.layout.trouble);
    }

    @Override
    protected void ready(Bundle state) {
        onClick(
                R.id.crash,
                () -> {
                    throw new IllegalStateException("crashed on purpose");
                });
        onClick(R.id.hang_short, () -> Hang.mainThread(2_000));
        onClick(R.id.hang_long, () -> Hang.mainThread(60_000));
        onClick(R.id.hang_ten, () -> Hang.mainThread(10_000));
    }
}
