package dev.clawperator.conformance;

import android.os.Bundle;
import android.view.ContextMenu;
import android.view.View;
import android.widget.LinearLayout;
import android.widget.TextView;
import java.util.List;

/** Files that open when tapped and show a menu when held. */
public final class MenuActivity extends PageActivity {
    public MenuActivity() {
        super("Long-press menu", R.layout.menu);
    }

    @Override
    protected void ready(Bundle state) {
        LinearLayout files = findViewById(R.id.files);
        for (String name : List.of("photo.jpg", "notes.txt", "music.mp3", "Überraschung.pdf", "план.docx")) {
            View row = getLayoutInflater().inflate(R.layout.menu_file, files, false);
            TextView label = row.findViewById(R.id.file_name);
            label.setText(name);
            Views.onClick(row, name, () -> setText(R.id.menu_state, "Opened " + name));
            row.setOnCreateContextMenuListener((menu, view, info) -> held(menu, name));
            files.addView(row);
        }
    }

    private void held(ContextMenu menu, String name) {
        Record.note("long_click", name, "");
        setText(R.id.menu_state, "Held " + name);
        for (String title : List.of("Open", "Rename", "Copy", "Delete")) {
            menu.add(title)
                    .setOnMenuItemClickListener(
                            item -> {
                                Record.note("menu", name, title);
                                setText(R.id.menu_state, text(R.id.menu_state) + " → " + title);
                                return true;
                            });
        }
    }
}
