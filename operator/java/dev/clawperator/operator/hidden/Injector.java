package dev.clawperator.operator.hidden;

import android.view.InputEvent;

/** Brings events into the phone's input, past UiAutomation, which would wait for animations. */
public final class Injector {
    /** Returns at once. */
    public static final int ASYNC = 0;
    /** Returns when a window was found for it. */
    public static final int WAIT_FOR_RESULT = 1;
    /** Returns when the app has dealt with it. */
    public static final int WAIT_FOR_FINISH = 2;

    private final Hidden hidden;

    public Injector(Hidden hidden) {
        this.hidden = hidden;
    }

    /** Whether the phone took the event. Throws SecurityException where the phone lets nobody inject. */
    public boolean inject(InputEvent event, int mode) {
        if (hidden.has(Call.INPUT_GLOBAL_INJECT)) {
            Object input = hidden.call(Call.INPUT_GLOBAL, null);
            return (boolean) hidden.call(Call.INPUT_GLOBAL_INJECT, input, event, mode);
        }
        Object input = hidden.call(Call.INPUT_MANAGER, null);
        return (boolean) hidden.call(Call.INPUT_MANAGER_INJECT, input, event, mode);
    }
}
