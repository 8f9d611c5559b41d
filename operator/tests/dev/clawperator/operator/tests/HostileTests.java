package dev.clawperator.operator.tests;

import dev.clawperator.operator.protocol.Act;
import dev.clawperator.operator.protocol.Damaged;
import dev.clawperator.operator.protocol.Finger;
import dev.clawperator.operator.protocol.FrameHead;
import dev.clawperator.operator.protocol.Kind;
import dev.clawperator.operator.protocol.Request;
import dev.clawperator.operator.protocol.Spot;
import dev.clawperator.operator.protocol.State;
import dev.clawperator.operator.protocol.Tree;
import dev.clawperator.operator.protocol.Way;
import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Whatever bytes somebody sends. */
final class HostileTests {
    private static final int FRAMES = 20_000;
    private static final int STREAMS = 2_000;
    /** The place of the kind in the head of a frame. */
    private static final int KIND = 4;

    private HostileTests() {}

    static void add(Suite suite) {
        suite.add("malformed frames are read as a request with one form, or not at all", () -> decode(suite));
        suite.add("every wrong head is refused", () -> heads(suite));
        suite.add("malformed frames of one who knows the secret do no harm to an honest one", () -> streams(suite));
        suite.add("texts that are not UTF-8 are refused", () -> texts(suite));
    }

    private static void decode(Suite suite) {
        Random random = new Random(17);
        Kind[] kinds = Kind.values();
        int taken = 0;
        int frames = AttackTests.size(FRAMES);
        for (int round = 0; round < frames; round++) {
            Request sample = sample(random);
            boolean isAnother = random.nextInt(4) == 0;
            Kind kind = isAnother ? kinds[random.nextInt(kinds.length)] : sample.kind;
            byte[] body = mutate(random, sample.encode());
            try {
                Request read = Request.decode(kind, body);
                taken++;
                suite.bytes(read.encode(), body, "request " + round);
            } catch (Damaged refused) {
                suite.that(refused.getMessage() != null, "it says why");
            }
        }
        suite.that(taken > 500 && taken < frames, taken + " were requests after all");
    }

    private static Request sample(Random random) {
        switch (random.nextInt(9)) {
            case 0:
                return new Request.Look(random.nextLong(), 300, 2_000, 5_000, 0, random.nextBoolean());
            case 1:
                return new Request.Hold("run " + random.nextInt(), random.nextBoolean());
            case 2:
                return new Request.Picture(1_024, random.nextBoolean(), 80, 3_000);
            case 3:
                return new Request.Do(random.nextLong(), 100, null, new Act.Text(Way.SET, -2, 7, 3, "Grüße 日本 👩‍👧"));
            case 4:
                List<Finger> fingers = Arrays.asList(Finger.along(1, 2, 0, 3, 4, 250), Finger.at(5, 6, 10));
                Tree tree = new Tree(new State(), Collections.singletonList(FakePhone.text("still")));
                List<Spot> spots = Arrays.asList(Spot.of(tree, 1, 2, random.nextBoolean()));
                return new Request.Do(random.nextLong(), 100, null, new Act.Touch(fingers, spots));
            case 5:
                return new Request.Do(random.nextLong(), 100, null, new Act.Key(66, 1, 0));
            case 6:
                return new Request.Cancel(random.nextInt() & 0xffff_ffffL);
            case 7:
                return new Request.Do(random.nextLong(), 100, null, new Act.NodeAction(2, 1, 16));
            default:
                return new Request.Plain(Kind.STATE);
        }
    }

    private static byte[] mutate(Random random, byte[] body) {
        byte[] changed = body;
        if (random.nextInt(3) == 0) {
            changed = Arrays.copyOf(body, random.nextInt(body.length + 4));
        }
        for (int change = random.nextInt(4); change > 0 && changed.length > 0; change--) {
            changed[random.nextInt(changed.length)] = (byte) random.nextInt();
        }
        return changed;
    }

    private static void heads(Suite suite) throws Damaged {
        byte[] good = Bench.state().frame(1);
        FrameHead.decode(Arrays.copyOf(good, FrameHead.BYTES), true);
        for (int place = 4; place < 8; place++) {
            for (int value = 0; value < 256; value++) {
                byte[] head = Arrays.copyOf(good, FrameHead.BYTES);
                head[place] = (byte) value;
                boolean isKind = place == 4 && value >= 1 && value <= 17;
                boolean isGood = isKind || place > 4 && value == 0;
                suite.equal(isHead(head), isGood, "byte " + place + " is " + value);
            }
        }
        for (Kind kind : Kind.values()) {
            for (int length : new int[] {kind.most, kind.most + 1, -1}) {
                byte[] head = Arrays.copyOf(good, FrameHead.BYTES);
                head[4] = (byte) kind.number;
                for (int place = 0; place < 4; place++) {
                    head[place] = (byte) (length >> 24 - 8 * place);
                }
                suite.equal(isHead(head), kind.isFromDriver() && length == kind.most, kind + " of " + length);
            }
        }
        byte[] withoutId = Arrays.copyOf(good, FrameHead.BYTES);
        withoutId[11] = 0;
        suite.that(!isHead(withoutId), "a request without an id");
    }

    private static boolean isHead(byte[] head) {
        try {
            FrameHead.decode(head, true);
            return true;
        } catch (Damaged refused) {
            return false;
        }
    }

    private static void streams(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            Random random = new Random(19);
            Client honest = bench.holder("honest");
            int answers = 0;
            int streams = AttackTests.size(STREAMS);
            for (int place = 0; place < streams; place++) {
                answers += answers(random, bench);
                if (place % 20 == 0) {
                    suite.equal(honest.ask(Bench.look()).kind(), Kind.TREE, "a look of an honest one");
                }
            }
            System.out.println("      " + streams + " streams, " + answers + " answers before they were closed");
            honest.ask(new Request.Hold("honest", true));
            suite.equal(honest.answer(honest.act(1, 60_000, new Act.Wake())).outcome(), 0, "it is served as ever");
            suite.equal(bench.phone.done.size(), 1, "nothing else was done");
            suite.equal(bench.notes.size(), 0, "nothing went wrong inside: " + bench.notes);
        }
    }

    /** A malformed frame of somebody who knows the secret, and how many frames came back until the end of the stream. */
    private static int answers(Random random, Bench bench) throws Exception {
        byte[] noise = new byte[random.nextInt(300)];
        random.nextBytes(noise);
        byte[] frame = mutate(random, sample(random).frame(1));
        if (frame.length > KIND && frame[KIND] == Kind.END.number) {
            // Whoever knows the secret may end the program while nobody has the phone.
            frame[KIND] = 0;
        }
        Client hostile = new Client(bench.streams.connect(2000));
        hostile.greet(Bench.BUILD, bench.identity.secret());
        try {
            hostile.stream.toOperator.output.write(frame);
            hostile.stream.toOperator.output.write(noise);
        } catch (IOException closed) {
            // The Operator was quicker.
        }
        hostile.stream.toOperator.close();
        int answers = 0;
        try {
            while (true) {
                hostile.next();
                answers++;
            }
        } catch (EOFException closed) {
            return answers;
        }
    }

    private static void texts(Suite suite) {
        for (String bytes : new String[] {"80", "c0af", "eda080", "f8888080", "f4908080", "e282", "ff"}) {
            byte[] text = Hex.bytes(bytes);
            byte[] body = new byte[4 + text.length + 1];
            body[3] = (byte) text.length;
            System.arraycopy(text, 0, body, 4, text.length);
            boolean isText;
            try {
                Request.decode(Kind.HOLD, body);
                isText = true;
            } catch (Damaged refused) {
                isText = false;
            }
            suite.that(!isText, bytes);
        }
    }
}
