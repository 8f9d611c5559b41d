package dev.clawperator.operator.tests;

import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;

/** Runs cases one after another, prints each, and counts what was checked. */
final class Suite {
    private static final long PATIENCE_NS = 20_000_000_000L;

    private final String only;
    private int cases;
    private int checks;
    private int failures;

    /** One thing that must hold. */
    interface Case {
        void run() throws Exception;
    }

    /** What another thread brings about. */
    interface Condition {
        boolean holds() throws Exception;
    }

    Suite(String only) {
        this.only = only;
    }

    void add(String name, Case body) {
        if (only != null && !name.contains(only)) {
            return;
        }
        cases++;
        long start = System.nanoTime();
        try {
            body.run();
            System.out.println("ok    " + name + " (" + (System.nanoTime() - start) / 1_000_000 + " ms)");
        } catch (Exception | AssertionError failed) {
            failures++;
            System.out.println("FAIL  " + name);
            failed.printStackTrace(System.out);
        }
    }

    void that(boolean holds, String what) {
        checks++;
        if (!holds) {
            throw new AssertionError(what);
        }
    }

    void equal(Object found, Object wanted, String what) {
        that(found == null ? wanted == null : found.equals(wanted), what + ": " + found + ", not " + wanted);
    }

    void bytes(byte[] found, byte[] wanted, String what) {
        that(Arrays.equals(found, wanted), what + ": " + Hex.of(found) + ", not " + Hex.of(wanted));
    }

    /** Waits for what another thread does. */
    void eventually(Condition condition, String what) throws Exception {
        long until = System.nanoTime() + PATIENCE_NS;
        boolean held = condition.holds();
        while (!held && System.nanoTime() < until) {
            LockSupport.parkNanos(200_000);
            held = condition.holds();
        }
        that(held, what);
    }

    /** Prints the sum, and returns the status of the process. */
    int finish() {
        System.out.println(cases + " cases, " + checks + " checks, " + failures + " failures");
        return failures == 0 && cases > 0 ? 0 : 1;
    }
}
