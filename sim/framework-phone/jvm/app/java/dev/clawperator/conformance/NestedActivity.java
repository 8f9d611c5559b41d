package dev.clawperator.conformance;

import android.os.Bundle;
import androidx.recyclerview.widget.LinearLayoutManager;
import androidx.recyclerview.widget.RecyclerView;

/** Rows that scroll sideways in a list that scrolls down. */
public final class NestedActivity extends PageActivity {
    public NestedActivity() {
        super("Nested scrollers", R.layout.nested);
    }

    @Override
    protected void ready(Bundle state) {
        RecyclerView outer = findViewById(R.id.outer);
        outer.setLayoutManager(new LinearLayoutManager(this));
        Views.recordScroll(outer, "outer");
        outer.setAdapter(new Rows(R.layout.nested_shelf, 12, this::fillShelf));
    }

    private void fillShelf(Rows.Row row, int place) {
        int shelf = place + 1;
        row.setText(R.id.shelf_title, "Shelf " + shelf);
        RecyclerView inner = row.find(R.id.inner);
        inner.setLayoutManager(new LinearLayoutManager(this, RecyclerView.HORIZONTAL, false));
        inner.clearOnScrollListeners();
        Views.recordScroll(inner, "shelf " + shelf);
        inner.setAdapter(new Rows(R.layout.nested_book, 20, (book, number) -> fillBook(book, shelf, number + 1)));
    }

    private void fillBook(Rows.Row row, int shelf, int book) {
        String name = "Book " + shelf + "." + book;
        row.setText(R.id.book_title, name);
        Views.onClick(row.itemView, name, () -> toast("Shelf " + shelf + ", book " + book));
    }
}
