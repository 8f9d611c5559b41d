package dev.clawperator.conformance;

import android.os.Bundle;
import androidx.recyclerview.widget.ItemTouchHelper;
import androidx.recyclerview.widget.LinearLayoutManager;
import androidx.recyclerview.widget.RecyclerView;
import androidx.recyclerview.widget.RecyclerView.ViewHolder;
import java.util.ArrayList;
import java.util.List;

/** Rows that are swept away sideways. */
public final class DismissActivity extends PageActivity {
    private final List<String> left = new ArrayList<>();

    public DismissActivity() {
        super("Swipe to dismiss", R.layout.dismiss);
    }

    @Override
    protected void ready(Bundle state) {
        RecyclerView mails = findViewById(R.id.mails);
        mails.setLayoutManager(new LinearLayoutManager(this));
        Views.recordScroll(mails, "mails");
        for (int number = 1; number <= 15; number++) {
            left.add("Mail " + number);
        }
        RowsOfNames rows = new RowsOfNames(left, name -> setText(R.id.seen, "Opened " + name));
        mails.setAdapter(rows);
        new ItemTouchHelper(
                        new ItemTouchHelper.SimpleCallback(0, ItemTouchHelper.LEFT | ItemTouchHelper.RIGHT) {
                            @Override
                            public boolean onMove(RecyclerView list, ViewHolder from, ViewHolder to) {
                                return false;
                            }

                            @Override
                            public void onSwiped(ViewHolder row, int direction) {
                                int place = row.getBindingAdapterPosition();
                                String name = left.remove(place);
                                rows.notifyItemRemoved(place);
                                Record.note("dismiss", name, direction == ItemTouchHelper.LEFT ? "left" : "right");
                                setText(R.id.seen, "Dismissed " + name);
                            }
                        })
                .attachToRecyclerView(mails);
    }
}
