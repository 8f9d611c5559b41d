package dev.clawperator.operator.tests;

import dev.clawperator.operator.protocol.Act;
import dev.clawperator.operator.protocol.Answers;
import dev.clawperator.operator.protocol.Damaged;
import dev.clawperator.operator.protocol.Finger;
import dev.clawperator.operator.protocol.FrameHead;
import dev.clawperator.operator.protocol.Greeting;
import dev.clawperator.operator.protocol.Nodes;
import dev.clawperator.operator.protocol.Notice;
import dev.clawperator.operator.protocol.Outcome;
import dev.clawperator.operator.protocol.Pictured;
import dev.clawperator.operator.protocol.Recording;
import dev.clawperator.operator.protocol.Request;
import dev.clawperator.operator.protocol.Spot;
import dev.clawperator.operator.protocol.State;
import dev.clawperator.operator.protocol.Tree;
import dev.clawperator.operator.protocol.Way;
import dev.clawperator.operator.protocol.Window;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The bytes of every message, in the files that the Rust side reads too. */
final class VectorTests {
    private static final long ID = 0x0a0b0c0dL;
    private static final int SYSTEM = 3;

    private VectorTests() {}

    static void add(Suite suite, Path vectors) {
        suite.add("every request of the vectors is read and written as it is", () -> requests(suite, vectors));
        suite.add("every answer has the bytes of its vector", () -> answers(suite, vectors));
        suite.add("what lies at a point is told as in its vectors", () -> faces(suite, vectors.resolve("faces")));
        suite.add("the greeting has the bytes of its vectors", () -> greeting(suite, vectors.resolve("greeting")));
        suite.add("a part of a request is none, and neither is more than one", () -> parts(suite, vectors));
    }

    static Map<String, byte[]> frames(Path vectors, String side) throws IOException {
        Map<String, byte[]> found = new TreeMap<>();
        try (Stream<Path> files = Files.list(vectors.resolve("frames"))) {
            for (Path file : files.collect(Collectors.toList())) {
                String name = file.getFileName().toString();
                if (name.startsWith(side)) {
                    found.put(name.replace(side + "-", "").replace(".hex", ""), Hex.read(file));
                }
            }
        }
        return found;
    }

    private static void requests(Suite suite, Path vectors) throws Exception {
        Map<String, byte[]> frames = frames(vectors, "driver");
        suite.that(frames.size() >= 18, "there are vectors of requests");
        for (Map.Entry<String, byte[]> each : frames.entrySet()) {
            byte[] frame = each.getValue();
            FrameHead head = FrameHead.decode(Arrays.copyOf(frame, FrameHead.BYTES), true);
            suite.equal(head.length, frame.length - FrameHead.BYTES, each.getKey());
            Request request = Request.decode(head.kind, Arrays.copyOfRange(frame, FrameHead.BYTES, frame.length));
            suite.bytes(request.frame(head.id), frame, each.getKey());
        }
    }

    private static void answers(Suite suite, Path vectors) throws IOException {
        Map<String, byte[]> frames = frames(vectors, "operator");
        Map<String, byte[]> ours = answersByHand();
        suite.equal(ours.keySet(), frames.keySet(), "the answers");
        for (Map.Entry<String, byte[]> each : frames.entrySet()) {
            suite.bytes(ours.get(each.getKey()), each.getValue(), each.getKey());
        }
    }

    private static Map<String, byte[]> answersByHand() {
        Map<String, byte[]> ours = new TreeMap<>();
        ours.put("stated", Answers.stated(ID, state()));
        ours.put("stated-unknown", Answers.stated(ID, unknownState()));
        ours.put("tree", tree().frame(ID, 9, Tree.REST_DID_NOT_COME, 3, 4));
        ours.put("unchanged", tree().unchangedFrame(ID, 7, 4));
        ours.put("acted", Answers.acted(ID, 0x0102030405060708L, Outcome.REFUSED, Way.ANY, "INPUT_REFUSED",
                "the phone does not let events be injected", 4));
        Pictured picture = new Pictured();
        picture.width = 461;
        picture.height = 1_024;
        picture.screenWidth = 1_080;
        picture.screenHeight = 2_400;
        picture.bytes = new byte[] {(byte) 0x89, 'P', 'N', 'G'};
        ours.put("pictured", Answers.pictured(ID, picture));
        ours.put("watched", Answers.watched(ID));
        ours.put("held", Answers.held(ID, true, 10_000, "run 1"));
        ours.put("changed", Answers.changed(8, 12, 0, 4));
        ours.put("cancelled", Answers.cancelled(ID, true));
        Notice gap = new Notice(3, Notice.GAP, 1_000, null, "");
        Notice toast = new Notice(4, Notice.TOAST, 1_000, "com.example", "Saved 👍");
        ours.put("heard", Answers.heard(ID, 4, Arrays.asList(gap, toast), 2_200));
        ours.put("clipped", Answers.clipped(ID, "Grüße\n", false));
        ours.put("clipped-empty", Answers.clipped(ID, null, false));
        ours.put("clipped-other", Answers.clipped(ID, null, true));
        ours.put("told", Answers.told(ID, 2000, true, 10_000, "`run 1`, process 2 of user Grüße"));
        Recording recording = new Recording("session-001");
        recording.lines = 12;
        recording.dropped = 3;
        recording.withheld = 4;
        recording.bytes = 4_321;
        recording.writtenMs = 1_790_000_000_000L;
        ours.put("recorded", Answers.recorded(ID, recording));
        ours.put("fetched", Answers.fetched(ID, recording, new byte[] {'{', '}', '\n'}));
        recording.runs = true;
        ours.put("kept", Answers.kept(ID, Arrays.asList(recording)));
        ours.put("tree-rows", rows().frame(ID, 10, Tree.REST_NOT_ASKED, 0, 0));
        ours.put("error", Answers.error(ID, "BUSY", "an act is under way"));
        return ours;
    }

    private static State state() {
        State state = new State();
        state.display = State.DISPLAY_ON;
        state.lock = State.LOCK_OPEN;
        state.user = 10;
        state.rotation = 1;
        state.width = 2_400;
        state.height = 1_080;
        state.density = 420;
        state.frontPackage = "com.example";
        state.frontActivity = "com.example.Main";
        state.covering = "NotificationShade";
        return state;
    }

    private static State unknownState() {
        State unknown = state();
        unknown.display = State.DISPLAY_UNKNOWN;
        unknown.lock = State.LOCK_UNKNOWN;
        unknown.frontPackage = null;
        unknown.frontActivity = null;
        unknown.covering = null;
        return unknown;
    }

    /** A list of two rows, a field with the focus, and a small window over them. */
    private static Tree rows() {
        Window over = new Window();
        over.id = 3;
        over.layer = 3;
        over.kind = SYSTEM;
        over.left = 800;
        over.right = 1_000;
        over.bottom = 100;
        Nodes nodes = new Nodes();
        rowNode(nodes, 0, 1, 0x48, new int[] {0, 0, 1_000, 1_000}, "android.widget.FrameLayout", null);
        for (int row = 0; row < 2; row++) {
            int top = 100 * row;
            int[] name = {0, top, 500, top + 100};
            int[] button = {600, top, 900, top + 100};
            int[] all = {0, top, 1_000, top + 100};
            rowNode(nodes, 1, 2 + 3 * row, 0xc, all, "android.widget.LinearLayout", null);
            rowNode(nodes, 2, 3 + 3 * row, 0x8, name, "android.widget.TextView", row == 0 ? "Ann" : "Bob");
            rowNode(nodes, 2, 4 + 3 * row, 0xc, button, "android.widget.Button", "Delete");
        }
        rowNode(nodes, 2, 8, 0x1008, new int[] {600, 100, 900, 200}, "android.widget.TextView", "hidden");
        rowNode(nodes, 1, 9, 0x4028, new int[] {0, 300, 1_000, 400}, "android.widget.TextView", "field");
        Window list = new Window();
        list.id = 2;
        list.layer = 2;
        list.kind = 1;
        list.right = 1_000;
        list.bottom = 1_000;
        list.nodes = nodes;
        return new Tree(unknownState(), Arrays.asList(over, list));
    }

    private static void rowNode(
            Nodes nodes, int depth, long identity, int flags, int[] bounds, String className, String text) {
        Nodes.Texts texts = new Nodes.Texts();
        texts.text = text;
        // Of a text view, which is beside the button that is looked at.
        texts.state = className.endsWith("TextView") ? "said now" : null;
        nodes.begin(depth, 0, depth + 1, identity, flags);
        nodes.bounds(bounds[0], bounds[1], bounds[2], bounds[3]);
        String id = className.endsWith("Button") ? "com.example:id/delete" : null;
        nodes.end(className, "com.example", id, 0, texts);
    }

    private static void faces(Suite suite, Path folder) throws Exception {
        Tree tree = rows();
        int count = 0;
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.collect(Collectors.toList())) {
                String[] parts = file.getFileName().toString().replace(".hex", "").split("-");
                int x = Integer.parseInt(parts[0]);
                int y = Integer.parseInt(parts[1]);
                boolean isClose = parts[2].equals("close");
                Spot spot = Spot.of(tree, x, y, isClose);
                List<Finger> finger = Arrays.asList(Finger.at(x, y, 0));
                byte[] act = new Request.Do(1, 1, null, new Act.Touch(finger, Arrays.asList(spot))).encode();
                byte[] face = Arrays.copyOfRange(act, act.length - 16, act.length);
                suite.bytes(face, Hex.read(file), file.getFileName().toString());
                suite.that(spot.isMetIn(rows()), "the same lies in the same tree");
                count++;
            }
        }
        suite.that(count >= 16, count + " faces");
    }

    private static Tree tree() {
        Nodes nodes = new Nodes();
        root(nodes);
        Nodes.Texts texts = new Nodes.Texts();
        texts.text = "Buy ☕";
        texts.description = "";
        texts.hint = "hint";
        texts.state = "state";
        texts.tooltip = "tooltip";
        texts.paneTitle = "pane";
        texts.error = "error";
        nodes.begin(1, 3, 4, 2, 0x20e5c);
        nodes.bounds(-10, 20, 300, 90);
        nodes.end(null, "com.example", "com.example:id/buy", 0x10, texts);
        root(nodes);
        Window shop = window(1, Window.WHOLE);
        shop.title = "Shop";
        shop.nodes = nodes;
        return new Tree(state(), Arrays.asList(shop, window(SYSTEM, Window.UNRESPONSIVE)));
    }

    private static void root(Nodes nodes) {
        nodes.begin(0, 0, 0, 0xffffffff00000001L, Nodes.ENABLED);
        nodes.bounds(0, 0, 2_400, 1_080);
        nodes.end("android.widget.FrameLayout", "com.example", null, 0, new Nodes.Texts());
    }

    private static Window window(int kind, int content) {
        Window window = new Window();
        window.id = -7;
        window.kind = kind;
        window.flags = Window.ACTIVE | Window.FOCUSED;
        window.layer = 21;
        window.right = 2_400;
        window.bottom = 1_080;
        window.content = content;
        return window;
    }

    private static void greeting(Suite suite, Path folder) throws Exception {
        byte[] secret = Hex.read(folder.resolve("1-secret.hex"));
        byte[] hello = Hex.read(folder.resolve("2-driver-hello.hex"));
        byte[] answer = Hex.read(folder.resolve("3-operator-hello.hex"));
        Greeting.DriverHello driver = Greeting.DriverHello.decode(hello);
        suite.bytes(driver.encode(), hello, "the driver's hello");
        byte[] launch = Arrays.copyOfRange(answer, 42, 58);
        byte[] nonce = Arrays.copyOfRange(answer, 58, 90);
        Greeting greeting = new Greeting(driver.build, launch, driver.nonce, nonce);
        suite.bytes(greeting.operatorHello(secret), answer, "the Operator's hello");
        byte[] proof = Hex.read(folder.resolve("4-driver-proof.hex"));
        suite.bytes(greeting.driverProof(secret), proof, "the driver's proof");
        suite.that(greeting.isDriver(secret, proof), "the proof is believed");
        proof[31] ^= 1;
        suite.that(!greeting.isDriver(secret, proof), "another is not");
        suite.that(!greeting.isDriver(secret, Arrays.copyOfRange(answer, 90, 122)), "nor the Operator's own");
    }

    private static void parts(Suite suite, Path vectors) throws Exception {
        for (Map.Entry<String, byte[]> each : frames(vectors, "driver").entrySet()) {
            byte[] frame = each.getValue();
            FrameHead head = FrameHead.decode(Arrays.copyOf(frame, FrameHead.BYTES), true);
            for (int length = 0; length < head.length + 2; length++) {
                byte[] body = Arrays.copyOf(Arrays.copyOfRange(frame, FrameHead.BYTES, frame.length), length);
                boolean isOne;
                try {
                    Request.decode(head.kind, body);
                    isOne = true;
                } catch (Damaged refused) {
                    isOne = false;
                }
                suite.equal(isOne, length == head.length, each.getKey() + " of " + length + " bytes");
            }
        }
    }
}
