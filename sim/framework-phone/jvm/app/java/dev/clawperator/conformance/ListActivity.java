package dev.clawperator.conformance;

import android.os.Bundle;
import androidx.recyclerview.widget.LinearLayoutManager;
import androidx.recyclerview.widget.RecyclerView;

/** Two hundred rows in a RecyclerView. */
public final class ListActivity extends PageActivity {
    public ListActivity() {
        super("Long list", R.layout.list);
    }

    @Override
    protected void ready(Bundle state) {
        RecyclerView list = findViewById(R.id.list);
        list.setLayoutManager(new LinearLayoutManager(this));
        Views.recordScroll(list, "list");
        list.setAdapter(
                new Rows(
                        R.layout.list_row,
                        200,
                        (row, place) -> {
                            int number = place + 1;
                            row.setText(R.id.item_title, "Row " + number);
                            Views.onClick(
                                    row.itemView,
                                    "Row " + number,
                                    () -> setText(R.id.picked, "Picked row " + number));
                        }));
    }
}
