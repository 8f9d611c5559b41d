package dev.clawperator.conformance;

import android.content.Context;
import android.graphics.Canvas;
import android.graphics.Paint;
import android.util.AttributeSet;
import android.view.MotionEvent;
import android.view.View;

/** One view that draws two fields and tells accessibility of neither. */
public final class PadView extends View {
    private final Paint paint = new Paint(Paint.ANTI_ALIAS_FLAG);

    public PadView(Context context, AttributeSet attributes) {
        super(context, attributes);
    }

    @Override
    protected void onDraw(Canvas canvas) {
        paint.setTextSize(18 * getResources().getDisplayMetrics().density);
        paint.setTextAlign(Paint.Align.CENTER);
        paint.setColor(0xff1c1b1f);
        canvas.drawText("Left", getWidth() / 4f, getHeight() / 2f, paint);
        canvas.drawText("Right", getWidth() * 3 / 4f, getHeight() / 2f, paint);
    }

    @Override
    public boolean onTouchEvent(MotionEvent event) {
        if (event.getActionMasked() == MotionEvent.ACTION_UP) {
            Record.note("click", event.getX() < getWidth() / 2f ? "pad left" : "pad right", "");
        }
        return true;
    }
}
