package dev.clawperator.operator.tests;

import dev.clawperator.operator.protocol.Act;
import dev.clawperator.operator.protocol.Greeting;
import dev.clawperator.operator.protocol.Kind;
import dev.clawperator.operator.protocol.Request;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/** Streams of somebody who does not know the secret, by chance; each is judged. */
final class Attacker {
    static final int SHELL = 2000;
    private static final int[] STRANGERS = {10_123, 1_000, 2_001, 1_013, -1};
    /** With a byte every twenty milliseconds half of a greeting fits in the time of one. */
    private static final long SLOWLY_NS = 20_000_000;

    private final Bench bench;
    private final Judge judge;
    /** All that an honest driver sent on a stream of its own. */
    private final byte[] recorded;

    Attacker(Bench bench, Judge judge) throws Exception {
        this.bench = bench;
        this.judge = judge;
        recorded = record(bench);
    }

    /** A greeting, a proof, and frames that would do something. */
    private static byte[] record(Bench bench) throws Exception {
        Client honest = new Client(bench.streams.connect(SHELL));
        ByteArrayOutputStream record = honest.stream.toOperator.record();
        if (!honest.greet(Bench.BUILD, bench.identity.secret())) {
            throw new AssertionError("the greeting failed");
        }
        honest.ask(Bench.look());
        honest.ask(new Request.Hold("recorded", true));
        honest.answer(honest.act(4_711, 60_000, new Act.Wake()));
        honest.ask(new Request.Plain(Kind.LEAVE));
        honest.close();
        return record.toByteArray();
    }

    /** One stream from its beginning to its end. */
    void attack(Random random, int uid) throws IOException {
        FakeStreams.Pair pair = bench.streams.connect(uid);
        if (random.nextInt(8) == 0) {
            reflect(random, pair, uid);
            return;
        }
        byte[] sent = words(random);
        send(pair, sent);
        pair.toOperator.close();
        judge(pair, uid, sent, rest(pair), false);
    }

    static int stranger(Random random) {
        return STRANGERS[random.nextInt(STRANGERS.length)];
    }

    /** One byte after another, for longer than a greeting may take. */
    void slowly(int uid) throws IOException {
        FakeStreams.Pair pair = bench.streams.connect(uid);
        int sent = 0;
        try {
            for (; sent < recorded.length && !pair.toDriver.isClosed(); sent++) {
                pair.toOperator.output.write(recorded[sent]);
                LockSupport.parkNanos(SLOWLY_NS);
            }
        } catch (IOException closed) {
            // It was given up, as it should be.
        }
        judge(pair, uid, Arrays.copyOf(recorded, sent), rest(pair), true);
    }

    /** Many streams at once: some say nothing, some half of a greeting, some all of it and read nothing. */
    void crowd(Random random, int count, boolean ofStrangers) throws IOException {
        List<FakeStreams.Pair> pairs = new ArrayList<>();
        List<byte[]> words = new ArrayList<>();
        List<Integer> uids = new ArrayList<>();
        for (int place = 0; place < count; place++) {
            int uid = ofStrangers ? stranger(random) : SHELL;
            FakeStreams.Pair pair = bench.streams.connect(uid);
            byte[] sent = Arrays.copyOf(recorded, new int[] {0, 1, 73, 74, 80}[random.nextInt(5)]);
            send(pair, sent);
            pairs.add(pair);
            words.add(sent);
            uids.add(uid);
        }
        // Each is closed by the Operator alone: for another that came, or when its time is over.
        for (int place = 0; place < count; place++) {
            judge(pairs.get(place), uids.get(place), words.get(place), rest(pairs.get(place)), true);
        }
    }

    private byte[] words(Random random) {
        byte[] noise = new byte[random.nextInt(300)];
        random.nextBytes(noise);
        byte[] nonce = new byte[32];
        random.nextBytes(nonce);
        byte[] hello = new Greeting.DriverHello(Greeting.VERSION, Bench.BUILD, nonce).encode();
        switch (random.nextInt(7)) {
            case 0:
                return noise;
            case 1:
                return Arrays.copyOf(hello, random.nextInt(hello.length));
            case 2:
                for (int change = 1 + random.nextInt(3); change > 0; change--) {
                    hello[random.nextInt(hello.length)] = (byte) random.nextInt();
                }
                return join(hello, noise);
            case 3:
                int version = random.nextInt(1 << 16);
                byte[] build = random.nextBoolean() ? Bench.BUILD : Bench.build(random.nextInt(256));
                return join(new Greeting.DriverHello(version, build, nonce).encode(), noise);
            case 4:
                return join(hello, noise);
            case 5:
                // Frames without a proof.
                return join(hello, Arrays.copyOfRange(recorded, 106, recorded.length));
            default:
                return Arrays.copyOf(recorded, recorded.length);
        }
    }

    /** Says to the Operator what it has just said itself: its own proof, and its own hello as one of a driver. */
    private void reflect(Random random, FakeStreams.Pair pair, int uid) throws IOException {
        byte[] hello = Arrays.copyOf(recorded, 74);
        send(pair, hello);
        byte[] told = new byte[122];
        int got = 0;
        for (int more = 0; more >= 0 && got < told.length; got += Math.max(more, 0)) {
            more = pair.toDriver.input.read(told, got, told.length - got);
        }
        byte[] back = random.nextBoolean() ? Arrays.copyOfRange(told, 90, 122) : told;
        byte[] frames = Arrays.copyOfRange(recorded, 106, recorded.length);
        send(pair, join(back, frames));
        pair.toOperator.close();
        judge(pair, uid, hello, join(Arrays.copyOf(told, got), rest(pair)), false);
    }

    private void judge(FakeStreams.Pair pair, int uid, byte[] sent, byte[] told, boolean mayBeCut) {
        if (uid == SHELL) {
            judge.outsider(sent, told, mayBeCut);
        } else {
            judge.stranger(pair, told);
        }
    }

    private static void send(FakeStreams.Pair pair, byte[] words) {
        try {
            pair.toOperator.output.write(words);
        } catch (IOException closed) {
            // The Operator was quicker.
        }
    }

    private static byte[] rest(FakeStreams.Pair pair) throws IOException {
        ByteArrayOutputStream rest = new ByteArrayOutputStream();
        byte[] part = new byte[512];
        for (int read = pair.toDriver.input.read(part, 0, part.length); read >= 0;) {
            rest.write(part, 0, read);
            read = pair.toDriver.input.read(part, 0, part.length);
        }
        return rest.toByteArray();
    }

    private static byte[] join(byte[] one, byte[] other) {
        byte[] both = Arrays.copyOf(one, one.length + other.length);
        System.arraycopy(other, 0, both, one.length, other.length);
        return both;
    }
}
