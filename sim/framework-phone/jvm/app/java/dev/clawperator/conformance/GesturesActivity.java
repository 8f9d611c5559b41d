package dev.clawperator.conformance;

import android.os.Bundle;
import android.view.KeyEvent;

/** A pad that knows gestures, and every key that comes. */
public final class GesturesActivity extends PageActivity {
    public GesturesActivity() {
        super("Gestures and keys", R.layout.gestures);
    }

    @Override
    protected void ready(Bundle state) {}

    @Override
    public boolean dispatchKeyEvent(KeyEvent event) {
        boolean isLong = (event.getFlags() & KeyEvent.FLAG_LONG_PRESS) != 0;
        if (isLong) {
            Record.note("key_held", "", event.getKeyCode());
        } else if (event.getAction() == KeyEvent.ACTION_UP) {
            String meta = event.isCtrlPressed() ? " with ctrl" : "";
            Record.note("key", "", event.getKeyCode() + meta);
        }
        return super.dispatchKeyEvent(event);
    }
}
