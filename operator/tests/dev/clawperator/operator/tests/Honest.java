package dev.clawperator.operator.tests;

import dev.clawperator.operator.protocol.Kind;
import dev.clawperator.operator.protocol.Request;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A driver that measures how long it waits: for a look on a stream that is open, and for the first answer on a new one. */
final class Honest {
    private static final int LOOKS_OF_A_STREAM = 10;

    private final Bench bench;
    private final Client open;
    private int looks;
    private int again;

    /** How long it waited, in nanoseconds. */
    static final class Waits {
        final List<Long> looks = new ArrayList<>();
        final List<Long> greetings = new ArrayList<>();
    }

    Honest(Bench bench) throws Exception {
        this.bench = bench;
        open = bench.holder("honest");
    }

    /** Looks, and greets now and then, until the time is over. */
    void work(long untilNs, Waits waits) throws Exception {
        while (System.nanoTime() < untilNs) {
            for (int look = 0; look < LOOKS_OF_A_STREAM; look++) {
                long start = System.nanoTime();
                open.ask(Bench.look()).tree();
                waits.looks.add(System.nanoTime() - start);
                looks++;
            }
            long start = System.nanoTime();
            greet();
            waits.greetings.add(System.nanoTime() - start);
        }
    }

    int looks() {
        return looks;
    }

    /** How many greetings had to begin again, because others took the places. */
    int again() {
        return again;
    }

    boolean isHolder() throws Exception {
        return open.ask(new Request.Hold("honest", false)).isMine();
    }

    private void greet() throws Exception {
        while (true) {
            Client fresh = new Client(bench.streams.connect(Attacker.SHELL));
            try {
                if (fresh.greet(Bench.BUILD, bench.identity.secret()) && fresh.ask(Bench.state()).kind() == Kind.STATED) {
                    return;
                }
            } catch (IOException closed) {
                // Somebody else took its place.
            } finally {
                fresh.close();
            }
            again++;
        }
    }
}
