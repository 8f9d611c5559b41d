package dev.clawperator.conformance;

import android.view.LayoutInflater;
import android.view.View;
import android.view.ViewGroup;
import android.widget.TextView;
import androidx.recyclerview.widget.RecyclerView;

/** The rows of a list: one layout, filled in by the page for each place. */
final class Rows extends RecyclerView.Adapter<Rows.Row> {
    private final int layout;
    private final Filler filler;
    private int count;

    /** Fills in the row at a place, counted from 0. Rows are used again, so that everything has to be set. */
    interface Filler {
        void fill(Row row, int place);
    }

    Rows(int layout, int count, Filler filler) {
        this.layout = layout;
        this.count = count;
        this.filler = filler;
    }

    void add(int more) {
        count += more;
        notifyItemRangeInserted(count - more, more);
    }

    @Override
    public Row onCreateViewHolder(ViewGroup parent, int type) {
        return new Row(LayoutInflater.from(parent.getContext()).inflate(layout, parent, false));
    }

    @Override
    public void onBindViewHolder(Row row, int place) {
        filler.fill(row, place);
    }

    @Override
    public int getItemCount() {
        return count;
    }

    /** One row on the screen. */
    static final class Row extends RecyclerView.ViewHolder {
        Row(View view) {
            super(view);
        }

        void setText(int id, CharSequence text) {
            TextView view = itemView.findViewById(id);
            view.setText(text);
        }

        <V extends View> V find(int id) {
            return itemView.findViewById(id);
        }
    }
}
