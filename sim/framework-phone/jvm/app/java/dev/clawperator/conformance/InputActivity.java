package dev.clawperator.conformance;

import android.os.Bundle;
import android.widget.ArrayAdapter;
import android.widget.AutoCompleteTextView;
import android.widget.EditText;
import com.google.android.material.textfield.TextInputLayout;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;

/** Fields that check, filter, reformat, refuse and complete what is typed. */
public final class InputActivity extends PageActivity {
    private static final List<String> COUNTRIES =
            List.of("Germany", "Ghana", "Greece", "Guatemala", "Norway", "New Zealand", "Nepal");

    public InputActivity() {
        super("Checked fields", R.layout.input);
    }

    @Override
    protected void ready(Bundle state) {
        Views.onText(findViewById(R.id.amount), this::check);
        filter(R.id.code, text -> text.toUpperCase(Locale.ROOT).replaceAll("[^A-Z]", ""));
        Views.onText(findViewById(R.id.short_name), text -> {});
        filter(R.id.card_number, InputActivity::grouped);
        filter(R.id.frozen, text -> "fixed");
        AutoCompleteTextView country = findViewById(R.id.country);
        Views.onText(country, text -> {});
        country.setAdapter(new ArrayAdapter<>(this, android.R.layout.simple_dropdown_item_1line, COUNTRIES));
        country.setOnItemClickListener(
                (list, view, place, id) -> {
                    Record.note("choose", "country", country.getText());
                    setText(R.id.seen, "Country: " + country.getText());
                });
    }

    private void check(String amount) {
        TextInputLayout box = findViewById(R.id.amount_box);
        boolean tooMuch = amount.length() > 3 || (!amount.isEmpty() && Integer.parseInt(amount) > 100);
        box.setError(tooMuch ? "At most 100" : null);
    }

    /** Puts what is typed into another shape. The cursor goes to the end, as in many an app. */
    private void filter(int id, UnaryOperator<String> shape) {
        EditText field = findViewById(id);
        Views.onText(
                field,
                typed -> {
                    String shaped = shape.apply(typed);
                    if (!shaped.equals(typed)) {
                        field.setText(shaped);
                        field.setSelection(field.getText().length());
                    }
                });
    }

    /** Digits in groups of four, and no more than sixteen. */
    static String grouped(String typed) {
        String digits = typed.replaceAll("[^0-9]", "");
        digits = digits.substring(0, Math.min(digits.length(), 16));
        return digits.replaceAll("(.{4})(?=.)", "$1 ");
    }
}
