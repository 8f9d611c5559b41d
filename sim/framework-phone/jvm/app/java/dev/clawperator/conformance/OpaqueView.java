package dev.clawperator.conformance;

import android.content.Context;
import android.graphics.Canvas;
import android.graphics.Paint;
import android.graphics.RectF;
import android.util.AttributeSet;
import android.view.MotionEvent;
import android.view.View;
import android.widget.Toast;

/**
 * A page drawn by hand that tells accessibility nothing but its class.
 *
 * <p>It stands in for a web view whose content has no tree, which the toolkit on a JVM cannot show.
 */
public final class OpaqueView extends View {
    private final Paint paint = new Paint(Paint.ANTI_ALIAS_FLAG);
    private final RectF button = new RectF();
    private final float density;

    public OpaqueView(Context context, AttributeSet attributes) {
        super(context, attributes);
        density = getResources().getDisplayMetrics().density;
    }

    @Override
    public CharSequence getAccessibilityClassName() {
        return "android.webkit.WebView";
    }

    @Override
    protected void onDraw(Canvas canvas) {
        float left = 24 * density;
        paint.setColor(0xff1c1b1f);
        paint.setTextSize(24 * density);
        canvas.drawText("Welcome to our web shop", left, 50 * density, paint);
        paint.setTextSize(16 * density);
        canvas.drawText("This text is on the screen and in no hierarchy.", left, 85 * density, paint);
        button.set(left, 110 * density, left + 120 * density, 158 * density);
        paint.setColor(0xff1a66d2);
        canvas.drawRoundRect(button, 24 * density, 24 * density, paint);
        paint.setColor(0xffffffff);
        canvas.drawText("Buy now", left + 28 * density, 140 * density, paint);
    }

    @Override
    public boolean onTouchEvent(MotionEvent event) {
        if (event.getActionMasked() == MotionEvent.ACTION_UP && button.contains(event.getX(), event.getY())) {
            Record.note("click", "web_button", "");
            Toast.makeText(getContext(), "Bought", Toast.LENGTH_SHORT).show();
        }
        return true;
    }
}
