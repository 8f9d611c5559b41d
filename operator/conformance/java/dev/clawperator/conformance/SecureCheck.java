package dev.clawperator.conformance;

import android.os.Bundle;
import android.view.View;
import android.view.WindowManager;

/** A page that may not be in pictures. */
public final class SecureCheck extends CheckPage {
    @Override
    protected void onCreate(Bundle state) {
        getWindow().addFlags(WindowManager.LayoutParams.FLAG_SECURE);
        super.onCreate(state);
    }

    @Override
    protected View content() {
        return column(text(R.id.check_hidden, "Not for pictures"));
    }
}
