package dev.clawperator.conformance;

import android.os.Bundle;
import android.view.LayoutInflater;
import android.view.View;
import android.view.inputmethod.InputMethodManager;
import android.widget.TextView;
import android.widget.Toast;
import com.google.android.material.appbar.MaterialToolbar;
import java.util.Locale;

/** A page made of views: a toolbar and a layout below it, with short ways to act on the views and to record. */
public abstract class PageActivity extends ObservedActivity {
    private final String title;
    private final int layout;

    protected PageActivity(String title, int layout) {
        this.title = title;
        this.layout = layout;
    }

    /** Called once the layout is in place, before the state of its views is restored. */
    protected void ready(Bundle state) {}

    /** Called before there is a window's content. */
    protected void beforeContent() {}

    @Override
    protected final void onCreate(Bundle state) {
        beforeContent();
        super.onCreate(state);
        setContentView(R.layout.page);
        MaterialToolbar toolbar = findViewById(R.id.toolbar);
        toolbar.setTitle(title);
        toolbar.setNavigationOnClickListener(
                view -> {
                    Record.note("click", "navigate_up", name());
                    finish();
                });
        LayoutInflater.from(this).inflate(layout, findViewById(R.id.root));
        ready(state);
    }

    @Override
    protected final String name() {
        String simple = getClass().getSimpleName();
        return simple.substring(0, simple.length() - "Activity".length()).toLowerCase(Locale.ROOT);
    }

    /** Records each click on the view and then acts. */
    protected final void onClick(int id, Runnable act) {
        Views.onClick(findViewById(id), Views.name(findViewById(id)), act);
    }

    protected final void setText(int id, CharSequence text) {
        TextView view = findViewById(id);
        view.setText(text);
    }

    protected final String text(int id) {
        TextView view = findViewById(id);
        return view.getText().toString();
    }

    protected final void toast(CharSequence text) {
        Record.note("toast", name(), text);
        Toast.makeText(this, text, Toast.LENGTH_SHORT).show();
    }

    protected final void hideKeyboard(View view) {
        InputMethodManager keyboard = getSystemService(InputMethodManager.class);
        keyboard.hideSoftInputFromWindow(view.getWindowToken(), 0);
    }
}
