package dev.clawperator.operator.tests;

import dev.clawperator.operator.protocol.Kind;

/** What nobody uses ends by itself. */
final class UnusedTests {
    private static final int STREAM_MS = 120_000;
    private static final int PROGRAM_MS = 600_000;
    /** Less than the 30 seconds after which a writer that was not heard of again is given up. */
    private static final int STEP_MS = 5_000;
    private static final int DONE = 0;

    private UnusedTests() {}

    static void add(Suite suite) {
        suite.add("a stream on which nothing is asked is closed", () -> stream(suite));
        suite.add("a stream that waits for an answer is not", () -> waiting(suite));
        suite.add("the program ends after ten minutes without a stream", () -> program(suite));
        suite.add("the program stays while it has a stream", () -> used(suite));
    }

    private static void stream(Suite suite) throws Exception {
        try (Bench bench = new Bench()) {
            Client asking = bench.connect();
            Client silent = bench.connect();
            pass(asking, bench, STREAM_MS + STEP_MS);
            suite.eventually(silent::isClosed, "one that is not used is closed");
            suite.equal(asking.ask(Bench.state()).kind(), Kind.STATED, "one that is used is not");
            suite.equal(bench.connect().ask(Bench.state()).kind(), Kind.STATED, "the launch is the same");
        }
    }

    private static void waiting(Suite suite) throws Exception {
        try (Bench bench = new Bench()) {
            Client asking = bench.connect();
            Client client = bench.holder("waiting");
            long first = client.act(1, STREAM_MS, ActTests.swipe(100_000));
            long second = client.act(2, STREAM_MS, ActTests.swipe(100_000));
            suite.eventually(() -> bench.phone.done.size() == 1, "the first is under way");
            pass(asking, bench, 100_000);
            suite.equal(client.answer(first).outcome(), DONE, "the first");
            suite.eventually(() -> bench.phone.done.size() == 2, "the second is under way");
            pass(asking, bench, 100_000);
            suite.equal(client.answer(second).outcome(), DONE, "the second");
        }
    }

    private static void program(Suite suite) throws Exception {
        try (Bench bench = new Bench()) {
            bench.connect().close();
            bench.clock.advance(PROGRAM_MS / 2);
            bench.connect().close();
            bench.clock.advance(PROGRAM_MS / 2 + 1);
            bench.connect().close();
            suite.that(bench.isServing(), "it stays");
            suite.eventually(
                    () -> {
                        bench.clock.advance(PROGRAM_MS / 10);
                        return !bench.isServing();
                    },
                    "it ends");
        }
    }

    private static void used(Suite suite) throws Exception {
        try (Bench bench = new Bench()) {
            pass(bench.connect(), bench, 2 * PROGRAM_MS);
            suite.that(bench.isServing(), "it stays");
        }
    }

    /** Time passes in steps, between which something is asked. */
    private static void pass(Client asking, Bench bench, int ms) throws Exception {
        for (int passed = 0; passed < ms; passed += STEP_MS) {
            bench.clock.advance(STEP_MS);
            asking.ask(Bench.state());
        }
    }
}
