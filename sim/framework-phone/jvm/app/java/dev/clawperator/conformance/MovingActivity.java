package dev.clawperator.conformance;

import android.animation.ObjectAnimator;
import android.animation.ValueAnimator;
import android.os.Bundle;
import android.view.View;

/** A button that goes from side to side without end. */
public final class MovingActivity extends PageActivity {
    private int hits;
    private int misses;

    public MovingActivity() {
        super("Moving button", R.layout.moving);
    }

    @Override
    protected void ready(Bundle state) {
        View runner = findViewById(R.id.runner);
        onClick(R.id.runner, () -> see(++hits, misses));
        onClick(R.id.field, () -> see(hits, ++misses));
        float way = getResources().getDisplayMetrics().density * 240;
        ObjectAnimator animator = ObjectAnimator.ofFloat(runner, View.TRANSLATION_X, 0, way);
        animator.setDuration(2000);
        animator.setRepeatCount(ValueAnimator.INFINITE);
        animator.setRepeatMode(ValueAnimator.REVERSE);
        animator.start();
    }

    private void see(int hitsNow, int missesNow) {
        setText(R.id.seen, "Hits: " + hitsNow + ", misses: " + missesNow);
    }
}
