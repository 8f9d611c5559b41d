package dev.clawperator.conformance;

import android.os.Bundle;
import android.view.View;
import android.widget.EditText;
import android.widget.LinearLayout;
import android.widget.TextView;
import com.google.android.material.bottomsheet.BottomSheetDialog;
import com.google.android.material.dialog.MaterialAlertDialogBuilder;
import java.util.List;

/** Dialogs: a question, one with a field, a sheet, and one that comes late. */
public final class DialogActivity extends PageActivity {
    public DialogActivity() {
        super("Dialog", R.layout.dialog);
    }

    @Override
    protected void ready(Bundle state) {
        onClick(R.id.open_dialog, this::confirm);
        onClick(R.id.open_input, this::rename);
        onClick(R.id.open_sheet, this::share);
        onClick(R.id.open_late, () -> getWindow().getDecorView().postDelayed(this::rate, 1500));
    }

    private void confirm() {
        new MaterialAlertDialogBuilder(this)
                .setTitle("Delete file?")
                .setMessage("“report.pdf” will be gone for good.")
                .setNegativeButton("Cancel", (dialog, which) -> answer("Cancelled"))
                .setPositiveButton("Delete", (dialog, which) -> answer("Deleted"))
                .setOnCancelListener(dialog -> answer("Dismissed"))
                .show();
    }

    private void rename() {
        View content = getLayoutInflater().inflate(R.layout.dialog_input, null);
        EditText name = content.findViewById(R.id.new_name);
        Views.onText(name, text -> {});
        new MaterialAlertDialogBuilder(this)
                .setTitle("Rename")
                .setMessage("New name:")
                .setView(content)
                .setCancelable(false)
                .setNegativeButton("Cancel", (dialog, which) -> Record.note("answer", "rename", "Cancel"))
                .setPositiveButton("OK", (dialog, which) -> answer("Renamed to " + name.getText()))
                .show();
    }

    private void share() {
        BottomSheetDialog sheet = new BottomSheetDialog(this);
        LinearLayout items = new LinearLayout(this);
        items.setOrientation(LinearLayout.VERTICAL);
        int space = Math.round(18 * getResources().getDisplayMetrics().density);
        items.setPadding(0, space, 0, space);
        for (String label : List.of("Copy link", "Mail", "Messages", "Nearby share")) {
            View item = getLayoutInflater().inflate(R.layout.menu_item, items, false);
            TextView title = item.findViewById(R.id.title);
            title.setText(label);
            Views.onClick(
                    item,
                    label,
                    () -> {
                        answer("Shared: " + label);
                        sheet.dismiss();
                    });
            items.addView(item);
        }
        sheet.setContentView(items);
        sheet.setOnCancelListener(dialog -> Record.note("cancel", "sheet", ""));
        sheet.show();
    }

    private void rate() {
        if (isDestroyed()) {
            return;
        }
        Record.note("open", "late", "");
        new MaterialAlertDialogBuilder(this)
                .setTitle("Do you like this app?")
                .setMessage("Please rate us ⭐⭐⭐⭐⭐")
                .setNeutralButton("Later", (dialog, which) -> Record.note("answer", "late", "Later"))
                .setPositiveButton("Rate", (dialog, which) -> answer("Rated"))
                .show();
    }

    private void answer(String answer) {
        Record.note("answer", "result", answer);
        setText(R.id.result, answer);
    }
}
