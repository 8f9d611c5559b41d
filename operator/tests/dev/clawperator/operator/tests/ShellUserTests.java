package dev.clawperator.operator.tests;

import dev.clawperator.operator.session.ShellUser;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Whom the program runs as. */
final class ShellUserTests {
    private ShellUserTests() {}

    /** A system, and the user of the program. */
    private static final class System implements ShellUser.Calls {
        int user;
        String refuses = "";
        final List<String> done = new ArrayList<>();

        System(int user) {
            this.user = user;
        }

        @Override
        public int user() {
            return user;
        }

        @Override
        public void setGroup(int group) throws Exception {
            say("group " + group);
        }

        @Override
        public void setUser(int to) throws Exception {
            say("user " + to);
            user = to;
        }

        @Override
        public void startOver() throws Exception {
            say("anew");
        }

        private void say(String what) throws Exception {
            if (what.startsWith(refuses) && !refuses.isEmpty()) {
                throw new Exception("EPERM");
            }
            done.add(what);
        }
    }

    static void add(Suite suite) {
        suite.add("root becomes the shell user, its group first", () -> becomes(suite));
        suite.add("where the system does not let it, it stays root", () -> stays(suite));
        suite.add("what cannot begin anew goes on", () -> goesOn(suite));
        suite.add("nobody else changes", () -> others(suite));
    }

    private static void becomes(Suite suite) {
        System system = new System(0);
        ShellUser.become(system, (what, refused) -> suite.that(false, what));
        suite.equal(system.user, 2000, "the user");
        suite.equal(system.done, Arrays.asList("group 2000", "user 2000", "anew"), "in this order");
    }

    private static void stays(Suite suite) {
        for (String refuses : new String[] {"group", "user"}) {
            List<String> notes = new ArrayList<>();
            System system = new System(0);
            system.refuses = refuses;
            ShellUser.become(system, (what, refused) -> notes.add(what));
            suite.equal(system.user, 0, "it is root");
            suite.that(ShellUser.isAllowed(system.user), "and may run");
            suite.equal(notes.size(), 1, "it is noted");
        }
    }

    private static void goesOn(Suite suite) {
        List<String> notes = new ArrayList<>();
        System system = new System(0);
        system.refuses = "anew";
        ShellUser.become(system, (what, refused) -> notes.add(what));
        suite.equal(system.user, 2000, "the user");
        suite.equal(notes.size(), 1, "it is noted");
    }

    private static void others(Suite suite) {
        for (int user : new int[] {2000, 10_123}) {
            System system = new System(user);
            ShellUser.become(system, (what, refused) -> suite.that(false, what));
            suite.that(system.done.isEmpty(), "nothing is done");
        }
        suite.that(!ShellUser.isAllowed(10_123), "an app may not run it");
    }
}
