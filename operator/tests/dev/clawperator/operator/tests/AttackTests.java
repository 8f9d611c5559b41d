package dev.clawperator.operator.tests;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Somebody attacks while an honest driver works: what the attacker learns, and how long the driver waits. A long run:
 * `OPERATOR_ATTACKS=100000 operator/test attack`.
 */
final class AttackTests {
    private static final int STREAMS = 4_000;
    private static final int CROWD = 1_000;
    private static final int ROUNDS = 2;
    private static final int THREADS = 1;
    private static final int SLOW = 8;
    private static final long WARM_NS = 1_000_000_000;
    private static final long QUIET_NS = 500_000_000;
    private static final long BIT_NS = 10_000_000;
    private static final int NODES = 300;
    /** What the machine does besides is in it; the figure itself is for a run by hand. */
    private static final double LOOSE_MS = 500;

    private AttackTests() {}

    static void add(Suite suite) {
        suite.add("an attack by an app is not heard, and delays nobody", () -> attack(suite, true));
        suite.add("an attack through adb is told nothing without the secret", () -> attack(suite, false));
    }

    /** How much there is of what is tried by chance. */
    static int size(int usual) {
        String wanted = System.getenv("OPERATOR_ATTACKS");
        return wanted == null ? usual : Integer.parseInt(wanted);
    }

    private static void attack(Suite suite, boolean byStrangers) throws Exception {
        int streams = size(STREAMS);
        // A long run is for a figure, so what is compared is measured for longer too.
        int rounds = streams > STREAMS ? 5 * ROUNDS : ROUNDS;
        try (Bench bench = Bench.running()) {
            bench.phone.screen = read -> TreeTests.window(TreeTests.nodes(NODES));
            Judge judge = new Judge(Bench.BUILD, bench.identity.secret());
            Attacker attacker = new Attacker(bench, judge);
            int done = bench.phone.done.size();
            int reads = bench.phone.reads;
            Honest honest = new Honest(bench);
            honest.work(System.nanoTime() + WARM_NS, new Honest.Waits());
            Honest.Waits alone = new Honest.Waits();
            Honest.Waits beside = new Honest.Waits();
            Honest.Waits attacked = new Honest.Waits();
            for (int round = 0; round < rounds; round++) {
                honest.work(System.nanoTime() + QUIET_NS, alone);
                Busy busy = new Busy();
                honest.work(System.nanoTime() + QUIET_NS, beside);
                busy.end();
                Storm storm = new Storm(attacker, streams / rounds, byStrangers, round);
                while (storm.isOn()) {
                    honest.work(System.nanoTime() + BIT_NS, attacked);
                }
                suite.equal(storm.failures.toString(), "[]", "the attackers");
            }
            suite.equal(judge.wrong().toString(), "[]", "what they were told");
            suite.that(judge.streams.get() >= streams, judge.streams + " streams");
            suite.equal(judge.hellos.get() > 0, !byStrangers, judge.hellos + " greetings were answered");
            suite.that(honest.isHolder(), "the honest one has the phone");
            suite.equal(bench.phone.done.size(), done, "nothing was done");
            suite.equal(bench.phone.reads, reads + honest.looks(), "nobody else looked");
            suite.equal(bench.notes.toString(), "[]", "nothing went wrong inside");
            System.out.printf("      %d streams, %d greetings answered, %d of the honest one begun again%n",
                    judge.streams.get(), judge.hellos.get(), honest.again());
            compare(suite, "looks", alone.looks, beside.looks, attacked.looks);
            compare(suite, "greetings", alone.greetings, beside.greetings, attacked.greetings);
        }
    }

    /** Everything at once, until each thread has had its number of streams. */
    private static final class Storm {
        final List<String> failures = Collections.synchronizedList(new ArrayList<>());
        private final AtomicInteger under = new AtomicInteger();

        Storm(Attacker attacker, int streams, boolean byStrangers, int seed) {
            for (int place = 0; place < THREADS; place++) {
                Random random = new Random(seed * THREADS + place);
                int crowd = CROWD / THREADS;
                start(() -> {
                    // Apart from what is to be answered: the crowd takes all places of those who greet.
                    attacker.crowd(random, crowd, byStrangers);
                    for (int stream = 0; stream < streams / THREADS; stream++) {
                        attacker.attack(random, byStrangers ? Attacker.stranger(random) : Attacker.SHELL);
                    }
                });
            }
            for (int place = 0; place < SLOW; place++) {
                start(() -> attacker.slowly(byStrangers ? 10_123 : Attacker.SHELL));
            }
        }

        boolean isOn() {
            return under.get() > 0;
        }

        /** What one thread of it does. */
        private interface Part {
            void run() throws IOException;
        }

        private void start(Part part) {
            under.incrementAndGet();
            Thread thread = new Thread(() -> {
                try {
                    part.run();
                } catch (IOException | RuntimeException failed) {
                    failures.add(String.valueOf(failed));
                } finally {
                    under.decrementAndGet();
                }
            });
            thread.setDaemon(true);
            thread.start();
        }
    }

    /** A program that computes as much as the attackers do, and attacks nobody. */
    private static final class Busy {
        private volatile boolean over;

        Busy() {
            for (int place = 0; place < THREADS; place++) {
                Thread thread = new Thread(this::compute);
                thread.setDaemon(true);
                thread.start();
            }
        }

        private void compute() {
            Random random = new Random(1);
            byte[] bytes = new byte[4_096];
            while (!over) {
                random.nextBytes(bytes);
            }
        }

        void end() {
            over = true;
        }
    }

    private static void compare(Suite suite, String what, List<Long> alone, List<Long> beside, List<Long> attacked) {
        double before = percentile(alone, 0.99);
        double busy = percentile(beside, 0.99);
        double after = percentile(attacked, 0.99);
        System.out.printf("      %s, p99: alone %.2f ms of %d; beside a program that computes %.2f ms of %d; attacked"
                + " %.2f ms of %d: %.2f and %.2f times as long%n", what, before, alone.size(), busy, beside.size(), after,
                attacked.size(), after / before, after / busy);
        suite.that(after < Math.max(LOOSE_MS, 10 * before), what + " took " + after + " ms under attack");
    }

    private static double percentile(List<Long> times, double part) {
        List<Long> sorted = new ArrayList<>(times);
        sorted.sort(null);
        return sorted.get((int) Math.min(sorted.size() - 1, sorted.size() * part)) / 1e6;
    }
}
