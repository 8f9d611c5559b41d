package dev.clawperator.conformance;

import android.os.Bundle;
import android.view.MotionEvent;
import androidx.lifecycle.Lifecycle;
import androidx.recyclerview.widget.LinearLayoutManager;
import androidx.recyclerview.widget.RecyclerView;
import java.util.ArrayList;
import java.util.List;

/** A list into which a row comes from above while a finger is down, and every four seconds. */
public final class ArrivingActivity extends PageActivity {
    private static final int MOST = 200;

    private final List<String> names = new ArrayList<>();
    private RowsOfNames rows;

    public ArrivingActivity() {
        super("Arriving content", R.layout.arriving);
    }

    @Override
    protected void ready(Bundle state) {
        RecyclerView list = findViewById(R.id.messages);
        list.setLayoutManager(new LinearLayoutManager(this));
        Views.recordScroll(list, "messages");
        for (int number = 1; number <= 10; number++) {
            names.add("Message " + number);
        }
        rows = new RowsOfNames(names, name -> setText(R.id.seen, "Opened " + name));
        list.setAdapter(rows);
        list.addOnItemTouchListener(
                new RecyclerView.SimpleOnItemTouchListener() {
                    @Override
                    public boolean onInterceptTouchEvent(RecyclerView view, MotionEvent event) {
                        if (event.getActionMasked() == MotionEvent.ACTION_DOWN) {
                            view.postDelayed(() -> arrive("finger"), 50);
                        }
                        return false;
                    }
                });
        list.postDelayed(
                new Runnable() {
                    @Override
                    public void run() {
                        arrive("time");
                        list.postDelayed(this, 4000);
                    }
                },
                4000);
    }

    private void arrive(String why) {
        if (!getLifecycle().getCurrentState().isAtLeast(Lifecycle.State.RESUMED) || names.size() >= MOST) {
            return;
        }
        names.add(0, "Message " + (names.size() + 1));
        rows.notifyItemInserted(0);
        RecyclerView list = findViewById(R.id.messages);
        if (!list.canScrollVertically(-1)) {
            list.scrollToPosition(0);
        }
        Record.note("arrive", names.get(0), why);
    }
}
