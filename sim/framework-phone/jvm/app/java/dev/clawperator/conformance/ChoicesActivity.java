package dev.clawperator.conformance;

import android.os.Bundle;
import android.view.Menu;
import android.view.View;
import android.widget.AdapterView;
import android.widget.ArrayAdapter;
import android.widget.AutoCompleteTextView;
import android.widget.Spinner;
import androidx.appcompat.widget.PopupMenu;
import java.util.List;

/** A spinner, a drop-down field, a menu with a choice, and a menu within a menu. */
public final class ChoicesActivity extends PageActivity {
    private String order = "Name";

    public ChoicesActivity() {
        super("Spinner and menus", R.layout.choices);
    }

    @Override
    protected void ready(Bundle state) {
        Spinner colours = findViewById(R.id.colour_spinner);
        colours.setAdapter(
                new ArrayAdapter<>(this, android.R.layout.simple_spinner_dropdown_item, List.of("Red", "Green", "Blue")));
        colours.setOnItemSelectedListener(
                new AdapterView.OnItemSelectedListener() {
                    @Override
                    public void onItemSelected(AdapterView<?> list, View view, int place, long id) {
                        see("colour_spinner", (String) list.getItemAtPosition(place));
                    }

                    @Override
                    public void onNothingSelected(AdapterView<?> list) {}
                });
        AutoCompleteTextView size = findViewById(R.id.size_menu);
        size.setText("Medium", false);
        size.setAdapter(
                new ArrayAdapter<>(this, android.R.layout.simple_dropdown_item_1line, List.of("Small", "Medium", "Large")));
        size.setOnItemClickListener((list, view, place, id) -> see("size_menu", size.getText().toString()));
        onClick(R.id.sort, this::openSort);
        onClick(R.id.more_menu, this::openMore);
    }

    private void openSort() {
        PopupMenu menu = new PopupMenu(this, findViewById(R.id.sort));
        for (String title : List.of("Name", "Date", "Size")) {
            menu.getMenu().add(1, Menu.NONE, Menu.NONE, title).setCheckable(true).setChecked(title.equals(order));
        }
        menu.getMenu().setGroupCheckable(1, true, true);
        menu.setOnMenuItemClickListener(
                item -> {
                    order = item.getTitle().toString();
                    see("sort", order);
                    return true;
                });
        menu.show();
    }

    private void openMore() {
        PopupMenu menu = new PopupMenu(this, findViewById(R.id.more_menu));
        menu.getMenu().add("Print");
        menu.getMenu().add("Not now").setEnabled(false);
        Menu export = menu.getMenu().addSubMenu("Export as");
        export.add("PDF");
        export.add("Text");
        menu.setOnMenuItemClickListener(
                item -> {
                    if (!item.hasSubMenu()) {
                        see("more_menu", item.getTitle().toString());
                    }
                    return true;
                });
        menu.show();
    }

    private void see(String view, String choice) {
        Record.note("choose", view, choice);
        setText(R.id.seen, "Chose " + choice);
    }
}
