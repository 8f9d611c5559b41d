package dev.clawperator.operator.tests;

import dev.clawperator.operator.protocol.Act;
import dev.clawperator.operator.protocol.Kind;
import dev.clawperator.operator.protocol.Limits;
import dev.clawperator.operator.protocol.Request;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;

/** Requests that have to do with no particular thing. */
final class RequestTests {
    private RequestTests() {}

    static void add(Suite suite) {
        suite.add("half a frame is waited for", () -> halfFrame(suite));
        suite.add("one request more than 32 is busy, and a cancel makes room", () -> busy(suite));
        suite.add("a cancelled look is answered, once", () -> cancelLook(suite));
        suite.add("an id that does not grow closes the stream", () -> ids(suite));
        suite.add("one who does not read delays nobody else", () -> slowReader(suite));
        suite.add("one who writes slowly delays nobody else", () -> slowWriter(suite));
        suite.add("one who does not read is not heard for ever", () -> deafAndLoud(suite));
        suite.add("one who does not read is closed in the end", () -> stalled(suite));
        suite.add("without UiAutomation a look says so", () -> noAutomation(suite));
        suite.add("a picture that no frame can have is refused", () -> largePicture(suite));
        suite.add("a clip that no frame can have is refused", () -> largeClip(suite));
        suite.add("requests are served by a few threads that stay", () -> threadsStay(suite));
        suite.add("changed is sent once for many events", () -> changed(suite));
        suite.add("a watch of a tree that is old by now is told at once", () -> watchOld(suite));
        suite.add("a watch of a tree that is unchanged is quiet until something happens", () -> watchUnchanged(suite));
        suite.add("a watch is quiet whatever another looked at", () -> watchOwn(suite));
        suite.add("a watch of no tree begins now", () -> watchFromNow(suite));
        suite.add("what the system has for a stream is given back once", () -> givenBack(suite));
        suite.add("a stream that cannot be closed does not keep it from ending", () -> endsAnyhow(suite));
        suite.add("end ends the Operator, but not while another holds", () -> end(suite));
    }

    private static void halfFrame(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            Client client = bench.connect();
            byte[] frame = Bench.look().frame(7);
            OutputStream out = client.stream.toOperator.output;
            for (byte part : frame) {
                out.write(part);
            }
            suite.equal(client.answer(7).kind(), Kind.TREE, "the answer");
        }
    }

    private static void busy(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            bench.phone.readsWait = new CountDownLatch(1);
            Client client = bench.connect();
            long first = client.send(Bench.look());
            for (int place = 1; place < 32; place++) {
                client.send(Bench.look());
            }
            suite.equal(client.ask(Bench.state()).errorCode(), "BUSY", "the 33rd");
            Client.Frame cancelled = client.ask(new Request.Cancel(first + 19));
            suite.equal(cancelled.kind(), Kind.CANCELLED, "a cancel is heard");
            suite.equal((int) cancelled.body().get(0), 1, "in time");
            suite.equal(client.answer(first + 19).errorCode(), "CANCELLED", "the look");
            suite.equal(client.ask(new Request.OutcomeOf(1)).outcome(), 6, "there is room again");
            bench.phone.readsWait.countDown();
            suite.equal(client.answer(first).kind(), Kind.TREE, "the first look");
            suite.equal(client.answer(first + 31).kind(), Kind.TREE, "the last look");
        }
    }

    private static void cancelLook(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            Client client = bench.connect();
            client.ask(Bench.look());
            long look = client.send(new Request.Look(0, 5_000, 60_000, 60_000, 0, false));
            suite.equal((int) client.ask(new Request.Cancel(look)).body().get(0), 1, "in time");
            suite.equal(client.answer(look).errorCode(), "CANCELLED", "the look");
            suite.equal((int) client.ask(new Request.Cancel(look)).body().get(0), 0, "not again");
            suite.equal((int) client.ask(new Request.Cancel(999)).body().get(0), 0, "nor one that never was");
            suite.equal(client.ask(Bench.look()).kind(), Kind.TREE, "the next look");
        }
    }

    private static void ids(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            Client client = bench.connect();
            client.stream.toOperator.output.write(Bench.state().frame(0xffff_fff0L));
            suite.equal(client.answer(0xffff_fff0L).kind(), Kind.STATED, "a large id");
            client.stream.toOperator.output.write(Bench.state().frame(0xffff_fff0L));
            suite.eventually(client::isClosed, "the same again closes the stream");
        }
    }

    private static void slowReader(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            bench.phone.pictureBytes = 8 << 20;
            Client slow = bench.connect();
            for (int place = 0; place < 30; place++) {
                slow.send(new Request.Picture(0, false, 0, 60_000));
            }
            Client quick = bench.connect();
            for (int place = 0; place < 200; place++) {
                suite.equal(quick.ask(Bench.look()).kind(), Kind.TREE, "a look of another");
            }
            for (int place = 0; place < 30; place++) {
                suite.equal(slow.next().kind(), Kind.PICTURED, "the slow one is served too");
            }
        }
    }

    private static void slowWriter(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            Client slow = bench.connect();
            byte[] frame = Bench.look().frame(9);
            Client quick = bench.connect();
            for (int place = 0; place < frame.length; place++) {
                slow.stream.toOperator.output.write(frame[place]);
                for (int ask = 0; ask < 10; ask++) {
                    suite.equal(quick.ask(Bench.look()).kind(), Kind.TREE, "a look of another");
                }
            }
            suite.equal(slow.answer(9).kind(), Kind.TREE, "the slow one is served too");
        }
    }

    private static void deafAndLoud(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            bench.clock.stop();
            Client client = bench.connect();
            int acts = 20_000;
            long first = client.act(1, 60_000, new Act.Wake());
            Thread loud = new Thread(() -> {
                try {
                    for (int act = 2; act <= acts; act++) {
                        client.act(act, 60_000, new Act.Wake());
                    }
                } catch (IOException gone) {
                    throw new AssertionError(gone);
                }
            });
            loud.setDaemon(true);
            loud.start();
            suite.eventually(() -> loud.getState() == Thread.State.WAITING, "it has to wait");
            Client quick = bench.connect();
            for (int ask = 0; ask < 2_000; ask++) {
                quick.ask(Bench.state());
            }
            suite.that(loud.isAlive(), "it still waits");
            for (int act = 0; act < acts; act++) {
                suite.equal(client.answer(first + act).errorCode(), "NOT_HELD", "act " + act);
            }
            loud.join();
        }
    }

    private static void stalled(Suite suite) throws Exception {
        try (Bench bench = new Bench()) {
            bench.phone.pictureBytes = 1 << 20;
            Client client = bench.connect();
            client.send(new Request.Picture(0, false, 0, 60_000));
            client.read(12);
            bench.clock.advance(29_000);
            suite.that(!client.isClosed(), "there is time left");
            suite.eventually(() -> {
                bench.clock.advance(100);
                return client.isClosed();
            }, "the stream is closed");
        }
    }

    private static void noAutomation(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            bench.phone.refusesAutomation = "another program has it";
            Client client = bench.connect();
            suite.equal(client.ask(Bench.look()).errorCode(), "NO_AUTOMATION", "a look");
            suite.equal(client.ask(new Request.Watch(0)).errorCode(), "NO_AUTOMATION", "a watch");
            suite.equal(client.ask(Bench.state()).kind(), Kind.STATED, "the state");
        }
    }

    private static void largeClip(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            Client client = bench.connect();
            char[] most = new char[Limits.CLIP_BYTES];
            Arrays.fill(most, 'x');
            bench.phone.clip = new String(most);
            suite.equal(client.ask(new Request.Plain(Kind.CLIP)).kind(), Kind.CLIPPED, "what just fits");
            bench.phone.clip = new String(most) + "y";
            suite.equal(client.ask(new Request.Plain(Kind.CLIP)).errorCode(), "FAILED", "one more");
        }
    }

    private static void largePicture(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            bench.phone.pictureBytes = Kind.PICTURED.most;
            Client client = bench.connect();
            suite.equal(client.ask(new Request.Picture(0, false, 0, 60_000)).errorCode(), "FAILED", "the picture");
            suite.equal(client.ask(Bench.state()).kind(), Kind.STATED, "the stream goes on");
        }
    }

    private static void threadsStay(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            for (int stream = 0; stream < 20; stream++) {
                Client client = bench.connect();
                for (int look = 0; look < 20; look++) {
                    client.ask(Bench.look());
                }
                client.close();
            }
            int threads = bench.phone.readers.size();
            suite.that(threads <= 4, threads + " threads read");
            for (Thread reader : bench.phone.readers) {
                suite.that(reader.isAlive() && reader.isDaemon(), "it stays, and does not hold up the end");
            }
            Client last = bench.connect();
            last.send(new Request.Plain(Kind.END));
            suite.eventually(() -> bench.phone.readers.stream().noneMatch(Thread::isAlive), "they end with it");
        }
    }

    private static void changed(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            Client client = bench.connect();
            long number = client.ask(Bench.look()).tree().number;
            suite.equal(client.ask(new Request.Watch(number)).kind(), Kind.WATCHED, "the answer");
            for (int event = 0; event < 1_000; event++) {
                bench.phone.stir(1);
            }
            int frames = 0;
            long told = 0;
            while (told < 1_000) {
                Client.Frame changed = client.next();
                suite.equal(changed.kind(), Kind.CHANGED, "what comes by itself");
                suite.equal(changed.body().getLong(0), number, "the newest tree");
                told = changed.body().getInt(8);
                frames++;
            }
            suite.that(frames <= 1_000, frames + " frames");
            client.ask(Bench.look());
            suite.equal(client.ask(Bench.state()).kind(), Kind.STATED, "nothing else is told");
        }
    }

    private static void watchOld(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            Client client = bench.connect();
            long number = client.ask(Bench.look()).tree().number;
            bench.phone.stir(3);
            client.send(new Request.Watch(number));
            suite.equal(client.answer(0).body().getInt(8), 3, "events since");
        }
    }

    private static void watchUnchanged(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            Client client = bench.connect();
            long number = client.ask(Bench.look()).tree().number;
            bench.phone.stir(3);
            Request.Look again = new Request.Look(number, 0, 0, 60_000, 0, false);
            suite.equal(client.ask(again).kind(), Kind.UNCHANGED, "nothing of it is to be seen");
            isQuiet(suite, bench, client, number, number);
        }
    }

    private static void watchOwn(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            Client client = bench.connect();
            long number = client.ask(Bench.look()).tree().number;
            long newest = bench.connect().ask(Bench.look()).tree().number;
            isQuiet(suite, bench, client, number, newest);
        }
    }

    private static void watchFromNow(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            Client client = bench.connect();
            long number = client.ask(Bench.look()).tree().number;
            isQuiet(suite, bench, client, 0, number);
        }
    }

    /** Nothing is told after a watch, until something stirs. */
    private static void isQuiet(Suite suite, Bench bench, Client client, long number, long newest) throws Exception {
        suite.equal(client.ask(new Request.Watch(number)).kind(), Kind.WATCHED, "the watch");
        client.ask(Bench.state());
        client.ask(Bench.state());
        bench.phone.stir(1);
        Client.Frame changed = client.answer(0);
        suite.equal(changed.body().getInt(8), 1, "events that the first change tells of");
        suite.equal(changed.body().getLong(0), newest, "the newest tree");
    }

    private static void givenBack(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            FakeStreams.Pair stranger = bench.streams.connect(10_000);
            suite.eventually(() -> stranger.freed.get() == 1, "that of a stranger");
            Client client = bench.connect();
            client.ask(Bench.look());
            suite.equal(client.stream.freed.get(), 0, "not while it is used");
            client.close();
            suite.eventually(() -> client.stream.freed.get() == 1, "that of one who left");
            Client last = bench.connect();
            last.send(new Request.Plain(Kind.END));
            suite.eventually(() -> last.stream.freed.get() == 1, "that of the last");
            suite.equal(client.stream.freed.get(), 1, "once");
        }
    }

    private static void endsAnyhow(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            Client broken = bench.connect();
            broken.stream.failsToClose = true;
            Client client = bench.connect();
            client.send(new Request.Plain(Kind.END));
            bench.waitForEnd();
            suite.eventually(() -> !bench.isServing(), "nobody accepts any more");
            suite.eventually(client::isClosed, "the other stream is closed");
        }
    }

    private static void end(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            Client holder = bench.holder("first");
            Client other = bench.connect();
            suite.equal(other.ask(new Request.Plain(Kind.END)).errorCode(), "NOT_HELD", "another's end");
            suite.equal(holder.ask(new Request.Plain(Kind.END)).kind(), Kind.HELD, "the holder's end");
            suite.eventually(() -> !bench.isServing(), "it ends");
            suite.eventually(() -> other.isClosed() && holder.isClosed(), "the streams are closed");
        }
    }
}
