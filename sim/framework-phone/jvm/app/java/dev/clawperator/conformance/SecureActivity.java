package dev.clawperator.conformance;

import android.view.WindowManager;

/** A page that may not be in pictures. */
public final class SecureActivity extends PageActivity {
    public SecureActivity() {
        super("Secure page", R.layout.secure);
    }

    @Override
    protected void beforeContent() {
        getWindow().addFlags(WindowManager.LayoutParams.FLAG_SECURE);
    }
}
