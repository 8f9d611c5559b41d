package dev.clawperator.operator.tests;

import dev.clawperator.operator.protocol.Act;
import dev.clawperator.operator.protocol.Kind;
import dev.clawperator.operator.protocol.Request;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What is heard, and no tree shows. */
final class NoticeTests {
    private NoticeTests() {}

    static void add(Suite suite) {
        suite.add("toasts are told in the order in which they came", () -> order(suite));
        suite.add("the last 32 are kept", () -> kept(suite));
        suite.add("what is too old is not told", () -> old(suite));
        suite.add("a gap says since when was listened", () -> gap(suite));
        suite.add("trees, changes and acts say which is the newest", () -> newest(suite));
        suite.add("a long text is cut", () -> cut(suite));
        suite.add("the clipboard is told", () -> clip(suite));
    }

    /** What was heard, as number, kind and text each. */
    private static List<String> heard(Client client, long after, long atMostMs) throws Exception {
        Client.Frame frame = client.ask(new Request.Listen(after, atMostMs));
        ByteBuffer body = frame.body();
        List<String> heard = new ArrayList<>();
        heard.add("newest " + body.getLong());
        for (int left = body.getInt(); left > 0; left--) {
            String notice = body.getLong() + " " + body.get();
            body.getInt();
            if (body.get() == 1) {
                text(body);
            }
            heard.add(notice + " " + text(body));
        }
        return heard;
    }

    private static String text(ByteBuffer body) {
        byte[] text = new byte[body.getInt()];
        body.get(text);
        return new String(text, StandardCharsets.UTF_8);
    }

    private static void order(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            Client client = bench.connect();
            suite.equal(heard(client, 0, 60_000), Arrays.asList("newest 0"), "nothing");
            bench.phone.toast("Saved 👍");
            bench.phone.toast("Sent");
            suite.equal(heard(client, 0, 60_000), Arrays.asList("newest 2", "1 0 Saved 👍", "2 0 Sent"), "both");
            suite.equal(heard(client, 1, 60_000), Arrays.asList("newest 2", "2 0 Sent"), "those behind the first");
            suite.equal(heard(client, 2, 60_000), Arrays.asList("newest 2"), "those behind the second");
        }
    }

    private static void kept(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            Client client = bench.connect();
            for (int toast = 1; toast <= 40; toast++) {
                bench.phone.toast("toast " + toast);
            }
            List<String> heard = heard(client, 0, 60_000);
            suite.equal(heard.size(), 33, "how many");
            suite.equal(heard.get(1), "9 0 toast 9", "the oldest");
            suite.equal(heard.get(32), "40 0 toast 40", "the newest");
        }
    }

    private static void old(Suite suite) throws Exception {
        try (Bench bench = new Bench()) {
            Client client = bench.connect();
            bench.phone.toast("old");
            bench.clock.advance(3_000);
            bench.phone.toast("new");
            bench.clock.advance(500);
            suite.equal(heard(client, 0, 3_499), Arrays.asList("newest 2", "2 0 new"), "not the old one");
            suite.equal(heard(client, 0, 3_500), Arrays.asList("newest 2", "1 0 old", "2 0 new"), "both");
        }
    }

    private static void gap(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            Client client = bench.connect();
            bench.phone.begins();
            bench.phone.toast("one");
            bench.phone.begins();
            List<String> all = Arrays.asList("newest 3", "1 1 ", "2 0 one", "3 1 ");
            suite.equal(heard(client, 0, 60_000), all, "with both beginnings");
        }
    }

    private static void newest(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            Client client = bench.holder("run");
            TreeReader tree = client.ask(Bench.look()).tree();
            suite.equal(tree.notices, 0L, "of a tree");
            client.ask(new Request.Watch(tree.number));
            bench.phone.toast("one");
            Client.Frame pushed = client.next();
            suite.equal(pushed.kind(), Kind.CHANGED, "it is told");
            suite.equal(pushed.body().getLong(16), 1L, "of a change");
            Client.Frame unchanged = client.ask(new Request.Look(tree.number, 0, 0, 60_000, 0, false));
            suite.equal(unchanged.kind(), Kind.UNCHANGED, "the screen is the same");
            suite.equal(unchanged.body().getLong(unchanged.body().limit() - 8), 1L, "of an unchanged screen");
            Client.Frame acted = client.answer(client.act(1, 60_000, new Act.Wake()));
            suite.equal(acted.body().getLong(acted.body().limit() - 8), 1L, "when the act began");
            suite.equal(client.ask(Bench.look()).tree().notices, 1L, "of the next tree");
        }
    }

    private static void cut(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            Client client = bench.connect();
            char[] letters = new char[5_000];
            Arrays.fill(letters, 'ä');
            bench.phone.toast(new String(letters));
            suite.equal(heard(client, 0, 60_000).get(1).length(), 4 + 512, "1,024 bytes of it");
        }
    }

    private static void clip(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            Client client = bench.connect();
            ByteBuffer body = client.ask(new Request.Plain(Kind.CLIP)).body();
            suite.equal((int) body.get(), 1, "there is one");
            suite.equal(text(body), "copied", "which");
            Client.Frame acted = client.answer(client.send(new Request.Do(1, 60_000, "run", new Act.Clip("Grüße", true))));
            suite.equal(acted.outcome(), 0, "another is put there");
            suite.that(!new Act.Clip("Grüße", true).toString().contains("Gr"), "it is not printed");
        }
    }
}
