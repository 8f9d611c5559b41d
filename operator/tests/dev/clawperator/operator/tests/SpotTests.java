package dev.clawperator.operator.tests;

import dev.clawperator.operator.protocol.Act;
import dev.clawperator.operator.protocol.Finger;
import dev.clawperator.operator.protocol.Kind;
import dev.clawperator.operator.protocol.Request;
import dev.clawperator.operator.protocol.Spot;
import dev.clawperator.operator.protocol.State;
import dev.clawperator.operator.protocol.Tree;
import dev.clawperator.operator.protocol.Window;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** A touch of what was judged, and of nothing else. */
final class SpotTests {
    private static final int DONE = 0;
    private static final int NOT_BEGUN = 1;

    private SpotTests() {}

    static void add(Suite suite) {
        suite.add("a touch is done where the same lies there", () -> met(suite));
        suite.add("nothing is touched where something else lies there", () -> notMet(suite));
        suite.add("a glance does not mind what is said", () -> glance(suite));
        suite.add("each spot counts", () -> each(suite));
        suite.add("a touch is kept from a screen that cannot be read", () -> unread(suite));
        suite.add("a window that comes over it while it is read is seen", () -> covered(suite));
        suite.add("a window that comes elsewhere keeps nothing", () -> coveredElsewhere(suite));
        suite.add("one that comes and goes has it read again", () -> coveredForAWhile(suite));
        suite.add("what took long to read counts only if nothing stirred", () -> old(suite));
        suite.add("what stirs faster than it is read is not touched", () -> restless(suite));
        suite.add("a cancel keeps a touch that is still looked after", () -> cancelled(suite));
        suite.add("an act takes the phone where nobody has it", () -> takes(suite));
        suite.add("a look behind an act shows what came of it", () -> behind(suite));
        suite.add("a look behind an act that does not end is late", () -> tooLate(suite));
    }

    /** A tap on what shows this text. */
    private static Act tap(String text, boolean isClose, int... more) {
        Tree tree = new Tree(new State(), Collections.singletonList(FakePhone.text(text)));
        List<Spot> spots = new ArrayList<>();
        spots.add(Spot.of(tree, 50, 50, isClose));
        for (int other : more) {
            spots.add(Spot.of(tree, other, other, isClose));
        }
        return new Act.Touch(Arrays.asList(Finger.at(50, 50, 0)), spots);
    }

    private static void met(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            Client client = bench.holder("run");
            suite.equal(client.answer(client.act(1, 60_000, tap("still", true))).outcome(), DONE, "the same");
            suite.equal(bench.phone.done, Arrays.asList("Touch"), "what was done");
        }
    }

    private static void notMet(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            Client client = bench.holder("run");
            Client.Frame answer = client.answer(client.act(1, 60_000, tap("Buy", true)));
            suite.equal(answer.outcome(), NOT_BEGUN, "something else");
            suite.equal(answer.actCode(), "NOT_THERE", "and why");
            suite.equal(client.ask(new Request.OutcomeOf(1)).outcome(), NOT_BEGUN, "asked again");
            suite.equal(bench.phone.done.size(), 0, "what was done");
        }
    }

    private static void glance(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            Client client = bench.holder("run");
            suite.equal(client.answer(client.act(1, 60_000, tap("Buy", false))).outcome(), DONE, "another text");
            suite.equal(bench.phone.done.size(), 1, "what was done");
        }
    }

    private static void each(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            Client client = bench.holder("run");
            suite.equal(client.answer(client.act(1, 60_000, tap("still", true, 10, 99))).outcome(), DONE, "all are met");
            bench.phone.screen = read -> FakePhone.small("still", 80);
            Client.Frame second = client.answer(client.act(2, 60_000, tap("still", true, 10, 99)));
            suite.equal(second.outcome(), NOT_BEGUN, "the last is not");
            suite.equal(bench.phone.done.size(), 1, "what was done");
        }
    }

    private static void unread(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            Client client = bench.holder("run");
            bench.phone.screen = read -> FakePhone.incomplete("still");
            Client.Frame answer = client.answer(client.act(1, 60_000, tap("still", true)));
            suite.equal(answer.outcome(), NOT_BEGUN, "half a screen");
            suite.equal(bench.phone.done.size(), 0, "what was done");
        }
    }

    private static Window overlay(int left) {
        Window overlay = FakePhone.text("Allow?");
        overlay.id = 9;
        overlay.kind = 4;
        overlay.layer = 9;
        overlay.left = left;
        return overlay;
    }

    private static void covered(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            Client client = bench.holder("run");
            bench.phone.whileReading = read -> bench.phone.overlay = () -> overlay(0);
            int before = bench.phone.reads;
            Client.Frame answer = client.answer(client.act(1, 60_000, tap("still", true)));
            suite.equal(answer.outcome(), NOT_BEGUN, "it lies below another window");
            suite.equal(answer.actCode(), "NOT_THERE", "and why");
            suite.equal(bench.phone.reads - before, 2, "how often it was read");
            suite.equal(bench.phone.done.size(), 0, "what was done");
        }
    }

    private static void coveredElsewhere(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            Client client = bench.holder("run");
            bench.phone.whileReading = read -> bench.phone.overlay = () -> overlay(51);
            int before = bench.phone.reads;
            suite.equal(client.answer(client.act(1, 60_000, tap("still", true))).outcome(), DONE, "beside the point");
            suite.equal(bench.phone.reads - before, 1, "how often it was read");
        }
    }

    private static void coveredForAWhile(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            Client client = bench.holder("run");
            int before = bench.phone.reads;
            bench.phone.whileReading = read -> bench.phone.overlay = () -> read == before ? overlay(0) : null;
            bench.phone.screen = read -> {
                bench.phone.overlay = () -> null;
                return FakePhone.text("still");
            };
            suite.equal(client.answer(client.act(1, 60_000, tap("still", true))).outcome(), DONE, "it is gone");
            suite.equal(bench.phone.reads - before, 2, "how often it was read");
        }
    }

    private static void old(Suite suite) throws Exception {
        try (Bench bench = new Bench()) {
            Client client = bench.holder("run");
            int[] readings = new int[1];
            bench.phone.whileReading = read -> {
                bench.clock.advance(251);
                // The first reading is of a screen that goes on meanwhile.
                if (readings[0]++ == 0) {
                    bench.phone.stir(1);
                    bench.clock.run();
                }
            };
            suite.equal(client.answer(client.act(1, 60_000, tap("still", true))).outcome(), DONE, "in the end");
            suite.equal(readings[0], 2, "how often it was read");
        }
    }

    private static void restless(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            Client client = bench.holder("run");
            bench.phone.whileReading = read -> {
                bench.clock.advance(251);
                bench.phone.stir(1);
            };
            Client.Frame answer = client.answer(client.act(1, 2_000, tap("still", true)));
            suite.equal(answer.outcome(), NOT_BEGUN, "it never rests");
            suite.equal(answer.actCode(), "TIMED_OUT", "and why");
            suite.equal(bench.phone.done.size(), 0, "what was done");
            bench.phone.whileReading = read -> bench.phone.stir(1);
            suite.equal(client.answer(client.act(2, 60_000, tap("still", true))).outcome(), DONE, "quickly read");
        }
    }

    private static void cancelled(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            Client client = bench.holder("run");
            bench.phone.readsWait = new CountDownLatch(1);
            int reads = bench.phone.reads;
            long act = client.act(1, 60_000, tap("still", true));
            suite.eventually(() -> bench.phone.reads > reads, "it is looked after");
            suite.equal((int) client.ask(new Request.Cancel(act)).body().get(0), 1, "in time");
            bench.phone.readsWait.countDown();
            suite.equal(client.answer(act).outcome(), NOT_BEGUN, "what became of it");
            suite.equal(bench.phone.done.size(), 0, "what was done");
        }
    }

    private static void takes(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            Client one = bench.connect();
            suite.equal(one.answer(one.act(1, 60_000, new Act.Wake())).errorCode(), "NOT_HELD", "without a name");
            suite.equal(one.answer(one.send(new Request.Do(2, 60_000, "one", new Act.Wake()))).outcome(), DONE, "with one");
            Client two = bench.connect();
            Client.Frame refused = two.answer(two.send(new Request.Do(3, 60_000, "two", new Act.Wake())));
            suite.equal(refused.errorCode(), "NOT_HELD", "while another has it");
            one.ask(new Request.Plain(Kind.LEAVE));
            suite.equal(two.answer(two.send(new Request.Do(4, 60_000, "two", new Act.Wake()))).outcome(), DONE, "then");
            suite.equal(two.ask(new Request.Hold("again", false)).holder(), "again", "who has it");
        }
    }

    private static void behind(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            Client client = bench.holder("run");
            client.ask(Bench.look());
            bench.phone.screen = read -> FakePhone.text(bench.phone.done.isEmpty() ? "before" : "after");
            bench.phone.actsWait = new CountDownLatch(1);
            long act = client.act(1, 60_000, new Act.Key(4, 0, 0));
            long look = client.send(new Request.Look(0, 0, 0, 60_000, 1, false));
            suite.eventually(() -> bench.phone.done.size() == 1, "the act is under way");
            int reads = bench.phone.reads;
            suite.equal(client.ask(Bench.state()).kind(), Kind.STATED, "others go on");
            suite.equal(bench.phone.reads, reads, "the look waits");
            bench.phone.actsWait.countDown();
            suite.equal(client.answer(act).outcome(), DONE, "the act");
            suite.equal(client.answer(look).tree().nodes.get(0).text, "after", "what it shows");
            suite.equal(client.ask(new Request.Look(0, 0, 0, 60_000, 77, false)).kind(), Kind.TREE, "no such act");
        }
    }

    private static void tooLate(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            Client client = bench.holder("run");
            bench.phone.actsWait = new CountDownLatch(1);
            client.act(1, 60_000, new Act.Key(4, 0, 0));
            suite.eventually(() -> bench.phone.done.size() == 1, "the act is under way");
            suite.equal(client.ask(new Request.Look(0, 0, 0, 300, 1, false)).errorCode(), "TIMED_OUT", "the look");
            long look = client.send(new Request.Look(0, 0, 0, 60_000, 1, false));
            suite.equal((int) client.ask(new Request.Cancel(look)).body().get(0), 1, "another is cancelled");
            suite.equal(client.answer(look).errorCode(), "CANCELLED", "and says so");
            bench.phone.actsWait.countDown();
        }
    }
}
