package dev.clawperator.conformance;

import android.os.Bundle;
import android.view.View;
import android.widget.TextView;

/** A password field, and an answer that depends on what was typed. */
public final class LoginActivity extends PageActivity {
    public LoginActivity() {
        super("Sign in", R.layout.login);
    }

    @Override
    protected void ready(Bundle state) {
        Views.onText(findViewById(R.id.username), text -> {});
        TextView password = findViewById(R.id.password);
        Views.onText(password, text -> {});
        password.setOnEditorActionListener(
                (view, action, event) -> {
                    Record.note("submit", "password", "");
                    hideKeyboard(password);
                    return true;
                });
        onClick(R.id.sign_in, this::signIn);
    }

    private void signIn() {
        hideKeyboard(findViewById(R.id.password));
        boolean right = text(R.id.username).equals("ada") && text(R.id.password).equals("secret");
        Record.note("sign_in", text(R.id.username), right);
        findViewById(R.id.error).setVisibility(right ? View.GONE : View.VISIBLE);
        if (right) {
            setText(R.id.welcome, "Welcome, " + text(R.id.username));
            findViewById(R.id.welcome).setVisibility(View.VISIBLE);
        }
    }
}
