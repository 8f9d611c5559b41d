package dev.clawperator.conformance;

import android.os.Bundle;
import androidx.recyclerview.widget.ItemTouchHelper;
import androidx.recyclerview.widget.LinearLayoutManager;
import androidx.recyclerview.widget.RecyclerView;
import androidx.recyclerview.widget.RecyclerView.ViewHolder;
import java.util.ArrayList;
import java.util.List;

/** Rows that are held and dragged into another order. */
public final class ReorderActivity extends PageActivity {
    private final List<String> order =
            new ArrayList<>(List.of("Alto", "Bass", "Cello", "Drum", "Echo", "Flute", "Gong", "Harp"));

    public ReorderActivity() {
        super("Drag to reorder", R.layout.reorder);
    }

    @Override
    protected void ready(Bundle state) {
        RecyclerView tracks = findViewById(R.id.tracks);
        tracks.setLayoutManager(new LinearLayoutManager(this));
        Views.recordScroll(tracks, "tracks");
        RowsOfNames rows = new RowsOfNames(order, name -> setText(R.id.seen, "Played " + name));
        tracks.setAdapter(rows);
        new ItemTouchHelper(
                        new ItemTouchHelper.SimpleCallback(ItemTouchHelper.UP | ItemTouchHelper.DOWN, 0) {
                            @Override
                            public boolean onMove(RecyclerView list, ViewHolder from, ViewHolder to) {
                                int start = from.getBindingAdapterPosition();
                                int end = to.getBindingAdapterPosition();
                                order.add(end, order.remove(start));
                                rows.notifyItemMoved(start, end);
                                return true;
                            }

                            @Override
                            public void onSwiped(ViewHolder row, int direction) {}

                            @Override
                            public void clearView(RecyclerView list, ViewHolder row) {
                                super.clearView(list, row);
                                Record.note("order", "tracks", String.join(",", order));
                                setText(R.id.seen, String.join(" ", order));
                            }
                        })
                .attachToRecyclerView(tracks);
    }
}
