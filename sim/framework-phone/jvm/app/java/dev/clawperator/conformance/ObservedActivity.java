package dev.clawperator.conformance;

import android.os.Bundle;
import android.view.MotionEvent;
import androidx.appcompat.app.AppCompatActivity;

/** An activity that records its coming and going, and every finger that its window feels. */
public abstract class ObservedActivity extends AppCompatActivity {
    /** Under which name it records. */
    protected abstract String name();

    @Override
    protected void onCreate(Bundle state) {
        super.onCreate(state);
        Record.note("create", name(), state == null ? "new" : "restored");
    }

    @Override
    protected void onResume() {
        super.onResume();
        Record.note("resume", name(), "");
    }

    @Override
    protected void onPause() {
        super.onPause();
        Record.note("pause", name(), "");
    }

    @Override
    protected void onDestroy() {
        super.onDestroy();
        Record.note("destroy", name(), isFinishing() ? "finished" : "recreated");
    }

    @Override
    public boolean dispatchTouchEvent(MotionEvent event) {
        String what =
                switch (event.getActionMasked()) {
                    case MotionEvent.ACTION_DOWN -> "down";
                    case MotionEvent.ACTION_UP -> "up";
                    case MotionEvent.ACTION_CANCEL -> "cancel";
                    default -> null;
                };
        if (what != null) {
            Record.note(what, name(), Math.round(event.getRawX()) + "," + Math.round(event.getRawY()));
        }
        return super.dispatchTouchEvent(event);
    }
}
