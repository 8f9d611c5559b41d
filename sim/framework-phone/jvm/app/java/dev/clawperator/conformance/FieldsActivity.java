package dev.clawperator.conformance;

import android.os.Bundle;
import android.widget.TextView;

/** Text fields of several kinds, and what the page makes of them. */
public final class FieldsActivity extends PageActivity {
    public FieldsActivity() {
        super("Text fields", R.layout.fields);
    }

    @Override
    protected void ready(Bundle state) {
        Views.onText(findViewById(R.id.name), text -> setText(R.id.echo, "Hello, " + text + "!"));
        Views.onText(findViewById(R.id.prefilled), text -> {});
        Views.onText(findViewById(R.id.notes), text -> {});
        TextView email = findViewById(R.id.email);
        Views.onText(email, text -> {});
        email.setOnEditorActionListener(
                (view, action, event) -> {
                    Record.note("submit", "email", email.getText());
                    setText(R.id.status, "Submitted " + email.getText());
                    hideKeyboard(email);
                    return true;
                });
        onClick(
                R.id.clear,
                () -> {
                    setText(R.id.name, "");
                    setText(R.id.email, "");
                    setText(R.id.notes, "");
                    setText(R.id.echo, "Hello!");
                });
    }
}
