package dev.clawperator.conformance;

import android.content.Intent;
import android.net.Uri;
import android.os.Bundle;
import android.view.Menu;
import android.widget.Toast;
import androidx.recyclerview.widget.LinearLayoutManager;
import androidx.recyclerview.widget.RecyclerView;
import com.google.android.material.appbar.MaterialToolbar;
import java.util.ArrayList;
import java.util.List;

/** The index: a row for each page, and after them a row for each page made with Compose. */
public final class MainActivity extends ObservedActivity {
    private record Entry(String title, String summary, String address) {}

    @Override
    protected String name() {
        return "index";
    }

    @Override
    protected void onCreate(Bundle state) {
        super.onCreate(state);
        setContentView(R.layout.main);
        List<Entry> entries = entries();
        RecyclerView pages = findViewById(R.id.pages);
        pages.setLayoutManager(new LinearLayoutManager(this));
        Views.recordScroll(pages, "pages");
        pages.setAdapter(
                new Rows(R.layout.main_row, entries.size(), (row, place) -> fill(row, entries.get(place))));
        Menu menu = this.<MaterialToolbar>findViewById(R.id.toolbar).getMenu();
        for (String title : List.of("Refresh", "Help", "About")) {
            menu.add(title).setOnMenuItemClickListener(item -> choose(title));
        }
    }

    private static List<Entry> entries() {
        List<Entry> entries = new ArrayList<>();
        for (Catalogue.Page page : Catalogue.PAGES) {
            entries.add(new Entry(page.title(), page.summary(), page.address()));
        }
        for (Catalogue.Page page : Catalogue.PAGES) {
            if (page.toolkit() == Catalogue.Toolkit.BOTH) {
                entries.add(new Entry(page.title() + " (Compose)", page.summary(), page.composeAddress()));
            }
        }
        return entries;
    }

    private void fill(Rows.Row row, Entry entry) {
        row.setText(R.id.row_title, entry.title());
        row.setText(R.id.row_summary, entry.summary());
        Views.onClick(
                row.itemView,
                entry.title(),
                () -> {
                    Intent open = new Intent(Intent.ACTION_VIEW, Uri.parse(entry.address()));
                    startActivity(open.setPackage(getPackageName()));
                });
    }

    private boolean choose(String title) {
        Record.note("menu", "overflow", title);
        Toast.makeText(this, title, Toast.LENGTH_SHORT).show();
        return true;
    }
}
