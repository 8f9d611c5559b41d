package dev.clawperator.operator.tests;

import dev.clawperator.operator.protocol.Act;
import dev.clawperator.operator.protocol.Answers;
import dev.clawperator.operator.protocol.Finger;
import dev.clawperator.operator.protocol.FrameHead;
import dev.clawperator.operator.protocol.Kind;
import dev.clawperator.operator.protocol.Outcome;
import dev.clawperator.operator.protocol.Request;
import dev.clawperator.operator.protocol.Way;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** What is done, once, and what is told of it. */
final class ActTests {
    private static final int DONE = 0;
    private static final int NOT_BEGUN = 1;
    private static final int IN_PART = 3;
    private static final int UNKNOWN = 4;
    private static final int UNDER_WAY = 5;
    private static final int NEVER_HEARD_OF = 6;

    private ActTests() {}

    static void add(Suite suite) {
        suite.add("acts are done one after another", () -> order(suite));
        suite.add("an act whose number was used before is not done again", () -> replay(suite));
        suite.add("the last 1,024 outcomes are kept", () -> kept(suite));
        suite.add("a number that was asked for is used up", () -> usedUp(suite));
        suite.add("a touch that is cancelled is cut short", () -> cancelRunning(suite));
        suite.add("cancelling again does not put the answer off", () -> cancelAgain(suite));
        suite.add("a way is told only where something was typed", () -> way(suite));
        suite.add("an act that waits is kept from being done by a cancel", () -> cancelWaiting(suite));
        suite.add("an act that has not begun in its time does not begin", () -> expires(suite));
        suite.add("a stream that closes cuts its touch short", () -> closes(suite));
        suite.add("the Operator ends when the fingers are up", () -> ends(suite));
        suite.add("an act that never comes back is unknown, and others are told", () -> stuck(suite));
        suite.add("an act that fails is unknown, and says nothing of what was typed", () -> fails(suite));
        suite.add("what was to be typed is not kept of acts that never ran", () -> textsGo(suite));
        suite.add("an act that would take for ever is refused", () -> tooLong(suite));
        suite.add("looks go on while an act is under way", () -> looksGoOn(suite));
    }

    static Act swipe(long ms) {
        return new Act.Touch(Collections.singletonList(Finger.along(0, 0, 0, 100, 100, ms)), Collections.emptyList());
    }

    private static void order(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            Client client = bench.holder("run");
            long swipe = client.act(1, 60_000, swipe(300));
            long key = client.act(2, 60_000, new Act.Key(4, 0, 0));
            suite.equal(client.next().head.id, swipe, "the first answer");
            suite.equal(client.next().head.id, key, "the second");
            suite.equal(bench.phone.done, Arrays.asList("Touch", "Key"), "what was done");
        }
    }

    private static void replay(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            Client client = bench.holder("run");
            bench.phone.actsWait = new CountDownLatch(1);
            long first = client.act(-9, 60_000, new Act.Key(4, 0, 0));
            suite.eventually(() -> bench.phone.done.size() == 1, "it is under way");
            long again = client.act(-9, 60_000, new Act.Key(4, 0, 0));
            suite.equal(client.answer(again).outcome(), UNDER_WAY, "the same number");
            bench.phone.actsWait.countDown();
            suite.equal(client.answer(first).outcome(), DONE, "the first");
            long third = client.act(-9, 60_000, new Act.Wake());
            suite.equal(client.answer(third).outcome(), DONE, "the same number afterwards");
            suite.equal(bench.phone.done.size(), 1, "how often it was done");
            client.close();
            Client next = bench.connect();
            suite.equal(next.ask(new Request.OutcomeOf(-9)).outcome(), DONE, "asked from another stream");
            suite.equal(next.ask(new Request.OutcomeOf(-8)).outcome(), NEVER_HEARD_OF, "one that never came");
        }
    }

    private static void kept(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            Client client = bench.holder("run");
            for (int act = 1; act <= 1_068; act++) {
                client.answer(client.act(act, 60_000, new Act.TryInput()));
            }
            suite.equal(client.ask(new Request.OutcomeOf(1_068)).outcome(), DONE, "the last");
            suite.equal(client.ask(new Request.OutcomeOf(45)).outcome(), DONE, "the oldest kept");
            suite.equal(client.ask(new Request.OutcomeOf(44)).outcome(), UNKNOWN, "the one before");
        }
    }

    private static void usedUp(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            Client client = bench.holder("run");
            suite.equal(client.ask(new Request.OutcomeOf(7)).outcome(), NEVER_HEARD_OF, "it never came");
            long late = client.act(7, 60_000, new Act.Wake());
            suite.equal(client.answer(late).outcome(), NOT_BEGUN, "it comes later");
            suite.equal(bench.phone.done.size(), 0, "how often it was done");
            suite.equal(client.ask(new Request.OutcomeOf(7)).outcome(), NOT_BEGUN, "asked again");
        }
    }

    private static void cancelRunning(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            Client client = bench.holder("run");
            long act = client.act(1, 60_000, swipe(100_000));
            suite.eventually(() -> bench.phone.done.size() == 1, "it is under way");
            suite.equal((int) client.ask(new Request.Cancel(act)).body().get(0), 0, "not all of it is kept");
            suite.equal(client.answer(act).outcome(), IN_PART, "what became of it");
            suite.equal(bench.phone.done, Arrays.asList("Touch", "ACTION_CANCEL"), "what was done");
        }
    }

    private static void cancelAgain(Suite suite) throws Exception {
        try (Bench bench = new Bench()) {
            Client client = bench.holder("run");
            bench.phone.actsWait = new CountDownLatch(1);
            long act = client.act(1, 60_000, new Act.Wake());
            suite.eventually(() -> bench.phone.done.size() == 1, "it is under way");
            client.ask(new Request.Cancel(act));
            bench.clock.advance(1_500);
            client.ask(new Request.Cancel(act));
            bench.clock.advance(500);
            suite.eventually(() -> outcome(client, 1) == UNKNOWN, "it is given up");
            suite.equal(client.answer(act).actCode(), "TIMED_OUT", "two seconds after the first");
            bench.phone.actsWait.countDown();
        }
    }

    private static void way(Suite suite) {
        for (Outcome outcome : Outcome.values()) {
            byte[] frame = Answers.acted(1, 7, outcome, Way.KEYS, "", "", 0);
            boolean isUsed = outcome == Outcome.DONE || outcome == Outcome.IN_PART;
            suite.equal((int) frame[FrameHead.BYTES + 9], isUsed ? 2 : 0, "the way of " + outcome);
        }
    }

    private static void cancelWaiting(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            Client client = bench.holder("run");
            bench.phone.actsWait = new CountDownLatch(1);
            long first = client.act(1, 60_000, new Act.Wake());
            long second = client.act(2, 60_000, new Act.Key(4, 0, 0));
            suite.eventually(() -> bench.phone.done.size() == 1, "the first is under way");
            suite.equal((int) client.ask(new Request.Cancel(second)).body().get(0), 1, "in time");
            Client.Frame answer = client.answer(second);
            suite.equal(answer.outcome(), NOT_BEGUN, "the second");
            suite.equal(answer.actCode(), "CANCELLED", "and why");
            bench.phone.actsWait.countDown();
            suite.equal(client.answer(first).outcome(), DONE, "the first");
            suite.equal(bench.phone.done, Arrays.asList("Wake"), "what was done");
        }
    }

    private static void expires(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            Client client = bench.holder("run");
            bench.phone.actsWait = new CountDownLatch(1);
            client.act(1, 60_000, new Act.Wake());
            long second = client.act(2, 100, new Act.Key(4, 0, 0));
            Client.Frame answer = client.answer(second);
            suite.equal(answer.outcome(), NOT_BEGUN, "the second");
            suite.equal(answer.actCode(), "TIMED_OUT", "and why");
            bench.phone.actsWait.countDown();
        }
    }

    private static void closes(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            Client client = bench.holder("run");
            client.act(1, 60_000, swipe(100_000));
            client.act(2, 60_000, new Act.Wake());
            suite.eventually(() -> bench.phone.done.size() == 1, "it is under way");
            client.close();
            suite.eventually(() -> bench.phone.done.contains("ACTION_CANCEL"), "it is cut short");
            Client next = bench.connect();
            suite.eventually(() -> next.ask(new Request.Hold("next", false)).isMine(), "the phone is free");
            suite.equal(next.answer(next.act(3, 60_000, new Act.Wake())).outcome(), DONE, "the next is done");
            suite.equal(next.ask(new Request.OutcomeOf(1)).outcome(), IN_PART, "the first");
            suite.equal(next.ask(new Request.OutcomeOf(2)).outcome(), NOT_BEGUN, "the second");
        }
    }

    private static void ends(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            Client client = bench.holder("run");
            client.act(1, 60_000, swipe(100_000));
            suite.eventually(() -> bench.phone.done.size() == 1, "it is under way");
            client.send(new Request.Plain(Kind.END));
            bench.waitForEnd();
            suite.equal(bench.phone.done, Arrays.asList("Touch", "ACTION_CANCEL"), "what was done");
        }
    }

    private static void stuck(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            Client client = bench.holder("run");
            bench.phone.actsWait = new CountDownLatch(1);
            long act = client.act(1, 60_000, new Act.Wake());
            Client.Frame answer = client.answer(act);
            suite.equal(answer.outcome(), UNKNOWN, "it never comes back");
            suite.equal(answer.actCode(), "TIMED_OUT", "and why");
            suite.equal(client.answer(client.act(2, 60_000, new Act.Wake())).errorCode(), "BUSY", "another");
            suite.equal(client.ask(new Request.OutcomeOf(2)).outcome(), NEVER_HEARD_OF, "which is not heard of");
            bench.phone.actsWait.countDown();
            suite.eventually(() -> outcome(client, 1) == IN_PART, "later it is known after all");
        }
    }

    private static int outcome(Client client, long act) {
        try {
            return client.ask(new Request.OutcomeOf(act)).outcome();
        } catch (Exception gone) {
            return -1;
        }
    }

    private static void fails(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            Client client = bench.holder("run");
            bench.phone.actsFail = true;
            Client.Frame answer = client.answer(client.act(1, 60_000, new Act.Text(Way.ANY, 0, 0, 0, "Grüße")));
            suite.equal(answer.outcome(), UNKNOWN, "what became of it");
            String all = new String(answer.all, "UTF-8") + bench.notes;
            suite.that(!all.contains("Grüße"), all);
            suite.that(!new Act.Text(Way.ANY, 0, 0, 0, "Grüße").toString().contains("Gr"), "an act is not printed");
        }
    }

    private static void textsGo(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            Client client = bench.holder("run");
            client.answer(client.act(1, 60_000, new Act.Text(Way.ANY, 0, 0, 4_000_000_000L, "too much")));
            bench.phone.actsWait = new CountDownLatch(1);
            client.act(2, 60_000, new Act.Wake());
            suite.eventually(() -> bench.phone.done.size() == 1, "it is under way");
            client.answer(client.act(3, 50, new Act.Text(Way.ANY, 0, 0, 0, "too late")));
            long cancelled = client.act(4, 60_000, new Act.Text(Way.ANY, 0, 0, 0, "cancelled"));
            client.ask(new Request.Cancel(cancelled));
            client.answer(cancelled);
            Client other = bench.connect();
            client.act(5, 60_000, new Act.Text(Way.ANY, 0, 0, 0, "closed"));
            client.close();
            suite.eventually(() -> outcome(other, 5) == NOT_BEGUN, "its stream is closed");
            bench.phone.actsWait.countDown();
            suite.eventually(() -> outcome(other, 2) == DONE || outcome(other, 2) == IN_PART, "the first is over");
            for (Object entry : ((Map<?, ?>) field(bench, "server", "core", "acts", "known")).values()) {
                suite.equal(field(entry, "what"), null, "what is kept of it");
            }
        }
    }

    /** What is in a private field of a private field. */
    private static Object field(Object of, String... names) throws Exception {
        Object found = of;
        for (String name : names) {
            Field field = found.getClass().getDeclaredField(name);
            field.setAccessible(true);
            found = field.get(found);
        }
        return found;
    }

    private static void tooLong(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            Client client = bench.holder("run");
            suite.equal(client.answer(client.act(1, 60_000, swipe(4_000_000_000L))).outcome(), NOT_BEGUN, "a swipe");
            Act erase = new Act.Text(Way.ANY, 0, 0, 4_000_000_000L, "");
            suite.equal(client.answer(client.act(2, 60_000, erase)).outcome(), NOT_BEGUN, "a text");
            suite.equal(bench.phone.done.size(), 0, "what was done");
        }
    }

    private static void looksGoOn(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            Client client = bench.holder("run");
            long act = client.act(1, 60_000, swipe(500));
            for (int look = 0; look < 20; look++) {
                suite.equal(client.ask(Bench.look()).kind(), Kind.TREE, "a look");
            }
            suite.equal(client.answer(act).outcome(), DONE, "the act");
        }
    }
}
