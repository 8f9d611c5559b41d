package dev.clawperator.conformance;

import android.os.Bundle;
import com.google.android.material.snackbar.Snackbar;

/** Messages that go away: a toast, a snackbar, a notification. */
public final class MessagesActivity extends PageActivity {
    public MessagesActivity() {
        super("Messages", R.layout.messages);
    }

    @Override
    protected void ready(Bundle state) {
        onClick(R.id.toast, () -> toast("Saved 👍"));
        onClick(R.id.snackbar, this::archive);
        onClick(R.id.notify, () -> Notices.parcel(this));
    }

    private void archive() {
        Snackbar bar = Snackbar.make(findViewById(R.id.root), "1 message archived", 4000);
        bar.setAction(
                "Undo",
                view -> {
                    Record.note("click", "undo", "");
                    setText(R.id.undone, "Undone");
                });
        bar.show();
    }
}
