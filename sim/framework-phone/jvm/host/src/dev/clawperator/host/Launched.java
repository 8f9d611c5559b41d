package dev.clawperator.host;

import android.content.ComponentName;

/**
 * What starting an intent came to.
 *
 * @param outcome how it ended
 * @param component the activity; null when nothing resolves the intent
 * @param cold whether the process was not running before
 */
record Launched(Outcome outcome, ComponentName component, boolean cold) {
    enum Outcome {
        STARTED,
        DELIVERED_TO_TOP,
        BROUGHT_TO_FRONT,
        CLASS_MISSING,
        UNRESOLVED,
        NOT_EXPORTED
    }
}
