package dev.clawperator.conformance;

import android.os.Bundle;
import android.widget.CompoundButton;
import android.widget.RadioGroup;

/** A switch in a row that can be pressed, a check box that unlocks a button, and radio buttons. */
public final class ToggleActivity extends PageActivity {
    public ToggleActivity() {
        super("Toggle", R.layout.toggle);
    }

    @Override
    protected void ready(Bundle state) {
        CompoundButton feature = findViewById(R.id.feature_switch);
        feature.setOnCheckedChangeListener(
                (button, checked) -> {
                    Record.note("check", "feature_switch", checked);
                    setText(R.id.state, "changed by hand");
                });
        onClick(R.id.switch_row, feature::toggle);
        CompoundButton agree = findViewById(R.id.agree);
        agree.setOnCheckedChangeListener(
                (button, checked) -> {
                    Record.note("check", "agree", checked);
                    findViewById(R.id.continue_button).setEnabled(checked);
                });
        onClick(R.id.continue_button, () -> toast("Continued"));
        RadioGroup sizes = findViewById(R.id.size_group);
        sizes.setOnCheckedChangeListener(
                (group, id) -> Record.note("choose", "size_group", Views.name(group.findViewById(id))));
    }
}
