package dev.clawperator.host;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.json.JSONException;
import org.json.JSONObject;

/**
 * When a finger last came down, when somebody had last looked before that, and what was on the screen when it came down
 * and when it went up: by this a test knows whether anything moved between the look and the touch, or under the finger.
 */
final class LastTouch {
    private final Windows windows;
    private volatile boolean watched;
    private long lookedAt = -1;
    private volatile Seen seen;

    private record Seen(long lookedAt, long touchedAt, String tree, String released) {}

    LastTouch(Windows windows) {
        this.windows = windows;
    }

    /** From now on it is kept what was on the screen; nobody pays for it before. */
    void watch() {
        watched = true;
    }

    /** Somebody looks. Only for the main thread. */
    void looked() {
        lookedAt = Idle.now();
    }

    /** A finger comes down. Only for the main thread. */
    void touched() {
        if (!watched) {
            return;
        }
        seen = new Seen(lookedAt, Idle.now(), tree(), null);
    }

    /** The finger goes up. Only for the main thread. */
    void released() {
        Seen down = seen;
        if (watched && down != null && down.touchedAt != Idle.now()) {
            seen = new Seen(down.lookedAt, down.touchedAt, down.tree, tree());
        }
    }

    JSONObject tell(boolean withTree) throws JSONException {
        JSONObject told = new JSONObject();
        Seen last = seen;
        if (last != null) {
            told.put("looked_ms", last.lookedAt).put("touched_ms", last.touchedAt);
            if (withTree) {
                told.putOpt("tree", last.tree).putOpt("released", last.released);
            }
        }
        return told;
    }

    private String tree() {
        try {
            return Dump.all(windows.told(), windows.focused());
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }
}
