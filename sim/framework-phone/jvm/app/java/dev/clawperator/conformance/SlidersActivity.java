package dev.clawperator.conformance;

import android.os.Bundle;
import android.widget.ProgressBar;
import android.widget.SeekBar;

/** A seek bar, and a progress bar that a button finishes. */
public final class SlidersActivity extends PageActivity {
    public SlidersActivity() {
        super("Sliders", R.layout.sliders);
    }

    @Override
    protected void ready(Bundle state) {
        SeekBar volume = findViewById(R.id.volume);
        volume.setOnSeekBarChangeListener(
                new SeekBar.OnSeekBarChangeListener() {
                    @Override
                    public void onProgressChanged(SeekBar bar, int value, boolean byHand) {
                        Record.note("slide", "volume", value);
                        setText(R.id.moved, "Moved");
                    }

                    @Override
                    public void onStartTrackingTouch(SeekBar bar) {}

                    @Override
                    public void onStopTrackingTouch(SeekBar bar) {
                        Record.note("slide_end", "volume", bar.getProgress());
                    }
                });
        ProgressBar upload = findViewById(R.id.upload);
        onClick(R.id.finish_upload, () -> upload.setProgress(100));
    }
}
