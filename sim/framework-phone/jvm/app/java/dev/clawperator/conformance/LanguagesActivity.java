package dev.clawperator.conformance;

import android.os.Bundle;
import androidx.recyclerview.widget.LinearLayoutManager;
import androidx.recyclerview.widget.RecyclerView;

/** Words in many scripts, and characters that need care on the way through XML and JSON. */
public final class LanguagesActivity extends PageActivity {
    public LanguagesActivity() {
        super("Languages", R.layout.languages);
    }

    @Override
    protected void ready(Bundle state) {
        RecyclerView languages = findViewById(R.id.languages);
        languages.setLayoutManager(new LinearLayoutManager(this));
        Views.recordScroll(languages, "languages");
        languages.setAdapter(
                new Rows(
                        R.layout.languages_row,
                        Words.ALL.size(),
                        (row, place) -> {
                            row.setText(R.id.language_name, Words.ALL.get(place).get(0));
                            row.setText(R.id.greeting, Words.ALL.get(place).get(1));
                        }));
    }
}
