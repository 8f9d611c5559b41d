package dev.clawperator.operator.tests;

import dev.clawperator.operator.protocol.Kind;
import dev.clawperator.operator.protocol.Request;
import dev.clawperator.operator.protocol.Tree;
import dev.clawperator.operator.protocol.Window;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/** When a screen is at rest, whole, or unchanged. */
final class LookTests {
    private LookTests() {}

    static void add(Suite suite) {
        suite.add("the first look after a connect is repeated until two agree", () -> settles(suite));
        suite.add("it is not repeated for more than a second", () -> settlesAtMost(suite));
        suite.add("a connect in the middle of a look is settled too", () -> connectsAgain(suite));
        suite.add("unchanged is said when all is equal, and only then", () -> unchanged(suite));
        suite.add("rest comes when nothing stirs and two trees are equal", () -> rest(suite));
        suite.add("rest does not come while trees differ", () -> restless(suite));
        suite.add("rest does not come while events come", () -> noisy(suite));
        suite.add("rest that takes all of the time leaves some for reading", () -> timeToRead(suite));
        suite.add("rest that did not come is never called unchanged", () -> notUnchanged(suite));
        suite.add("an incomplete window is read again, and not for ever", () -> incomplete(suite));
        suite.add("a look whose time is over says so", () -> late(suite));
        suite.add("a tree that was read as the time ended is told", () -> readInTime(suite));
        suite.add("numbers grow over all streams", () -> numbers(suite));
    }

    private static Request.Look rest(long have, int rest, int wait) {
        return new Request.Look(have, rest, wait, 60_000, 0, false);
    }

    private static void settles(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            bench.phone.screen = read -> FakePhone.text(read < 3 ? "making " + read : "made");
            Client client = bench.connect();
            suite.equal(client.ask(Bench.look()).tree().nodes.get(0).text, "made", "the first look");
            int reads = bench.phone.reads;
            client.ask(Bench.look());
            suite.equal(bench.phone.reads, reads + 1, "readings of the second look");
            bench.phone.connection = 2;
            client.ask(Bench.look());
            suite.equal(bench.phone.reads, reads + 4, "readings after another connect");
        }
    }

    private static void settlesAtMost(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            bench.phone.screen = read -> FakePhone.text("frame " + read);
            Client client = bench.connect();
            long start = bench.clock.now();
            suite.equal(client.ask(Bench.look()).kind(), Kind.TREE, "the answer");
            long took = bench.clock.now() - start;
            suite.that(took >= 900 && took < 20_000, "it took " + took + " ms");
        }
    }

    private static void connectsAgain(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            Client client = bench.connect();
            client.ask(Bench.look());
            int from = bench.phone.reads;
            bench.phone.screen = read -> {
                // As the eye does for a web view that tells of nothing.
                bench.phone.connection = read >= from ? 2 : 1;
                return read < from + 4 ? FakePhone.incomplete("web " + read) : FakePhone.text("page");
            };
            suite.equal(client.ask(Bench.look()).tree().nodes.get(0).text, "page", "what is told in the end");
        }
    }

    private static void unchanged(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            Client client = bench.connect();
            long number = client.ask(Bench.look()).tree().number;
            Client.Frame second = client.ask(new Request.Look(number, 0, 0, 60_000, 0, false));
            suite.equal(second.kind(), Kind.UNCHANGED, "the same screen");
            suite.equal(second.body().getLong(second.body().limit() - 16), number, "its number");
            suite.equal(client.ask(new Request.Look(number + 5, 0, 0, 60_000, 0, false)).kind(), Kind.TREE, "unknown number");
            bench.phone.screen = read -> FakePhone.text("other");
            suite.equal(client.ask(new Request.Look(number, 0, 0, 60_000, 0, false)).kind(), Kind.TREE, "another screen");
            bench.phone.screen = read -> {
                Window window = FakePhone.text("still");
                window.flags = Window.FOCUSED;
                return window;
            };
            suite.equal(client.ask(new Request.Look(number, 0, 0, 60_000, 0, false)).kind(), Kind.TREE, "another focus");
        }
    }

    private static void rest(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            Client client = bench.connect();
            client.ask(Bench.look());
            bench.phone.stir(1);
            long start = bench.clock.now();
            TreeReader tree = client.ask(rest(0, 300, 5_000)).tree();
            suite.equal(tree.rest, Tree.REST_CAME, "rest");
            suite.that(bench.clock.now() - start >= 295, "it waited");
            suite.equal(client.ask(rest(tree.number, 100, 5_000)).kind(), Kind.UNCHANGED, "rested and equal");
            suite.equal(client.ask(Bench.look()).tree().rest, Tree.REST_NOT_ASKED, "a look without");
        }
    }

    private static void restless(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            bench.phone.screen = read -> FakePhone.text("frame " + read);
            Client client = bench.connect();
            client.ask(Bench.look());
            suite.equal(client.ask(rest(0, 50, 1_000)).tree().rest, Tree.REST_DID_NOT_COME, "it moves on");
            int from = bench.phone.reads;
            bench.phone.screen = read -> FakePhone.text(read < from + 6 ? "frame " + read : "there");
            TreeReader tree = client.ask(rest(0, 50, 5_000)).tree();
            suite.equal(tree.rest, Tree.REST_CAME, "it came to rest");
            suite.equal(tree.nodes.get(0).text, "there", "the tree is the last");
        }
    }

    private static void noisy(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            Client client = bench.connect();
            client.ask(Bench.look());
            // Only the noise moves the time, so that no pause of this machine is quiet.
            bench.clock.stop();
            bench.phone.stir(1);
            AtomicBoolean answered = new AtomicBoolean();
            Thread noise = new Thread(() -> {
                while (!answered.get()) {
                    bench.clock.advance(5);
                    bench.phone.stir(1);
                    LockSupport.parkNanos(1_000_000);
                }
            });
            noise.start();
            TreeReader tree = client.ask(rest(0, 200, 2_000)).tree();
            suite.equal(tree.rest, Tree.REST_DID_NOT_COME, "rest");
            answered.set(true);
            noise.join();
            bench.clock.goOn();
            suite.equal(client.ask(rest(0, 200, 2_000)).tree().rest, Tree.REST_CAME, "afterwards it comes");
        }
    }

    private static void timeToRead(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            Client client = bench.connect();
            client.ask(Bench.look());
            bench.phone.stir(1);
            Client.Frame answer = client.ask(new Request.Look(0, 50_000, 60_000, 2_000, 0, false));
            suite.equal(answer.tree().rest, Tree.REST_DID_NOT_COME, "rest");
            suite.that(bench.phone.leftForReading >= 0, bench.phone.leftForReading + " ms were left");
        }
    }

    private static void notUnchanged(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            Client client = bench.connect();
            long number = client.ask(Bench.look()).tree().number;
            bench.phone.stir(1);
            Client.Frame answer = client.ask(rest(number, 60_000, 100));
            suite.equal(answer.tree().rest, Tree.REST_DID_NOT_COME, "the same screen without rest");
        }
    }

    private static void incomplete(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            Client client = bench.connect();
            client.ask(Bench.look());
            int from = bench.phone.reads;
            bench.phone.screen = read -> read < from + 2 ? FakePhone.incomplete("part") : FakePhone.text("all");
            suite.equal(client.ask(Bench.look()).tree().contents, Arrays.asList(Window.WHOLE), "the third is whole");
            suite.equal(bench.phone.reads, from + 3, "readings");
            bench.phone.screen = read -> FakePhone.incomplete("part");
            suite.equal(client.ask(Bench.look()).tree().contents, Arrays.asList(Window.INCOMPLETE), "never whole");
            suite.equal(bench.phone.reads, from + 6, "readings");
        }
    }

    private static void late(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            Client client = bench.connect();
            client.ask(Bench.look());
            suite.equal(client.ask(new Request.Look(0, 0, 0, 0, 0, false)).errorCode(), "TIMED_OUT", "no time at all");
            bench.phone.readsWait = new CountDownLatch(1);
            int reads = bench.phone.reads;
            long first = client.send(Bench.look());
            suite.eventually(() -> bench.phone.reads > reads, "the first is being read");
            Client.Frame second = client.ask(new Request.Look(0, 0, 0, 200, 0, false));
            suite.equal(second.errorCode(), "TIMED_OUT", "the time is over while another reads");
            bench.phone.readsWait.countDown();
            suite.equal(client.answer(first).kind(), Kind.TREE, "the other");
        }
    }

    private static void readInTime(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            Client client = bench.connect();
            client.ask(Bench.look());
            for (long connection = 1; connection <= 2; connection++) {
                long now = connection;
                bench.phone.screen = read -> {
                    // The second time the eye also connects anew, which cannot be settled any more.
                    bench.phone.connection = now;
                    bench.clock.advance(10_000);
                    return FakePhone.text("slow");
                };
                Client.Frame answer = client.ask(new Request.Look(0, 0, 0, 5_000, 0, false));
                suite.equal(answer.tree().nodes.get(0).text, "slow", "connection " + now);
            }
        }
    }

    private static void numbers(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            long last = 0;
            Client one = bench.connect();
            Client two = bench.connect();
            for (int look = 0; look < 50; look++) {
                long number = (look % 2 == 0 ? one : two).ask(Bench.look()).tree().number;
                suite.that(number > last, number + " after " + last);
                last = number;
            }
        }
    }
}
