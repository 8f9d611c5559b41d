package dev.clawperator.operator.tests;

import dev.clawperator.operator.protocol.Act;
import dev.clawperator.operator.protocol.Kind;
import dev.clawperator.operator.protocol.Request;
import java.util.concurrent.CountDownLatch;

/** Who has the phone. */
final class HoldTests {
    private static final int DONE = 0;
    private static final int NOT_BEGUN = 1;
    private static final int UNKNOWN = 4;

    private HoldTests() {}

    static void add(Suite suite) {
        suite.add("only the holder acts", () -> onlyTheHolder(suite));
        suite.add("a lease ends after ten silent seconds", () -> lease(suite));
        suite.add("a lease does not end in the middle of an act", () -> leaseInAct(suite));
        suite.add("an act of an earlier hold does not end that of a later one", () -> twoHolds(suite));
        suite.add("a takeover cuts short what runs, which is unknown", () -> takeover(suite));
        suite.add("a stream that closes or leaves gives the phone back", () -> leave(suite));
        suite.add("whoever asks about it changes nothing", () -> about(suite));
        suite.add("many streams, never two holders", () -> many(suite));
        suite.add("UiAutomation is let go ten seconds after the last use", () -> letGo(suite));
        suite.add("who leaves lets go of UiAutomation, unless somebody uses it", () -> letGoByLeaving(suite));
    }

    private static void onlyTheHolder(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            Client other = bench.connect();
            suite.equal(other.answer(other.act(1, 60_000, new Act.Wake())).errorCode(), "NOT_HELD", "nobody holds");
            bench.holder("first");
            suite.equal(other.answer(other.act(2, 60_000, new Act.Wake())).errorCode(), "NOT_HELD", "another holds");
            Client.Frame held = other.ask(new Request.Hold("second", false));
            suite.that(!held.isMine(), "it is not taken");
            suite.equal(held.holder(), "first", "who has it");
            suite.equal(other.ask(Bench.look()).kind(), Kind.TREE, "a look needs no hold");
            suite.equal(other.ask(new Request.Picture(0, false, 0, 60_000)).kind(), Kind.PICTURED, "nor a picture");
            suite.equal(bench.phone.done.size(), 0, "what was done");
        }
    }

    private static void lease(Suite suite) throws Exception {
        try (Bench bench = new Bench()) {
            Client first = bench.holder("first");
            for (int turn = 0; turn < 3; turn++) {
                bench.clock.advance(9_000);
                suite.equal(first.ask(Bench.state()).kind(), Kind.STATED, "any request renews it");
            }
            bench.clock.advance(9_000);
            Client second = bench.connect();
            Client.Frame held = second.ask(new Request.Hold("second", false));
            suite.that(!held.isMine(), "it is not over yet");
            suite.equal(held.body().getInt(1), 10_000, "the whole lease is told");
            bench.clock.advance(1_001);
            suite.that(second.ask(new Request.Hold("second", false)).isMine(), "it is over");
            suite.equal(first.answer(first.act(1, 60_000, new Act.Wake())).errorCode(), "NOT_HELD", "the first");
        }
    }

    private static void leaseInAct(Suite suite) throws Exception {
        try (Bench bench = new Bench()) {
            Client first = bench.holder("first");
            long act = first.act(1, 60_000, ActTests.swipe(25_000));
            suite.eventually(() -> bench.phone.done.size() == 1, "it is under way");
            Client second = bench.connect();
            bench.clock.advance(15_000);
            suite.that(!second.ask(new Request.Hold("second", false)).isMine(), "it is held");
            bench.clock.advance(10_001);
            suite.equal(first.answer(act).outcome(), DONE, "the act");
            bench.clock.advance(9_000);
            suite.that(!second.ask(new Request.Hold("second", false)).isMine(), "the lease began again");
        }
    }

    private static void twoHolds(Suite suite) throws Exception {
        try (Bench bench = new Bench()) {
            bench.phone.actsWait = new CountDownLatch(1);
            Client first = bench.holder("first");
            long before = first.act(1, 60_000, new Act.Wake());
            suite.eventually(() -> bench.phone.done.size() == 1, "it is under way");
            Client second = bench.connect();
            second.ask(new Request.Hold("second", true));
            first.ask(new Request.Hold("first", true));
            first.act(2, 60_000, ActTests.swipe(100_000));
            bench.phone.actsWait.countDown();
            first.answer(before);
            suite.eventually(() -> bench.phone.done.contains("Touch"), "the second is under way");
            bench.clock.advance(20_000);
            suite.that(!second.ask(new Request.Hold("second", false)).isMine(), "it is held");
        }
    }

    private static void takeover(Suite suite) throws Exception {
        try (Bench bench = new Bench()) {
            Client first = bench.holder("first");
            long running = first.act(1, 60_000, ActTests.swipe(100_000));
            long waiting = first.act(2, 60_000, new Act.Wake());
            suite.eventually(() -> bench.phone.done.size() == 1, "it is under way");
            suite.equal(first.ask(Bench.state()).kind(), Kind.STATED, "both have been heard");
            Client second = bench.connect();
            suite.that(second.ask(new Request.Hold("second", true)).isMine(), "it is taken");
            suite.equal(first.answer(running).outcome(), UNKNOWN, "what ran");
            suite.equal(first.answer(waiting).outcome(), NOT_BEGUN, "what waited");
            suite.that(bench.phone.done.contains("ACTION_CANCEL"), "it was cut short");
            suite.equal(second.answer(second.act(3, 60_000, new Act.Wake())).outcome(), DONE, "the new holder's");
            suite.equal(first.answer(first.act(4, 60_000, new Act.Wake())).errorCode(), "NOT_HELD", "the old one's");
        }
    }

    private static void leave(Suite suite) throws Exception {
        try (Bench bench = new Bench()) {
            Client first = bench.holder("first");
            Client.Frame left = first.ask(new Request.Plain(Kind.LEAVE));
            suite.that(!left.isMine() && left.holder().isEmpty(), "nobody has it");
            suite.equal(left.body().getInt(1), 0, "so there is no lease");
            Client second = bench.holder("second");
            bench.phone.actsWait = new CountDownLatch(1);
            second.close();
            suite.eventually(() -> isFree(bench), "a closed stream has left");
        }
    }

    private static void letGo(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            Client client = bench.holder("first");
            settle(bench, client);
            Request[] uses = {Bench.look(), Bench.state(), new Request.Picture(0, false, 0, 60_000)};
            for (Request use : uses) {
                bench.clock.advance(9_999);
                client.ask(use);
            }
            bench.clock.advance(9_999);
            client.answer(client.act(1, 60_000, new Act.Wake()));
            bench.clock.advance(9_999);
            suite.equal(bench.phone.letGo.get(), 0, "it is kept");
            bench.clock.advance(1);
            suite.eventually(() -> bench.phone.letGo.get() == 1, "it is let go");
            // Less than 30 seconds behind the last answer, after which a writer that was not heard of again is given up.
            bench.clock.advance(19_000);
            client.ask(Bench.look());
            suite.equal(bench.phone.letGo.get(), 1, "once");
        }
    }

    private static void about(Suite suite) throws Exception {
        try (Bench bench = new Bench()) {
            Client asking = bench.connect();
            Client.Frame free = asking.ask(new Request.Plain(Kind.ABOUT));
            suite.equal(free.kind(), Kind.TOLD, "it tells");
            suite.equal(free.body().getInt(0), 2000, "whom it runs as");
            suite.equal((int) free.body().get(4), 0, "UiAutomation is not connected");
            suite.equal(free.body().getInt(5), 0, "nobody has the phone");
            suite.equal(bench.phone.letGo.get(), 0, "nothing was let go");
            Client holder = bench.holder("first");
            bench.clock.advance(9_999);
            Client.Frame held = asking.ask(new Request.Plain(Kind.ABOUT));
            suite.equal(held.body().getInt(5), 10_000, "its lease");
            suite.equal(held.body().getInt(9), "first".length(), "its name");
            bench.clock.advance(2);
            suite.that(asking.ask(new Request.Hold("second", false)).isMine(), "the lease was not renewed");
            holder.close();
        }
    }

    private static void letGoByLeaving(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            Client other = bench.connect();
            Client holder = bench.holder("first");
            settle(bench, other);
            other.ask(new Request.Plain(Kind.LEAVE));
            suite.equal(bench.phone.letGo.get(), 0, "another has the phone");
            holder.ask(new Request.Plain(Kind.LEAVE));
            suite.equal(bench.phone.letGo.get(), 1, "the holder leaves");
            other.ask(new Request.Plain(Kind.LEAVE));
            suite.equal(bench.phone.letGo.get(), 2, "nobody has the phone");
            CountDownLatch reading = new CountDownLatch(1);
            bench.phone.readsWait = reading;
            int reads = bench.phone.reads;
            long look = holder.send(Bench.look());
            suite.eventually(() -> bench.phone.reads > reads, "it is being read");
            other.ask(new Request.Plain(Kind.LEAVE));
            suite.equal(bench.phone.letGo.get(), 2, "somebody looks");
            bench.phone.readsWait = null;
            reading.countDown();
            suite.equal(holder.answer(look).kind(), Kind.TREE, "the look");
        }
    }

    /** The first look takes time; from then on it stands still, and the next look is the last use. */
    private static void settle(Bench bench, Client client) throws Exception {
        client.ask(Bench.look());
        bench.clock.stop();
        client.ask(Bench.look());
    }

    private static boolean isFree(Bench bench) {
        try {
            Client asking = bench.connect();
            boolean mine = asking.ask(new Request.Hold("asking", false)).isMine();
            asking.close();
            return mine;
        } catch (Exception gone) {
            return false;
        }
    }

    private static void many(Suite suite) throws Exception {
        try (Bench bench = new Bench()) {
            Thread[] threads = new Thread[12];
            int[] done = new int[threads.length];
            for (int place = 0; place < threads.length; place++) {
                int own = place;
                threads[place] = new Thread(() -> done[own] = fight(bench, own));
                threads[place].start();
            }
            int all = 0;
            for (int place = 0; place < threads.length; place++) {
                threads[place].join();
                all += done[place];
            }
            suite.that(all > 0, "somebody had it");
            suite.equal(bench.phone.done.size(), all, "what was done is what was answered");
        }
    }

    /** Holds, acts and leaves again and again; how many acts were answered as done. */
    private static int fight(Bench bench, int own) {
        int done = 0;
        try {
            Client client = bench.connect();
            for (int turn = 0; turn < 40; turn++) {
                client.ask(new Request.Hold("run " + own, false));
                Client.Frame acted = client.answer(client.act(own * 1_000L + turn, 60_000, new Act.TryInput()));
                done += acted.kind() == Kind.ACTED && acted.outcome() == DONE ? 1 : 0;
                client.ask(new Request.Plain(Kind.LEAVE));
            }
            client.close();
        } catch (Exception gone) {
            return -1_000_000;
        }
        return done;
    }
}
