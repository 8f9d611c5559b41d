package dev.clawperator.conformance;

import android.os.Bundle;
import androidx.recyclerview.widget.GridLayoutManager;
import androidx.recyclerview.widget.RecyclerView;

/** Sixty tiles in three columns, named by their description. */
public final class GridActivity extends PageActivity {
    public GridActivity() {
        super("Grid", R.layout.grid);
    }

    @Override
    protected void ready(Bundle state) {
        RecyclerView grid = findViewById(R.id.grid);
        grid.setLayoutManager(new GridLayoutManager(this, 3));
        Views.recordScroll(grid, "grid");
        grid.setAdapter(
                new Rows(
                        R.layout.grid_tile,
                        60,
                        (row, place) -> {
                            String name = "Tile " + (place + 1);
                            row.setText(R.id.tile_text, String.valueOf(place + 1));
                            row.itemView.setContentDescription(name);
                            Views.onClick(row.itemView, name, () -> setText(R.id.tile_picked, name));
                        }));
    }
}
