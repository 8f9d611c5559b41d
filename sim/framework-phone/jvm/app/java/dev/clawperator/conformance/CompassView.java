package dev.clawperator.conformance;

import android.content.Context;
import android.graphics.Canvas;
import android.graphics.Paint;
import android.graphics.Rect;
import android.os.Bundle;
import android.util.AttributeSet;
import android.view.MotionEvent;
import android.view.View;
import androidx.core.view.ViewCompat;
import androidx.core.view.accessibility.AccessibilityNodeInfoCompat;
import androidx.customview.widget.ExploreByTouchHelper;
import java.util.List;
import java.util.function.Consumer;

/** One view that draws four fields and tells accessibility of each as a virtual child. */
public final class CompassView extends View {
    private static final List<String> FIELDS = List.of("North-west", "North-east", "South-west", "South-east");

    private final Paint paint = new Paint(Paint.ANTI_ALIAS_FLAG);
    private Consumer<String> listener = name -> {};

    public CompassView(Context context, AttributeSet attributes) {
        super(context, attributes);
        ViewCompat.setAccessibilityDelegate(this, new Children());
    }

    /** Tells which field was pressed. */
    void onField(Consumer<String> newListener) {
        listener = newListener;
    }

    @Override
    protected void onDraw(Canvas canvas) {
        paint.setTextSize(18 * getResources().getDisplayMetrics().density);
        paint.setTextAlign(Paint.Align.CENTER);
        for (int field = 0; field < FIELDS.size(); field++) {
            Rect place = place(field);
            paint.setColor(field % 3 == 0 ? 0xffcfd8ec : 0xffe8ecf5);
            canvas.drawRect(place, paint);
            paint.setColor(0xff1c1b1f);
            canvas.drawText(FIELDS.get(field), place.exactCenterX(), place.exactCenterY(), paint);
        }
    }

    @Override
    public boolean onTouchEvent(MotionEvent event) {
        if (event.getActionMasked() == MotionEvent.ACTION_UP) {
            press(field(event.getX(), event.getY()));
        }
        return true;
    }

    private void press(int field) {
        Record.note("click", FIELDS.get(field), "");
        listener.accept(FIELDS.get(field));
    }

    private int field(float x, float y) {
        return (x < getWidth() / 2f ? 0 : 1) + (y < getHeight() / 2f ? 0 : 2);
    }

    private Rect place(int field) {
        int left = field % 2 * getWidth() / 2;
        int top = field / 2 * getHeight() / 2;
        return new Rect(left, top, left + getWidth() / 2, top + getHeight() / 2);
    }

    private final class Children extends ExploreByTouchHelper {
        Children() {
            super(CompassView.this);
        }

        @Override
        protected int getVirtualViewAt(float x, float y) {
            return field(x, y);
        }

        @Override
        protected void getVisibleVirtualViews(List<Integer> fields) {
            for (int field = 0; field < FIELDS.size(); field++) {
                fields.add(field);
            }
        }

        @Override
        @SuppressWarnings("deprecation")
        protected void onPopulateNodeForVirtualView(int field, AccessibilityNodeInfoCompat node) {
            node.setText(FIELDS.get(field));
            node.setClassName("android.widget.Button");
            node.setBoundsInParent(place(field));
            node.addAction(AccessibilityNodeInfoCompat.ACTION_CLICK);
            node.setClickable(true);
        }

        @Override
        protected boolean onPerformActionForVirtualView(int field, int action, Bundle arguments) {
            if (action == AccessibilityNodeInfoCompat.ACTION_CLICK) {
                press(field);
                return true;
            }
            return false;
        }
    }
}
