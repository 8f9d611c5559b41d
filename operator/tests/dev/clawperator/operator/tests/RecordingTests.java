package dev.clawperator.operator.tests;

import dev.clawperator.operator.protocol.Act;
import dev.clawperator.operator.protocol.Kind;
import dev.clawperator.operator.protocol.Request;
import dev.clawperator.operator.session.Described;
import dev.clawperator.operator.session.Happening;
import dev.clawperator.operator.session.Lately;
import dev.clawperator.operator.session.Recordings;
import java.io.File;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;

/** What a person does is written down. */
final class RecordingTests {
    private static final String PREFIX = "clawperator-operator-recording-";

    private RecordingTests() {}

    static void add(Suite suite) {
        suite.add("a recording has a header, its events and an end", () -> whole(suite));
        suite.add("one recording goes on at a time, and a name is used once", () -> one(suite));
        suite.add("a name is never a path", () -> names(suite));
        suite.add("acts of ours are marked, and for a while nobody knows", () -> ours(suite));
        suite.add("of what is typed the length is written, of passwords never more", () -> typed(suite));
        suite.add("no secret that is typed is in a file", () -> secrets(suite));
        suite.add("keyboards and a locked phone are not written", () -> withheld(suite));
        suite.add("what opens a lock is not written, although it is told of when it is open", () -> opening(suite));
        suite.add("what is not known to be harmless is not written", () -> unknown(suite));
        suite.add("events that keep much memory are counted", () -> large(suite));
        suite.add("a recording that cannot be begun leaves nothing behind", () -> notBegun(suite));
        suite.add("of what was seen before only the last is kept", () -> lately(suite));
        suite.add("what finds no room is counted", () -> full(suite));
        suite.add("events that come too fast are counted", () -> fast(suite));
        suite.add("UiAutomation is kept, and the program stays", () -> stays(suite));
        suite.add("a program that ends says so in the file", () -> ends(suite));
        suite.add("the phone keeps the last sixteen", () -> kept(suite));
        suite.add("a part is fetched from where it is wanted", () -> parts(suite));
    }

    /** An event of a node that is called something. */
    static Happening event(Happening.Kind kind, Described described) {
        Happening happening = new Happening(kind) {
            @Override
            public Described describe() {
                return described;
            }
        };
        happening.packageName = "com.example";
        happening.className = "android.widget.Button";
        return happening;
    }

    /** Of a window that is known. */
    private static Described known() {
        Described described = new Described();
        described.isWindowKnown = true;
        return described;
    }

    static Described node(String id, String text) {
        Described described = known();
        described.windowTitle = "Main";
        described.node = new Described.Labels();
        described.node.id = id;
        described.node.text = text;
        described.node.sameId = 1;
        described.isFromBefore = true;
        return described;
    }

    private static Happening click(String text) {
        return event(Happening.Kind.CLICK, node("com.example:id/ok", text));
    }

    private static Happening text(String typed, Described into, boolean isPassword) {
        Happening happening = event(Happening.Kind.TEXT, into);
        happening.says(typed);
        happening.added = 1;
        happening.isPassword = isPassword;
        return happening;
    }

    private static Described field(boolean isPassword) {
        Described field = node("com.example:id/field", null);
        field.isEditable = true;
        field.isPassword = isPassword;
        return field;
    }

    private static String file(Bench bench, String name) throws Exception {
        return new String(Files.readAllBytes(path(bench, name)), StandardCharsets.UTF_8);
    }

    private static Path path(Bench bench, String name) {
        return bench.folder.resolve(PREFIX + name + ".ndjson");
    }

    private static Client.Frame start(Client client, String name, boolean texts) throws Exception {
        return client.ask(new Request.Record(name, texts));
    }

    private static Client.Frame stop(Client client, String name) throws Exception {
        return client.ask(new Request.StopRecording(name));
    }

    private static void whole(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            Client client = bench.connect();
            suite.that(!bench.phone.isRecording(), "nothing is recorded yet");
            bench.phone.event(click("before"));
            suite.equal(start(client, "a", false).kind(), Kind.RECORDED, "it begins");
            Described row = node(null, null);
            Described.Labels name = new Described.Labels();
            name.text = "Counter \u0001 \ud83d\udc4d \ud83d";
            name.sameText = 2;
            row.inside.add(name);
            row.inside.add(new Described.Labels());
            row.above.add(new Described.Labels());
            bench.phone.event(event(Happening.Kind.LONG_CLICK, row));
            bench.phone.event(click("OK \"now\""));
            bench.phone.toast("Saved");
            bench.phone.begins();
            Client.Frame stopped = stop(client, "");
            suite.equal(stopped.kind(), Kind.RECORDED, "it ends");
            suite.equal(stopped.body().getInt(5), 4, "lines of events");
            String[] lines = file(bench, "a").split("\n");
            suite.equal(lines.length, 6, "lines");
            suite.that(lines[0].startsWith("{\"type\":\"header\",\"version\":1,\"name\":\"a\",\"launch\":\""), lines[0]);
            suite.that(lines[0].contains("\"texts\":false,\"phone\":{\"model\":\"Fake \\\"1\\\"\""), lines[0]);
            suite.that(lines[1].contains("\"type\":\"long_click\""), lines[1]);
            suite.that(lines[1].contains("Counter \\u0001 \ud83d\udc4d \ufffd"), lines[1]);
            suite.that(lines[2].contains("\"text\":\"OK \\\"now\\\"\",\"same_text\":-1"), lines[2]);
            suite.that(lines[2].contains("\"by\":\"person\""), lines[2]);
            suite.that(lines[3].contains("\"type\":\"toast\"") && lines[3].contains("Saved"), lines[3]);
            suite.that(lines[4].contains("\"type\":\"gap\""), lines[4]);
            suite.that(lines[5].endsWith("\"why\":\"stopped\",\"lines\":4,\"dropped\":0,\"withheld\":0}"), lines[5]);
        }
    }

    private static void one(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            Client client = bench.connect();
            suite.equal(stop(client, "").errorCode(), "NOT_RECORDING", "nothing to stop");
            suite.equal(start(client, "a", false).kind(), Kind.RECORDED, "the first");
            suite.equal(start(client, "b", false).errorCode(), "RECORDING", "the second");
            suite.equal(start(bench.connect(), "b", false).errorCode(), "RECORDING", "of another stream");
            suite.equal(stop(client, "b").errorCode(), "NOT_RECORDING", "of another name");
            suite.equal(stop(client, "a").kind(), Kind.RECORDED, "it is stopped");
            suite.equal(start(client, "a", false).errorCode(), "NAME_TAKEN", "the name is used");
            suite.equal(start(client, "b", false).kind(), Kind.RECORDED, "the next");
            suite.equal(stop(client, "").kind(), Kind.RECORDED, "which is stopped too");
            bench.phone.refusesAutomation = "another has it";
            suite.equal(start(client, "c", false).errorCode(), "NO_AUTOMATION", "nothing could be heard");
            suite.that(!Files.exists(path(bench, "c")), "and nothing is begun");
        }
    }

    private static void names(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            Client client = bench.connect();
            for (String name : Arrays.asList("", ".", "..", "../x", "a/b", "a.b", "a b", "ä", "a\n", "a\0")) {
                suite.equal(start(client, name, false).errorCode(), "FAILED", "start " + name);
                suite.equal(client.ask(new Request.Fetch(name, 0)).errorCode(), "NO_RECORDING", "fetch " + name);
            }
            try (java.util.stream.Stream<Path> files = Files.list(bench.folder)) {
                suite.equal(files.count(), 0L, "files");
            }
        }
    }

    private static void ours(Suite suite) throws Exception {
        try (Bench bench = new Bench()) {
            Client client = bench.holder("run");
            start(client, "a", false);
            bench.phone.event(click("first"));
            bench.phone.actsWait = new CountDownLatch(1);
            long act = client.act(1, 60_000, new Act.Wake());
            suite.eventually(() -> bench.phone.done.size() == 1, "it is under way");
            bench.phone.event(click("second"));
            bench.phone.actsWait.countDown();
            client.answer(act);
            bench.clock.advance(400);
            bench.phone.event(click("third"));
            bench.clock.advance(1_000);
            bench.phone.event(click("fourth"));
            bench.clock.advance(1_000);
            bench.phone.event(click("fifth"));
            stop(client, "");
            List<String> by = new ArrayList<>();
            for (String line : file(bench, "a").split("\n")) {
                if (line.contains("\"click\"")) {
                    by.add(line.replaceAll(".*\"by\":\"(\\w+)\".*", "$1"));
                }
            }
            suite.equal(by, Arrays.asList("person", "operator", "operator", "unknown", "person"), "whose they are");
        }
    }

    private static void typed(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            Client client = bench.connect();
            start(client, "no", false);
            bench.phone.event(text("Grüße", field(false), false));
            stop(client, "");
            String without = file(bench, "no");
            suite.that(without.contains("\"length\":5") && !without.contains("Gr"), without);
            start(client, "yes", true);
            bench.phone.event(text("Grüße", field(false), false));
            bench.phone.event(text("hunter2", field(true), false));
            bench.phone.event(text("hunter3", field(false), true));
            Described unknown = known();
            bench.phone.event(text("hunter4", unknown, false));
            Described label = node(null, "shown by the app");
            bench.phone.event(text("hunter5", label, false));
            stop(client, "");
            String with = file(bench, "yes");
            suite.that(with.contains("\"typed\":\"Grüße\""), with);
            suite.that(with.contains("\"length\":7") && !with.contains("hunter"), with);
            suite.equal(with.split("\n").length, 6, "lines");
        }
    }

    private static void secrets(Suite suite) throws Exception {
        Random random = new Random(7);
        try (Bench bench = Bench.running()) {
            Client client = bench.connect();
            List<String> secrets = new ArrayList<>();
            for (int round = 0; round < 8; round++) {
                start(client, "r" + round, round % 2 == 0);
                for (int count = 0; count < 40; count++) {
                    String secret = "\u00a7" + Long.toString(random.nextLong(), 36) + "\"\n";
                    secrets.add(secret);
                    Described field = field(true);
                    // An app that shows what is typed, and an event that does not say what it is of.
                    field.node.text = secret;
                    bench.phone.event(text(secret, random.nextBoolean() ? field : known(), random.nextBoolean()));
                    bench.phone.event(event(Happening.Kind.CLICK, field));
                }
                suite.equal(stop(client, "").kind(), Kind.RECORDED, "round " + round);
            }
            for (int round = 0; round < 8; round++) {
                String all = file(bench, "r" + round);
                for (String secret : secrets) {
                    suite.that(!all.contains(secret.substring(1, 10)), "a secret is in the file");
                }
            }
        }
    }

    private static void withheld(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            Client client = bench.connect();
            start(client, "a", true);
            Described key = node(null, "q");
            key.isKeyboard = true;
            bench.phone.event(event(Happening.Kind.CLICK, key));
            Described digit = node(null, "7");
            digit.isLocked = true;
            bench.phone.event(event(Happening.Kind.CLICK, digit));
            stop(client, "");
            String[] lines = file(bench, "a").split("\n");
            suite.equal(lines.length, 2, "lines");
            suite.that(lines[1].contains("\"withheld\":2"), lines[1]);
        }
    }

    private static Happening digit(boolean isLocked) {
        Happening digit = click("7");
        digit.isLocked = isLocked;
        return digit;
    }

    private static void opening(Suite suite) throws Exception {
        try (Bench bench = new Bench()) {
            Client client = bench.connect();
            start(client, "a", true);
            bench.phone.event(digit(true));
            bench.phone.event(digit(true));
            // The last digit opens the lock, long after the one before and before anybody asks.
            bench.clock.advance(2_000);
            bench.phone.event(digit(false));
            bench.clock.advance(1_000);
            bench.phone.event(digit(false));
            bench.clock.advance(1);
            bench.phone.event(click("Open"));
            stop(client, "");
            String all = file(bench, "a");
            suite.that(!all.contains("\"7\"") && all.contains("\"Open\""), all);
            suite.that(all.contains("\"withheld\":4"), all);
        }
    }

    private static void unknown(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            Client client = bench.connect();
            start(client, "a", true);
            bench.phone.event(new Happening(Happening.Kind.CLICK) {
                @Override
                public Described describe() {
                    throw new IllegalStateException("the app is gone");
                }
            });
            Described nowhere = node(null, "7");
            nowhere.isWindowKnown = false;
            bench.phone.event(event(Happening.Kind.CLICK, nowhere));
            stop(client, "");
            String[] lines = file(bench, "a").split("\n");
            suite.equal(lines.length, 2, "lines");
            suite.that(lines[1].contains("\"withheld\":2"), lines[1]);
        }
    }

    private static void large(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            Client client = bench.connect();
            start(client, "a", true);
            CountDownLatch slow = new CountDownLatch(1);
            CountDownLatch begun = new CountDownLatch(1);
            bench.phone.event(waiting(begun, slow));
            begun.await();
            char[] long1 = new char[100_000];
            Arrays.fill(long1, 'x');
            for (int count = 0; count < 100; count++) {
                Happening text = text(new String(long1), field(false), false);
                text.keeps = long1.length;
                bench.phone.event(text);
            }
            slow.countDown();
            stop(client, "");
            String all = file(bench, "a");
            suite.that(all.contains("\"length\":100000,"), "how long it was");
            suite.equal(all.split("\"typed\":\"x{4000}\"", -1).length - 1, 10, "how many found room, each with its beginning");
            suite.that(all.contains("\"dropped\":90,"), "and how many did not");
        }
    }

    private static void notBegun(Suite suite) throws Exception {
        Path folder = Files.createTempDirectory("operator-tests");
        boolean[] isFull = {true};
        int[] open = new int[1];
        Recordings files = new Recordings(folder.toFile()) {
            @Override
            protected OutputStream create(File file) throws IOException {
                OutputStream out = super.create(file);
                open[0]++;
                return new FilterOutputStream(out) {
                    @Override
                    public void write(byte[] bytes) throws IOException {
                        if (isFull[0]) {
                            throw new IOException("no room");
                        }
                        out.write(bytes);
                    }

                    @Override
                    public void close() throws IOException {
                        open[0]--;
                        out.close();
                    }
                };
            }
        };
        try (Bench bench = new Bench(files)) {
            bench.clock.run();
            Client client = bench.connect();
            suite.equal(start(client, "a", false).errorCode(), "FAILED", "there is no room");
            suite.equal(open[0], 0, "it is closed");
            suite.equal(folder.toFile().list().length, 0, "files");
            isFull[0] = false;
            suite.equal(start(client, "a", false).kind(), Kind.RECORDED, "its name is free");
            suite.equal(stop(client, "").kind(), Kind.RECORDED, "which ends");
        }
    }

    private static void lately(Suite suite) {
        Lately<String> lately = new Lately<>(3, "none");
        suite.equal(lately.newest(), "none", "the first");
        suite.equal(lately.until(0), "none", "at any time");
        for (int count = 1; count <= 5; count++) {
            lately.add("read " + count, 10 * count);
        }
        suite.equal(lately.newest(), "read 5", "the last");
        suite.equal(lately.until(50), "read 5", "at its time");
        suite.equal(lately.until(49), "read 4", "right before it");
        suite.equal(lately.until(30), "read 3", "the oldest that is kept");
        suite.equal(lately.until(29), null, "the one before");
    }

    /** An event that takes as long as somebody wants. */
    private static Happening waiting(CountDownLatch begun, CountDownLatch slow) {
        return new Happening(Happening.Kind.CLICK) {
            @Override
            public Described describe() {
                begun.countDown();
                try {
                    slow.await();
                } catch (InterruptedException over) {
                    Thread.currentThread().interrupt();
                }
                throw new IllegalStateException("the app is gone");
            }
        };
    }

    private static void full(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            Client client = bench.connect();
            start(client, "a", false);
            char[] letters = new char[400];
            Arrays.fill(letters, '\u0001');
            Described large = node(null, new String(letters));
            for (int count = 0; count < 12; count++) {
                large.above.add(large.node);
            }
            int sent = 0;
            // Slower than the queue, so that only the file has no room.
            while (sent < 400) {
                bench.phone.event(event(Happening.Kind.CLICK, large));
                sent++;
            }
            Client.Frame stopped = stop(client, "");
            suite.equal(stopped.kind(), Kind.RECORDED, "it ends");
            int lines = stopped.body().getInt(5);
            int dropped = stopped.body().getInt(9);
            suite.equal(lines + dropped, sent, "each is counted");
            suite.that(dropped > 0, "some found no room");
            suite.that(Files.size(path(bench, "a")) <= 4 << 20, "the file has its end");
            String all = file(bench, "a");
            suite.that(all.trim().endsWith("\"dropped\":" + dropped + ",\"withheld\":0}"), "the end says how many");
        }
    }

    private static void fast(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            Client client = bench.connect();
            start(client, "a", false);
            CountDownLatch slow = new CountDownLatch(1);
            CountDownLatch begun = new CountDownLatch(1);
            bench.phone.event(waiting(begun, slow));
            begun.await();
            for (int count = 0; count < 600; count++) {
                bench.phone.event(click("fast"));
            }
            Happening scroll = event(Happening.Kind.SCROLL, node(null, null));
            slow.countDown();
            bench.phone.event(scroll);
            stop(client, "");
            String all = file(bench, "a");
            suite.that(all.contains("{\"type\":\"dropped\",\"count\":"), "it is said where they are lacking");
            suite.that(all.contains("\"dropped\":8"), "and how many");
        }
    }

    private static void stays(Suite suite) throws Exception {
        try (Bench bench = new Bench()) {
            Client client = bench.connect();
            start(client, "a", false);
            client.ask(new Request.Plain(Kind.LEAVE));
            suite.equal(bench.phone.letGo.get(), 0, "it is not let go");
            client.close();
            for (int minute = 0; minute < 25; minute++) {
                bench.clock.advance(60_000);
            }
            suite.that(bench.isServing(), "it stays");
            suite.equal(bench.phone.letGo.get(), 0, "and listens");
            Client later = bench.connect();
            suite.equal(stop(later, "").kind(), Kind.RECORDED, "it is stopped");
            later.ask(new Request.Plain(Kind.LEAVE));
            suite.equal(bench.phone.letGo.get(), 1, "then it is let go");
        }
    }

    private static void ends(Suite suite) throws Exception {
        Bench bench = Bench.running();
        try {
            start(bench.connect(), "a", false);
            bench.phone.event(click("one"));
        } finally {
            bench.close();
        }
        bench.waitForEnd();
        String all = file(bench, "a");
        suite.that(all.contains("\"click\"") && all.contains("\"why\":\"operator_ended\""), all);
    }

    private static void kept(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            Client client = bench.connect();
            for (int each = 0; each < 20; each++) {
                suite.equal(start(client, "r" + each, false).kind(), Kind.RECORDED, "start " + each);
                stop(client, "");
                Files.setLastModifiedTime(
                        path(bench, "r" + each), java.nio.file.attribute.FileTime.fromMillis(1_000_000L * (each + 1)));
            }
            ByteBuffer body = client.ask(new Request.Plain(Kind.RECORDINGS)).body();
            suite.equal(body.getInt(), 16, "how many");
            suite.that(!Files.exists(path(bench, "r3")) && Files.exists(path(bench, "r4")), "the oldest are gone");
        }
    }

    private static void parts(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            Client client = bench.connect();
            start(client, "a", false);
            ByteBuffer going = client.ask(new Request.Fetch("a", 0)).body();
            going.getLong();
            suite.equal((int) going.get(), 1, "it goes on");
            stop(client, "");
            byte[] all = Files.readAllBytes(path(bench, "a"));
            ByteBuffer body = client.ask(new Request.Fetch("a", 10)).body();
            suite.equal(body.getLong(), (long) all.length, "its size");
            suite.equal((int) body.get(), 0, "it is over");
            byte[] part = new byte[body.remaining()];
            body.get(part);
            suite.bytes(part, Arrays.copyOfRange(all, 10, all.length), "from there on");
            for (long from : new long[] {all.length, Long.MAX_VALUE, -1}) {
                suite.equal(client.ask(new Request.Fetch("a", from)).body().remaining(), 9, "nothing is behind it");
            }
        }
    }
}
