package dev.clawperator.conformance;

import android.os.Bundle;
import android.text.SpannableString;
import android.text.Spanned;
import android.text.method.LinkMovementMethod;
import android.text.style.ClickableSpan;
import android.view.View;
import android.widget.TextView;

/** Things that are not what the tree or the picture says. */
public final class MisleadingActivity extends PageActivity {
    public MisleadingActivity() {
        super("Misleading views", R.layout.misleading);
    }

    @Override
    protected void ready(Bundle state) {
        TextView terms = findViewById(R.id.terms);
        SpannableString sentence = new SpannableString("By going on you accept the terms of use and nothing else.");
        int start = sentence.toString().indexOf("terms of use");
        ClickableSpan link =
                new ClickableSpan() {
                    @Override
                    public void onClick(View view) {
                        see("terms", "Terms opened");
                    }
                };
        sentence.setSpan(link, start, start + "terms of use".length(), Spanned.SPAN_EXCLUSIVE_EXCLUSIVE);
        terms.setText(sentence);
        terms.setMovementMethod(LinkMovementMethod.getInstance());
        onClick(R.id.unimportant, () -> setText(R.id.seen, "Unimportant"));
        onClick(R.id.unseen, () -> setText(R.id.seen, "Unseen"));
        onClick(R.id.transparent, () -> setText(R.id.seen, "Transparent"));
        onClick(R.id.covered, () -> setText(R.id.seen, "Covered"));
        onClick(R.id.curtain, () -> setText(R.id.seen, "Curtain"));
        onClick(R.id.says_other, () -> setText(R.id.seen, "Shown and spoken"));
        onClick(R.id.zero, () -> setText(R.id.seen, "Zero"));
    }

    private void see(String view, String what) {
        Record.note("click", view, what);
        setText(R.id.seen, what);
    }
}
