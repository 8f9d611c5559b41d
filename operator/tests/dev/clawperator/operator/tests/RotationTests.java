package dev.clawperator.operator.tests;

import dev.clawperator.operator.session.RotationLock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The rotation lock over a disconnect, which restores what the system found at the connect. */
final class RotationTests {
    private RotationTests() {}

    /** A window service, with the lock that it found at the connect. */
    private static final class Windows implements RotationLock.Calls {
        boolean frozen;
        int rotation;
        boolean lacksReading;
        boolean lacksSetting;
        final List<String> set = new ArrayList<>();

        @Override
        public boolean isFrozen() {
            if (lacksReading) {
                throw new IllegalStateException("missing");
            }
            return frozen;
        }

        @Override
        public int rotation() {
            return rotation;
        }

        @Override
        public void freeze(int to) {
            set("freeze " + to);
            frozen = true;
            rotation = to;
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
        suite.add("one that was taken off meanwhile stays off", () -> off(suite));
        suite.add("a phone without the calls disconnects all the same", () -> missing(suite));
        suite.add("a disconnect that fails leaves the lock as it was", () -> fails(suite));
    }

    private static void set(Suite suite) {
        Windows windows = new Windows();
        windows.frozen = true;
        windows.rotation = 3;
        RotationLock.keep(windows, () -> windows.frozen = false, (what, failed) -> suite.that(false, what));
        suite.that(windows.frozen && windows.rotation == 3, "it is as it was");
        suite.equal(windows.set, Arrays.asList("freeze 3"), "how");
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
        windows.rotation = 1;
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
