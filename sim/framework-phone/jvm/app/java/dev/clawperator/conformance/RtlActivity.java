package dev.clawperator.conformance;

import android.os.Bundle;
import android.widget.CompoundButton;
import android.widget.SeekBar;

/** A page that runs from right to left. */
public final class RtlActivity extends PageActivity {
    public RtlActivity() {
        super("Right to left", R.layout.rtl);
    }

    @Override
    protected void ready(Bundle state) {
        CompoundButton wifi = findViewById(R.id.wifi);
        wifi.setOnCheckedChangeListener((view, checked) -> Record.note("check", "wifi", checked));
        onClick(R.id.wifi_row, wifi::toggle);
        onClick(R.id.first, () -> setText(R.id.seen, "أول"));
        onClick(R.id.second, () -> setText(R.id.seen, "ثان"));
        Views.onText(findViewById(R.id.rtl_field), text -> {});
        SeekBar bar = findViewById(R.id.rtl_bar);
        bar.setOnSeekBarChangeListener(
                new SeekBar.OnSeekBarChangeListener() {
                    @Override
                    public void onProgressChanged(SeekBar view, int value, boolean byHand) {
                        Record.note("slide", "rtl_bar", value);
                    }

                    @Override
                    public void onStartTrackingTouch(SeekBar view) {}

                    @Override
                    public void onStopTrackingTouch(SeekBar view) {}
                });
    }
}
