package dev.clawperator.conformance;

import android.view.View;
import android.widget.Button;
import android.widget.TextView;

/** Something that appears a while after it was asked for. */
public final class TimeCheck extends CheckPage {
    private static final int LATER_MILLIS = 1_500;

    private final Runnable appear = this::appear;
    private Button later;
    private TextView arrived;

    @Override
    protected View content() {
        later = button(R.id.check_later, "Later", this::beginAgain);
        arrived = text(R.id.check_arrived, "Arrived");
        show(arrived, false);
        return column(later, arrived);
    }

    @Override
    protected void onDestroy() {
        later.removeCallbacks(appear);
        super.onDestroy();
    }

    private void beginAgain() {
        later.removeCallbacks(appear);
        show(arrived, false);
        later.postDelayed(appear, LATER_MILLIS);
    }

    private void appear() {
        show(arrived, true);
        note("shown", arrived);
    }
}
