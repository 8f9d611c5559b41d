package dev.clawperator.operator.session;

/**
 * Whether the screen is kept from turning. The system restores what it found when UiAutomation was connected as soon as
 * that is let go, and with it undoes what a person has chosen meanwhile.
 */
public final class RotationLock {
    private RotationLock() {}

    /** The calls for it. One that a phone lacks throws, and so does one that it refuses. */
    public interface Calls {
        boolean isFrozen();

        /**
         * To what it is locked, in quarter turns. The display may be turned otherwise, because the app in front wants
         * it so; to lock it as it is turned would make that the user's choice.
         */
        int userRotation();

        void freeze(int rotation);

        void thaw();
    }

    /** Does something, after which the lock is as it was before. What cannot be read is left to the system. */
    public static void keep(Calls calls, Runnable disconnect, Log log) {
        Runnable restore = null;
        try {
            if (calls.isFrozen()) {
                int rotation = calls.userRotation();
                restore = () -> calls.freeze(rotation);
            } else {
                restore = calls::thaw;
            }
        } catch (RuntimeException unknown) {
            log.note("the rotation lock cannot be read", unknown);
        }
        try {
            disconnect.run();
        } finally {
            restore(restore, log);
        }
    }

    private static void restore(Runnable restore, Log log) {
        try {
            if (restore != null) {
                restore.run();
            }
        } catch (RuntimeException refused) {
            log.note("the rotation lock cannot be set", refused);
        }
    }
}
