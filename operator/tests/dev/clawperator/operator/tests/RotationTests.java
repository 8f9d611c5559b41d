package dev.clawperator.operator.tests;

import dev.clawperator.operator.session.Asked;
import dev.clawperator.operator.session.RotationLock;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The rotation lock over a disconnect, which restores what the system found at the connect. */
final class RotationTests {
    private RotationTests() {}

    /** A window service, with the lock that it found at the connect. */
    private static final class Windows implements RotationLock.Calls {
        boolean frozen;
        /** To what it is locked. */
        int userRotation;
        /** As the display is turned, which the app in front may want otherwise. */
        int displayRotation;
        boolean lacksReading;
        boolean lacksSetting;
        boolean lacksRotation;
        final List<String> set = new ArrayList<>();

        @Override
        public boolean isFrozen() {
            if (lacksReading) {
                throw new IllegalStateException("missing");
            }
            return frozen;
        }

        @Override
        public int userRotation() {
            if (lacksRotation) {
                throw new IllegalStateException("nobody says");
            }
            return userRotation;
        }

        @Override
        public void freeze(int to) {
            set("freeze " + to);
            frozen = true;
            userRotation = to;
            displayRotation = to;
        }

        @Override
        public void thaw() {
            set("thaw");
            frozen = false;
        }

        private void set(String how) {
            if (lacksSetting) {
                throw new IllegalStateException("missing");
            }
            set.add(how);
        }
    }

    static void add(Suite suite) {
        suite.add("a rotation lock that was set meanwhile outlives the disconnect", () -> set(suite));
        suite.add("the lock is the user's, however an app has the display turned", () -> forced(suite));
        suite.add("one that nobody tells is left to the system", () -> untold(suite));
        suite.add("a program of the phone is asked, and has only so much time", () -> asked(suite));
        suite.add("one that was taken off meanwhile stays off", () -> off(suite));
        suite.add("a phone without the calls disconnects all the same", () -> missing(suite));
        suite.add("a disconnect that fails leaves the lock as it was", () -> fails(suite));
    }

    private static void set(Suite suite) {
        Windows windows = new Windows();
        windows.frozen = true;
        windows.userRotation = 3;
        RotationLock.keep(windows, () -> windows.frozen = false, (what, failed) -> suite.that(false, what));
        suite.that(windows.frozen && windows.userRotation == 3, "it is as it was");
        suite.equal(windows.set, Arrays.asList("freeze 3"), "how");
    }

    private static void forced(Suite suite) {
        Windows windows = new Windows();
        windows.frozen = true;
        windows.userRotation = 0;
        windows.displayRotation = 1;
        // The system locks it to what it found at the connect, as the display was turned then.
        RotationLock.keep(windows, () -> windows.userRotation = 1, (what, failed) -> suite.that(false, what));
        suite.equal(windows.userRotation, 0, "what the user has locked it to");
    }

    private static void untold(Suite suite) {
        Windows windows = new Windows();
        windows.frozen = true;
        windows.displayRotation = 1;
        windows.lacksRotation = true;
        List<String> notes = new ArrayList<>();
        RotationLock.keep(windows, () -> { }, (what, failed) -> notes.add(what));
        suite.equal(notes.size(), 1, "it was noted");
        suite.that(windows.set.isEmpty(), "and nothing was set");
    }

    private static void asked(Suite suite) throws Exception {
        suite.equal(Asked.line(20_000, "/bin/sh", "-c", "echo 3; echo more"), "3", "the first line");
        suite.equal(Asked.line(20_000, "/bin/sh", "-c", "true"), null, "none");
        // Whoever it has started keeps its output open.
        for (String[] command : new String[][] {
            {"/bin/sh", "-c", "sleep 60 & wait"}, {"/bin/sh", "-c", "sleep 60"}, {"/nowhere/settings"}
        }) {
            long start = System.nanoTime();
            try {
                Asked.line(100, command);
                suite.that(false, String.join(" ", command));
            } catch (IOException unanswered) {
                suite.that(System.nanoTime() - start < 10_000_000_000L, "it is not waited for");
            }
        }
    }

    private static void off(Suite suite) {
        Windows windows = new Windows();
        RotationLock.keep(windows, () -> windows.frozen = true, (what, failed) -> suite.that(false, what));
        suite.that(!windows.frozen, "it is off");
        suite.equal(windows.set, Arrays.asList("thaw"), "how");
    }

    private static void missing(Suite suite) {
        List<String> notes = new ArrayList<>();
        Windows blind = new Windows();
        blind.lacksReading = true;
        boolean[] done = new boolean[2];
        RotationLock.keep(blind, () -> done[0] = true, (what, failed) -> notes.add(what));
        Windows mute = new Windows();
        mute.lacksSetting = true;
        RotationLock.keep(mute, () -> done[1] = true, (what, failed) -> notes.add(what));
        suite.that(done[0] && done[1], "both have disconnected");
        suite.equal(notes.size(), 2, "and it was noted");
        suite.that(blind.set.isEmpty(), "what was not read is not set");
    }

    private static void fails(Suite suite) {
        Windows windows = new Windows();
        windows.frozen = true;
        windows.userRotation = 1;
        try {
            RotationLock.keep(windows, () -> {
                windows.frozen = false;
                throw new IllegalStateException("not connected");
            }, (what, failed) -> suite.that(false, what));
            suite.that(false, "it fails");
        } catch (IllegalStateException failed) {
            suite.that(windows.frozen, "the lock is as it was");
        }
    }
}
