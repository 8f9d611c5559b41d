package dev.clawperator.conformance;

import android.view.LayoutInflater;
import android.view.ViewGroup;
import androidx.recyclerview.widget.RecyclerView;
import java.util.List;
import java.util.function.Consumer;

/** Rows whose order and number change: a name each, read from a list that the page keeps. */
final class RowsOfNames extends RecyclerView.Adapter<Rows.Row> {
    private final List<String> names;
    private final Consumer<String> click;

    RowsOfNames(List<String> names, Consumer<String> click) {
        this.names = names;
        this.click = click;
    }

    @Override
    public Rows.Row onCreateViewHolder(ViewGroup parent, int type) {
        return new Rows.Row(LayoutInflater.from(parent.getContext()).inflate(R.layout.list_row, parent, false));
    }

    @Override
    public void onBindViewHolder(Rows.Row row, int place) {
        String name = names.get(place);
        row.setText(R.id.item_title, name);
        Views.onClick(row.itemView, name, () -> click.accept(name));
    }

    @Override
    public int getItemCount() {
        return names.size();
    }
}
