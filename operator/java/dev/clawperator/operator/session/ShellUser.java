package dev.clawperator.operator.session;

/** Becoming the shell user where the program was started as root: the clipboard takes root for nobody that it knows. */
public final class ShellUser {
    public static final int SHELL = 2000;
    public static final int ROOT = 0;

    private ShellUser() {}

    /** The calls for it. What the system refuses throws. */
    public interface Calls {
        int user();

        void setGroup(int group) throws Exception;

        void setUser(int user) throws Exception;

        /** Begins the program anew in the same process, with the same arguments. It returns only by throwing. */
        void startOver() throws Exception;
    }

    /**
     * Gives root up, if it is that, and begins anew: what the runtime has opened by now, its connection to the system
     * above all, stays root's. Where the system does not let it, it stays what it is.
     */
    public static void become(Calls calls, Log log) {
        if (calls.user() != ROOT) {
            return;
        }
        try {
            // Whoever is not root any more cannot choose a group.
            calls.setGroup(SHELL);
            calls.setUser(SHELL);
            calls.startOver();
        } catch (Exception refused) {
            log.note("it goes on as it is", refused);
        }
    }

    /** Whether the program may run as this user. */
    public static boolean isAllowed(int user) {
        return user == SHELL || user == ROOT;
    }
}
