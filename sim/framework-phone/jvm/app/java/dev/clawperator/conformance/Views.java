package dev.clawperator.conformance;

import android.text.Editable;
import android.text.TextWatcher;
import android.view.View;
import android.widget.TextView;
import androidx.recyclerview.widget.RecyclerView;
import java.util.function.Consumer;

/** Short ways to let views record what happens to them. */
final class Views {
    private Views() {}

    /** The name of a view's id. */
    static String name(View view) {
        return view.getId() == View.NO_ID ? "" : view.getResources().getResourceEntryName(view.getId());
    }

    static void onClick(View view, String name, Runnable act) {
        view.setOnClickListener(
                clicked -> {
                    Record.note("click", name, "");
                    act.run();
                });
    }

    /** Records each new text of a field and then hands it on. */
    static void onText(TextView field, Consumer<String> act) {
        field.addTextChangedListener(
                new TextWatcher() {
                    @Override
                    public void beforeTextChanged(CharSequence text, int start, int count, int after) {}

                    @Override
                    public void onTextChanged(CharSequence text, int start, int before, int count) {}

                    @Override
                    public void afterTextChanged(Editable text) {
                        Record.note("text", name(field), text);
                        act.accept(text.toString());
                    }
                });
    }

    /** Records how far a list stands from its start whenever a scroll begins, lets go or ends. */
    static void recordScroll(RecyclerView list, String name) {
        list.addOnScrollListener(
                new RecyclerView.OnScrollListener() {
                    @Override
                    public void onScrollStateChanged(RecyclerView scrolled, int state) {
                        String what =
                                switch (state) {
                                    case RecyclerView.SCROLL_STATE_DRAGGING -> "scroll_drag";
                                    case RecyclerView.SCROLL_STATE_SETTLING -> "scroll_fling";
                                    default -> "scroll_rest";
                                };
                        int offset =
                                scrolled.computeVerticalScrollOffset() + scrolled.computeHorizontalScrollOffset();
                        Record.note(what, name, offset);
                    }
                });
    }
}
