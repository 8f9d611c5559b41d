package dev.clawperator.conformance;

import android.os.Bundle;
import androidx.recyclerview.widget.LinearLayoutManager;
import androidx.recyclerview.widget.RecyclerView;
import com.google.android.material.chip.Chip;
import java.util.List;

/** Chips in a row that scrolls sideways, of which one is chosen. */
public final class ChipsActivity extends PageActivity {
    private static final List<String> LABELS =
            List.of(
                    "All", "Breakfast", "Lunch", "Dinner", "Dessert", "Vegan", "Gluten-free", "Quick", "For kids",
                    "Festive", "Grill", "Soups", "Salads", "Drinks", "Street food");

    private int chosen;

    public ChipsActivity() {
        super("Chips", R.layout.chips);
    }

    @Override
    protected void ready(Bundle state) {
        RecyclerView chips = findViewById(R.id.chips);
        chips.setLayoutManager(new LinearLayoutManager(this, RecyclerView.HORIZONTAL, false));
        Views.recordScroll(chips, "chips");
        Rows rows = new Rows(R.layout.chip, LABELS.size(), this::fill);
        chips.setAdapter(rows);
    }

    private void fill(Rows.Row row, int place) {
        Chip chip = (Chip) row.itemView;
        String label = LABELS.get(place);
        chip.setText(label);
        chip.setCheckable(true);
        chip.setChecked(place == chosen);
        chip.setOnClickListener(
                view -> {
                    Record.note("choose", "chips", label);
                    int before = chosen;
                    chosen = place;
                    chip.setChecked(true);
                    setText(R.id.chosen, label);
                    RecyclerView chips = findViewById(R.id.chips);
                    if (before != place) {
                        chips.getAdapter().notifyItemChanged(before);
                    }
                });
    }
}
