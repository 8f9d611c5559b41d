package dev.clawperator.conformance;

import android.os.Bundle;
import android.view.View;
import android.widget.LinearLayout;
import android.widget.TextView;
import com.google.android.material.bottomsheet.BottomSheetBehavior;

/** A sheet that peeks in from below and can be pulled up. */
public final class SheetActivity extends PageActivity {
    public SheetActivity() {
        super("Bottom sheet", R.layout.sheet);
    }

    @Override
    protected void ready(Bundle state) {
        LinearLayout sheet = findViewById(R.id.bottom_sheet);
        BottomSheetBehavior<LinearLayout> behavior = BottomSheetBehavior.from(sheet);
        behavior.addBottomSheetCallback(
                new BottomSheetBehavior.BottomSheetCallback() {
                    @Override
                    public void onStateChanged(View view, int reached) {
                        settled(reached);
                    }

                    @Override
                    public void onSlide(View view, float offset) {}
                });
        onClick(R.id.pull_up, () -> behavior.setState(BottomSheetBehavior.STATE_EXPANDED));
        onClick(R.id.push_down, () -> behavior.setState(BottomSheetBehavior.STATE_COLLAPSED));
        for (int number = 1; number <= 5; number++) {
            String label = "Stop " + number;
            View item = getLayoutInflater().inflate(R.layout.menu_item, sheet, false);
            TextView title = item.findViewById(R.id.title);
            title.setText(label);
            Views.onClick(item, label, () -> setText(R.id.seen, "Picked " + label));
            sheet.addView(item);
        }
    }

    private void settled(int reached) {
        if (reached == BottomSheetBehavior.STATE_EXPANDED || reached == BottomSheetBehavior.STATE_COLLAPSED) {
            String word = reached == BottomSheetBehavior.STATE_EXPANDED ? "Expanded" : "Collapsed";
            Record.note("sheet", "bottom_sheet", word);
            setText(R.id.seen, word);
        }
    }
}
