package dev.clawperator.conformance;

import android.view.View;
import android.widget.TextView;

/** A page that changes with every frame, so that no wait for idle ends on it. */
public final class RestlessCheck extends CheckPage {
    private final Runnable next = this::next;
    private TextView frames;
    private int frame;
    private boolean isStill;

    @Override
    protected View content() {
        frames = text(R.id.check_frames, "Frame 0");
        return column(
                frames,
                button(
                        R.id.check_still,
                        "Stay still",
                        () -> {
                            isStill = true;
                            frames.removeCallbacks(next);
                        }),
                text(R.id.check_label, "This page never rests"));
    }

    @Override
    protected void onResume() {
        super.onResume();
        if (!isStill) {
            frames.postOnAnimation(next);
        }
    }

    @Override
    protected void onPause() {
        frames.removeCallbacks(next);
        super.onPause();
    }

    private void next() {
        frames.setText("Frame " + ++frame);
        frames.postOnAnimation(next);
    }
}
