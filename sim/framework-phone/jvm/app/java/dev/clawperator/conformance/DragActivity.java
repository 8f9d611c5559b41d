package dev.clawperator.conformance;

import android.graphics.Rect;
import android.os.Bundle;
import android.view.MotionEvent;
import android.view.View;

/** A card that follows the finger, and a bin that it can be dropped into. */
public final class DragActivity extends PageActivity {
    private float startX;
    private float startY;

    public DragActivity() {
        super("Drag and drop", R.layout.drag);
    }

    @Override
    protected void ready(Bundle state) {
        findViewById(R.id.card).setOnTouchListener(this::drag);
    }

    private boolean drag(View card, MotionEvent event) {
        switch (event.getActionMasked()) {
            case MotionEvent.ACTION_DOWN -> {
                startX = event.getRawX() - card.getTranslationX();
                startY = event.getRawY() - card.getTranslationY();
                card.getParent().requestDisallowInterceptTouchEvent(true);
            }
            case MotionEvent.ACTION_MOVE -> {
                card.setTranslationX(event.getRawX() - startX);
                card.setTranslationY(event.getRawY() - startY);
            }
            case MotionEvent.ACTION_UP -> drop(card, event);
            default -> {
                card.setTranslationX(0);
                card.setTranslationY(0);
            }
        }
        return true;
    }

    private void drop(View card, MotionEvent event) {
        Rect bin = new Rect();
        findViewById(R.id.bin).getGlobalVisibleRect(bin);
        boolean inBin = bin.contains(Math.round(event.getRawX()), Math.round(event.getRawY()));
        Record.note("drop", "card", inBin ? "bin" : "elsewhere");
        if (inBin) {
            setText(R.id.drop_state, "Dropped into the bin 🗑");
        }
        card.animate().translationX(0).translationY(0);
    }
}
