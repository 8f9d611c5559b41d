package dev.clawperator.conformance;

import android.app.AlertDialog;
import android.content.DialogInterface;
import android.view.KeyEvent;
import android.view.View;
import android.widget.Button;
import android.widget.FrameLayout;
import android.widget.LinearLayout;
import android.widget.TextView;
import android.widget.Toast;

/** Clicks, fingers, keys, a dialog and a toast. */
public final class TouchCheck extends CheckPage {
    private static final int PAD_COLOUR = 0xffeceff4;

    private int count;
    private TextView countView;
    private Button add;
    private Button other;

    @Override
    protected View content() {
        countView = text(R.id.check_count, "0");
        add = button(R.id.check_add, "Add one", () -> countView.setText(String.valueOf(++count)));
        other = button(R.id.check_other, "Other", () -> {});
        show(other, false);
        FrameLayout place = new FrameLayout(this);
        place.addView(add, wide());
        place.addView(other, wide());
        Button hold = button(R.id.check_hold, "Hold", () -> {});
        hold.setOnLongClickListener(
                held -> {
                    note("long_click", held);
                    return true;
                });
        LinearLayout column = column(
                countView,
                text(R.id.check_unicode, "Zürich 東京 👍🏽 עברית"),
                row(place, button(R.id.check_swap, "Swap", this::swap), hold),
                row(button(R.id.check_ask, "Ask", this::ask), button(R.id.check_toast, "Toast", this::toast)));
        CheckPad pad = new CheckPad(this);
        pad.setId(R.id.check_pad);
        pad.setContentDescription("Pad");
        pad.setBackgroundColor(PAD_COLOUR);
        fill(column, pad);
        return column;
    }

    @Override
    public boolean dispatchKeyEvent(KeyEvent event) {
        if (event.getAction() == KeyEvent.ACTION_UP) {
            Record.note("key", "-", event.getKeyCode());
        }
        return super.dispatchKeyEvent(event);
    }

    private void swap() {
        boolean isAdd = add.getVisibility() == View.VISIBLE;
        show(add, !isAdd);
        show(other, isAdd);
    }

    private void ask() {
        AlertDialog dialog = new AlertDialog.Builder(this)
                .setTitle("A question")
                .setMessage("Is it so?")
                .setPositiveButton("Yes", (asked, which) -> Record.note("click", "check_yes", ""))
                .setNegativeButton("No", (asked, which) -> Record.note("click", "check_no", ""))
                .show();
        name(dialog.getButton(DialogInterface.BUTTON_POSITIVE), R.id.check_yes);
        name(dialog.getButton(DialogInterface.BUTTON_NEGATIVE), R.id.check_no);
    }

    private static void name(Button button, int id) {
        button.setId(id);
        button.setAllCaps(false);
    }

    private void toast() {
        Toast.makeText(this, "A toast of the check", Toast.LENGTH_SHORT).show();
    }
}
