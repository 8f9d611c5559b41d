package dev.clawperator.conformance;

import android.os.Bundle;
import android.view.View;
import android.view.ViewGroup;
import android.widget.CompoundButton;
import android.widget.TextView;
import android.widget.Toast;

/** Views without a single id, found in the layout by their place. */
public final class NoIdsActivity extends ObservedActivity {
    @Override
    protected String name() {
        return "noids";
    }

    @Override
    protected void onCreate(Bundle state) {
        super.onCreate(state);
        setContentView(R.layout.noids);
        ViewGroup content = findViewById(android.R.id.content);
        ViewGroup page = (ViewGroup) content.getChildAt(0);
        Views.onText((TextView) page.getChildAt(1), text -> {});
        for (int place = 2; place <= 4; place++) {
            ViewGroup row = (ViewGroup) page.getChildAt(place);
            TextView label = (TextView) row.getChildAt(0);
            answer(row, label.getText().toString());
        }
        ViewGroup buttons = (ViewGroup) page.getChildAt(5);
        answer(buttons.getChildAt(0), "Liked");
        answer(buttons.getChildAt(1), "Added");
        CompoundButton toggle = (CompoundButton) buttons.getChildAt(2);
        toggle.setOnCheckedChangeListener((view, checked) -> Record.note("check", "switch", checked));
    }

    private void answer(View view, String text) {
        Views.onClick(view, text, () -> Toast.makeText(this, text, Toast.LENGTH_SHORT).show());
    }
}
