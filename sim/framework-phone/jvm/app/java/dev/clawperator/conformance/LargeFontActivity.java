package dev.clawperator.conformance;

import android.content.Context;
import android.content.res.Configuration;
import android.os.Bundle;
import android.widget.CompoundButton;

/** A page in letters of twice the usual size. */
public final class LargeFontActivity extends PageActivity {
    public LargeFontActivity() {
        super("Large font", R.layout.largefont);
    }

    @Override
    protected void ready(Bundle state) {
        onClick(R.id.accept, () -> setText(R.id.seen, "Accepted"));
        onClick(R.id.decline, () -> setText(R.id.seen, "Declined"));
        CompoundButton remember = findViewById(R.id.remember);
        remember.setOnCheckedChangeListener((view, checked) -> Record.note("check", "remember", checked));
    }

    @Override
    protected void attachBaseContext(Context base) {
        Configuration large = new Configuration();
        large.fontScale = 2;
        applyOverrideConfiguration(large);
        super.attachBaseContext(base);
    }
}
