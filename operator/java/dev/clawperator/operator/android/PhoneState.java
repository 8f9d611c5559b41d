package dev.clawperator.operator.android;

import android.content.ComponentName;
import android.view.accessibility.AccessibilityWindowInfo;
import dev.clawperator.operator.hidden.Services;
import dev.clawperator.operator.protocol.State;
import java.util.List;

/** The state of the phone. What a phone does not say stays unknown. */
final class PhoneState {
    private final Services services;

    PhoneState(Services services) {
        this.services = services;
    }

    /** @param windows null where nobody knows them */
    State read(List<AccessibilityWindowInfo> windows) {
        State state = new State();
        known(() -> state.display = services.isInteractive() ? State.DISPLAY_ON : State.DISPLAY_OFF);
        known(() -> state.user = services.currentUser());
        known(() -> state.lock = lock(state.user));
        known(() -> {
            Services.Screen screen = services.screen();
            state.rotation = screen.rotation;
            state.width = screen.width;
            state.height = screen.height;
            state.density = screen.density;
        });
        known(() -> {
            ComponentName front = services.front();
            if (front != null) {
                state.frontPackage = front.getPackageName();
                state.frontActivity = front.getClassName();
            }
        });
        state.covering = windows == null ? null : covering(windows);
        return state;
    }

    private int lock(int user) {
        if (!services.isLocked()) {
            return State.LOCK_OPEN;
        }
        return services.isLockSecure(user) ? State.LOCK_CLOSED_BY_SECRET : State.LOCK_CLOSED;
    }

    private static String covering(List<AccessibilityWindowInfo> windows) {
        for (AccessibilityWindowInfo window : windows) {
            if (window.isFocused() && window.getType() == AccessibilityWindowInfo.TYPE_SYSTEM) {
                CharSequence title = window.getTitle();
                return title == null ? "" : title.toString();
            }
        }
        return null;
    }

    private static void known(Runnable read) {
        try {
            read.run();
        } catch (RuntimeException unknown) {
            // The call is missing, or its service does not answer: nothing is said of it.
        }
    }
}
