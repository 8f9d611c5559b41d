package dev.clawperator.operator.tests;

import dev.clawperator.operator.protocol.Answers;
import dev.clawperator.operator.protocol.FrameHead;
import dev.clawperator.operator.protocol.Kind;
import dev.clawperator.operator.protocol.Limits;
import dev.clawperator.operator.protocol.Nodes;
import dev.clawperator.operator.protocol.State;
import dev.clawperator.operator.protocol.Tree;
import dev.clawperator.operator.protocol.Window;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Trees at their limits, and how fast they are written. */
final class TreeTests {
    private static final int SPEED_NODES = 2_000;
    private static final double SPEED_MS = 10;

    private TreeTests() {}

    static void add(Suite suite) {
        suite.add("2,000 nodes are written in less than 10 ms", () -> speed(suite));
        suite.add("windows that were read apart share their names", () -> names(suite));
        suite.add("a surrogate without its other half is replaced", () -> surrogates(suite));
        suite.add("a long text is cut between characters, and says so", () -> cut(suite));
        suite.add("more nodes than a tree can have make a window incomplete", () -> tooMany(suite));
        suite.add("no tree is longer than its frame can be", () -> tooLong(suite));
        suite.add("windows that are read at once share the room of a tree", () -> room(suite));
        suite.add("a name that is too long for the state is left out", () -> longActivity(suite));
    }

    /** The time of the thread itself counts: a machine that does other things at once says nothing of the code. */
    private static void speed(Suite suite) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        String[] texts = texts(SPEED_NODES);
        List<Double> times = new ArrayList<>();
        int bytes = 0;
        for (int round = 0; round < 300; round++) {
            long start = threads.getCurrentThreadCpuTime();
            bytes = new Tree(new State(), Arrays.asList(window(nodes(texts)))).frame(1, 1, 0, 0, 0).length;
            times.add((threads.getCurrentThreadCpuTime() - start) / 1e6);
        }
        List<Double> warm = times.subList(100, 300);
        double first = times.get(0);
        warm.sort(null);
        System.out.printf("      %d nodes, %d bytes: median %.2f ms, p95 %.2f ms, first %.2f ms%n", SPEED_NODES, bytes,
                warm.get(100), warm.get(190), first);
        suite.that(warm.get(100) < SPEED_MS, "the median is " + warm.get(100) + " ms");
    }

    static Nodes nodes(int count) {
        return nodes(texts(count));
    }

    private static String[] texts(int count) {
        String[] texts = new String[count];
        for (int place = 0; place < count; place++) {
            texts[place] = "Row " + place;
        }
        return texts;
    }

    private static Nodes nodes(String[] rows) {
        Nodes nodes = new Nodes();
        Nodes.Texts texts = new Nodes.Texts();
        for (int place = 0; place < rows.length; place++) {
            texts.text = rows[place];
            texts.description = place % 3 == 0 ? "Ein längerer Text über die Zeile ☕" : null;
            nodes.begin(place == 0 ? 0 : 1 + (place - 1) % 7, place, 0, place, Nodes.ENABLED);
            nodes.bounds(0, place, 100, place + 10);
            nodes.end("android.widget.TextView", "com.example", "com.example:id/row" + place % 50, 16, texts);
        }
        return nodes;
    }

    static Window window(Nodes nodes) {
        Window window = new Window();
        window.kind = 1;
        window.nodes = nodes;
        return window;
    }

    private static void names(Suite suite) {
        Nodes second = new Nodes();
        second.begin(0, 0, 0, 1, 0);
        second.bounds(0, 0, 0, 0);
        second.end("only.Here", "com.example", "android.widget.TextView", 0, new Nodes.Texts());
        byte[] frame = new Tree(new State(), Arrays.asList(window(nodes(3)), window(second))).frame(1, 1, 0, 0, 0);
        TreeReader read = new TreeReader(frame);
        suite.equal(read.names.size(), 6, "each name is there once");
        suite.equal(read.nodes.get(0).className, "android.widget.TextView", "class");
        suite.equal(read.nodes.get(2).id, "com.example:id/row2", "id");
        suite.equal(read.nodes.get(3).className, "only.Here", "class in the second window");
        suite.equal(read.nodes.get(3).id, "android.widget.TextView", "id in the second window");
    }

    private static void surrogates(Suite suite) {
        TreeReader read = new TreeReader(treeOf("a\ud83d b\udc00 c\ud83d\udc69 \ud83d"));
        suite.equal(read.nodes.get(0).text, "a\ufffd b\ufffd c\ud83d\udc69 \ufffd", "the text");
        suite.equal(read.nodes.get(0).flags & Nodes.TEXT_CUT, 0, "nothing was cut");
    }

    private static void cut(Suite suite) {
        char[] long1 = new char[Limits.NODE_TEXT_BYTES];
        Arrays.fill(long1, '☕');
        TreeReader read = new TreeReader(treeOf("x" + new String(long1)));
        byte[] text = read.nodes.get(0).text.getBytes(StandardCharsets.UTF_8);
        suite.equal(text.length, 1 + (Limits.NODE_TEXT_BYTES - 1) / 3 * 3, "bytes of the text");
        suite.that((read.nodes.get(0).flags & Nodes.TEXT_CUT) != 0, "it says so");
        char[] exact = new char[Limits.NODE_TEXT_BYTES];
        Arrays.fill(exact, 'x');
        read = new TreeReader(treeOf(new String(exact)));
        suite.equal(read.nodes.get(0).text.length(), Limits.NODE_TEXT_BYTES, "what just fits");
        suite.equal(read.nodes.get(0).flags & Nodes.TEXT_CUT, 0, "is whole");
    }

    private static byte[] treeOf(String text) {
        Nodes nodes = new Nodes();
        Nodes.Texts texts = new Nodes.Texts();
        texts.text = text;
        nodes.begin(0, 0, 0, 1, 0);
        nodes.bounds(0, 0, 0, 0);
        nodes.end(null, null, null, 0, texts);
        return new Tree(new State(), Arrays.asList(window(nodes))).frame(1, 1, 0, 0, 0);
    }

    private static void tooMany(Suite suite) {
        Tree tree = new Tree(new State(), Arrays.asList(window(nodes(Limits.NODES)), window(nodes(1))));
        TreeReader read = new TreeReader(tree.frame(1, 1, 0, 0, 0));
        suite.equal(read.nodes.size(), Limits.NODES, "nodes");
        suite.equal(read.contents, Arrays.asList(Window.WHOLE, Window.INCOMPLETE), "contents");
        suite.that(tree.isIncomplete(), "it is to be read again");
    }

    private static void room(Suite suite) {
        AtomicLong room = Nodes.room();
        char[] text = new char[Limits.NODE_TEXT_BYTES];
        Arrays.fill(text, 'x');
        Nodes.Texts texts = new Nodes.Texts();
        texts.text = new String(text);
        List<Window> windows = new ArrayList<>();
        for (int place = 0; place < 16; place++) {
            windows.add(window(new Nodes(room)));
        }
        long written = 0;
        for (int round = 0; round < 1_000; round++) {
            for (Window window : windows) {
                if (!window.nodes.isFull()) {
                    window.nodes.begin(0, 0, 0, round, 0);
                    window.nodes.bounds(0, 0, 0, 0);
                    window.nodes.end("c" + round, null, null, 0, texts);
                    written += text.length;
                }
            }
        }
        suite.that(written > 13 << 20 && written < 15 << 20, written + " bytes of texts");
        for (Window window : windows) {
            suite.that(window.nodes.isFull(), "all are full at once");
        }
        Tree tree = new Tree(new State(), windows);
        suite.equal(tree.isIncomplete(), false, "all of them have room in the tree");
    }

    private static void tooLong(Suite suite) {
        char[] text = new char[Limits.NODE_TEXT_BYTES];
        Arrays.fill(text, 'x');
        List<Window> windows = new ArrayList<>();
        for (int place = 0; place < 70; place++) {
            Nodes nodes = new Nodes();
            Nodes.Texts texts = new Nodes.Texts();
            texts.text = new String(text);
            for (int node = 0; node < 5; node++) {
                nodes.begin(node, 0, 0, node, 0);
                nodes.bounds(0, 0, 0, 0);
                nodes.end("c" + place, null, null, 0, texts);
            }
            windows.add(window(nodes));
        }
        byte[] frame = new Tree(new State(), windows).frame(1, 1, 0, 0, 0);
        suite.that(frame.length - FrameHead.BYTES <= Kind.TREE.most, "a body of " + frame.length);
        suite.equal(new TreeReader(frame).contents.size(), Limits.WINDOWS, "windows");
    }

    private static void longActivity(Suite suite) {
        char[] name = new char[Limits.ACTIVITY_BYTES + 1];
        Arrays.fill(name, 'x');
        State state = new State();
        state.frontActivity = new String(name);
        State none = new State();
        suite.bytes(Answers.stated(1, state), Answers.stated(1, none), "the state");
    }
}
