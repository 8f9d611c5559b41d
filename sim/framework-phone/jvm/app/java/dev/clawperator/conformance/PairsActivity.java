package dev.clawperator.conformance;

import android.os.Bundle;
import androidx.recyclerview.widget.LinearLayoutManager;
import androidx.recyclerview.widget.RecyclerView;
import java.util.List;

/** Rows with the label on the left and its value on the right. */
public final class PairsActivity extends PageActivity {
    public PairsActivity() {
        super("Shipment", R.layout.pairs);
    }

    @Override
    protected void ready(Bundle state) {
        RecyclerView pairs = findViewById(R.id.pairs);
        pairs.setLayoutManager(new LinearLayoutManager(this));
        Views.recordScroll(pairs, "pairs");
        List<List<String>> entries = Shipment.entries(this);
        pairs.setAdapter(
                new Rows(
                        R.layout.pairs_row,
                        entries.size(),
                        (row, place) -> {
                            row.setText(R.id.label, entries.get(place).get(0));
                            row.setText(R.id.value, entries.get(place).get(1));
                        }));
    }
}
