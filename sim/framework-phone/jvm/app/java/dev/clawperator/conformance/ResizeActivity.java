package dev.clawperator.conformance;

import android.os.Bundle;
import androidx.recyclerview.widget.LinearLayoutManager;
import androidx.recyclerview.widget.RecyclerView;
import java.util.ArrayList;
import java.util.List;

/** A chat whose page is made smaller by the keyboard. */
public final class ResizeActivity extends PageActivity {
    private final List<String> lines = new ArrayList<>();

    public ResizeActivity() {
        super("Chat", R.layout.resize);
    }

    @Override
    protected void ready(Bundle state) {
        RecyclerView chat = findViewById(R.id.chat);
        chat.setLayoutManager(new LinearLayoutManager(this));
        Views.recordScroll(chat, "chat");
        for (int number = 1; number <= 30; number++) {
            lines.add("Line " + number);
        }
        RowsOfNames rows = new RowsOfNames(lines, line -> {});
        chat.setAdapter(rows);
        Views.onText(findViewById(R.id.chat_field), text -> {});
        onClick(
                R.id.send,
                () -> {
                    lines.add(text(R.id.chat_field));
                    Record.note("send", "chat_field", text(R.id.chat_field));
                    rows.notifyItemInserted(lines.size() - 1);
                    chat.scrollToPosition(lines.size() - 1);
                    setText(R.id.chat_field, "");
                });
    }
}
