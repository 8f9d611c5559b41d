package dev.clawperator.operator.hidden;

import android.content.ClipData;
import dev.clawperator.operator.session.Board;

/** The clipboard of the current user, as the shell has it. */
public final class Clipboard implements Board.Calls<ClipData> {
    private static final String PACKAGE = "com.android.shell";
    private static final int FIRST_USER = 0;
    private static final int DEFAULT_DEVICE = 0;

    private final Hidden hidden;
    private final Services services;

    public Clipboard(Hidden hidden, Services services) {
        this.hidden = hidden;
        this.services = services;
    }

    @Override
    public ClipData get() {
        return (ClipData) call(Call.GET_CLIP);
    }

    @Override
    public boolean isLocked() {
        return services.isLocked();
    }

    @Override
    public void set(ClipData clip) {
        call(Call.SET_CLIP, clip);
    }

    @Override
    public void clear() {
        if (hidden.has(Call.CLEAR_CLIP)) {
            call(Call.CLEAR_CLIP);
        } else {
            set(ClipData.newPlainText("", ""));
        }
    }

    private Object call(Call call, Object... first) {
        Object[] rest = rest(hidden.form(call), services.currentUser());
        Object[] arguments = new Object[first.length + rest.length];
        System.arraycopy(first, 0, arguments, 0, first.length);
        System.arraycopy(rest, 0, arguments, first.length, rest.length);
        return hidden.call(call, services.service("clipboard", Call.CLIPBOARD_SERVICE), arguments);
    }

    /** All of these calls say in the same way who makes them and for whom. */
    private static Object[] rest(int form, int user) {
        switch (form) {
            case 0:
                return new Object[] {PACKAGE, null, user, DEFAULT_DEVICE};
            case 1:
                return new Object[] {PACKAGE, user};
            default:
                if (user != FIRST_USER) {
                    throw new IllegalStateException("the clipboard of another user is out of reach before API 29");
                }
                return new Object[] {PACKAGE};
        }
    }
}
