package dev.clawperator.conformance;

import android.content.res.Configuration;
import android.os.Bundle;

/** A page that is made anew: when the phone is turned, at once, and in two seconds. */
public final class RotateActivity extends PageActivity {
    private int kept;
    private int lost;

    public RotateActivity() {
        super("Rotation", R.layout.rotate);
    }

    @Override
    protected void ready(Bundle state) {
        boolean wide = getResources().getConfiguration().orientation == Configuration.ORIENTATION_LANDSCAPE;
        setText(R.id.orientation, wide ? "Landscape" : "Portrait");
        kept = state == null ? 0 : state.getInt("kept");
        setText(R.id.count_kept, "Kept: " + kept);
        Views.onText(findViewById(R.id.kept_field), text -> {});
        onClick(R.id.count_kept, () -> setText(R.id.count_kept, "Kept: " + ++kept));
        onClick(R.id.count_lost, () -> setText(R.id.count_lost, "Lost: " + ++lost));
        onClick(R.id.recreate, this::recreate);
        onClick(R.id.recreate_later, () -> findViewById(R.id.recreate_later).postDelayed(this::recreate, 2000));
    }

    @Override
    protected void onSaveInstanceState(Bundle state) {
        super.onSaveInstanceState(state);
        state.putInt("kept", kept);
    }
}
