package dev.clawperator.conformance;

import android.text.Editable;
import android.text.InputType;
import android.text.TextWatcher;
import android.view.Gravity;
import android.view.KeyEvent;
import android.view.View;
import android.view.inputmethod.EditorInfo;
import android.widget.EditText;
import android.widget.LinearLayout;

/** Text fields, each of which records what is in it after every change. */
public final class TextCheck extends CheckPage {
    private static final int PLAIN = InputType.TYPE_CLASS_TEXT | InputType.TYPE_TEXT_FLAG_NO_SUGGESTIONS;
    private static final int NOTES_LINES = 3;

    @Override
    protected View content() {
        EditText notes = field(R.id.check_notes, PLAIN | InputType.TYPE_TEXT_FLAG_MULTI_LINE, "Notes");
        notes.setLines(NOTES_LINES);
        notes.setGravity(Gravity.TOP);
        EditText filled = field(R.id.check_filled, PLAIN, null);
        filled.setText("Zürich");
        EditText secret = field(
                R.id.check_secret, InputType.TYPE_CLASS_TEXT | InputType.TYPE_TEXT_VARIATION_PASSWORD, "Secret");
        EditText name = nameField();
        LinearLayout column = column(name, notes, secret, filled);
        for (EditText field : new EditText[] {name, notes, secret, filled}) {
            recordText(field);
        }
        // Or the first field would have the focus, on some releases with a keyboard.
        column.setFocusableInTouchMode(true);
        return column;
    }

    private EditText nameField() {
        EditText name = field(R.id.check_name, PLAIN, "Name");
        name.setImeOptions(EditorInfo.IME_ACTION_DONE);
        name.setOnEditorActionListener(
                (view, action, event) -> {
                    // The Enter key comes here when it goes down and when it goes up.
                    if (event == null || event.getAction() == KeyEvent.ACTION_DOWN) {
                        note("submit", view);
                    }
                    // A key that is not taken would move the focus; of an action the keyboard knows what is usual.
                    return event != null;
                });
        return name;
    }

    private EditText field(int id, int type, String hint) {
        EditText field = new EditText(this);
        field.setId(id);
        field.setInputType(type);
        field.setHint(hint);
        return field;
    }

    private void recordText(EditText field) {
        field.addTextChangedListener(
                new TextWatcher() {
                    @Override
                    public void beforeTextChanged(CharSequence text, int start, int count, int after) {}

                    @Override
                    public void onTextChanged(CharSequence text, int start, int before, int count) {}

                    @Override
                    public void afterTextChanged(Editable text) {
                        Record.note("text", name(field), text);
                    }
                });
    }
}
