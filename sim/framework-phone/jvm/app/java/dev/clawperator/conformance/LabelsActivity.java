package dev.clawperator.conformance;

import android.os.Bundle;
import android.widget.Button;
import android.widget.LinearLayout;
import com.google.android.material.button.MaterialButton;
import java.util.List;

/** Buttons whose labels hold characters that are not seen or not what they seem. */
public final class LabelsActivity extends PageActivity {
    public LabelsActivity() {
        super("Labels", R.layout.labels);
    }

    @Override
    protected void ready(Bundle state) {
        LinearLayout labels = findViewById(R.id.labels);
        for (List<String> entry : Labels.ALL) {
            Button button = new MaterialButton(this);
            button.setAllCaps(false);
            button.setText(entry.get(1));
            Views.onClick(button, entry.get(0), () -> setText(R.id.seen, "Pressed " + entry.get(0)));
            labels.addView(button);
        }
    }
}
