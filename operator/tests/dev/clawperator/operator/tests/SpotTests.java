package dev.clawperator.operator.tests;

import dev.clawperator.operator.protocol.Act;
import dev.clawperator.operator.protocol.Finger;
import dev.clawperator.operator.protocol.Kind;
import dev.clawperator.operator.protocol.Request;
import dev.clawperator.operator.protocol.Spot;
import dev.clawperator.operator.protocol.State;
import dev.clawperator.operator.protocol.Tree;
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
