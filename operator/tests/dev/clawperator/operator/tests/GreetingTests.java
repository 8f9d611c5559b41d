package dev.clawperator.operator.tests;

import dev.clawperator.operator.protocol.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Who is heard. */
final class GreetingTests {
    private GreetingTests() {}

    static void add(Suite suite) {
        suite.add("a driver that knows the secret is answered", () -> known(suite));
        suite.add("a wrong proof is closed without a word", () -> wrongProof(suite));
        suite.add("another build is told so, without a proof", () -> wrongBuild(suite));
        suite.add("another user is closed before a byte is read", () -> wrongUser(suite));
        suite.add("whoever does not greet within two seconds is closed", () -> late(suite));
        suite.add("200 idle connections keep nobody out", () -> idle(suite));
        suite.add("more drivers than can be are closed, and room is made again", () -> tooMany(suite));
        suite.add("a secret is not printed", () -> notPrinted(suite));
    }

    private static void known(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            suite.equal(bench.connect().ask(Bench.state()).kind(), Kind.STATED, "the answer");
            Client root = new Client(bench.streams.connect(0));
            suite.that(root.greet(Bench.BUILD, bench.identity.secret()), "root is heard too");
            suite.equal(root.ask(Bench.state()).kind(), Kind.STATED, "the answer");
        }
    }

    private static void wrongProof(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            Client client = new Client(bench.streams.connect(2000));
            byte[] hello = client.hello(Bench.BUILD);
            suite.that(hello != null, "the Operator says hello");
            client.stream.toOperator.output.write(new byte[32]);
            suite.eventually(client::isClosed, "the stream is closed");
            suite.equal(client.stream.toDriver.input.read(), -1, "nothing more was said");
        }
    }

    private static void wrongBuild(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            Client client = new Client(bench.streams.connect(2000));
            byte[] hello = client.hello(Bench.build(2));
            suite.bytes(Arrays.copyOfRange(hello, 10, 42), Bench.BUILD, "the build that runs");
            suite.bytes(Arrays.copyOfRange(hello, 90, 122), new byte[32], "the proof");
            suite.eventually(client::isClosed, "the stream is closed");
            suite.eventually(() -> !bench.isServing(), "it gives way");
        }
        try (Bench bench = Bench.running()) {
            Client known = bench.connect();
            known.ask(Bench.state());
            Client client = new Client(bench.streams.connect(2000));
            client.hello(Bench.build(2));
            suite.eventually(client::isClosed, "the stream is closed");
            suite.equal(known.ask(Bench.state()).kind(), Kind.STATED, "it does not end under somebody's hands");
        }
    }

    private static void wrongUser(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            for (int uid : new int[] {1000, 10_123, 2001, -1}) {
                Client client = new Client(bench.streams.connect(uid));
                suite.eventually(client::isClosed, "the stream of " + uid + " is closed");
            }
            suite.equal(bench.connect().ask(Bench.state()).kind(), Kind.STATED, "the shell is heard");
        }
    }

    private static void late(Suite suite) throws Exception {
        try (Bench bench = new Bench()) {
            Client silent = new Client(bench.streams.connect(2000));
            Client halfway = new Client(bench.streams.connect(2000));
            suite.that(halfway.hello(Bench.BUILD) != null, "the Operator says hello");
            Client known = bench.connect();
            known.ask(Bench.state());
            bench.clock.advance(1_990);
            suite.that(!silent.isClosed() && !halfway.isClosed(), "there is time left");
            bench.clock.advance(20);
            suite.eventually(() -> silent.isClosed() && halfway.isClosed(), "both are closed");
            suite.equal(known.ask(Bench.state()).kind(), Kind.STATED, "who has greeted stays");
        }
    }

    private static void idle(Suite suite) throws Exception {
        try (Bench bench = new Bench()) {
            List<Client> idle = new ArrayList<>();
            for (int place = 0; place < 200; place++) {
                idle.add(new Client(bench.streams.connect(2000)));
            }
            Client honest = bench.connect();
            suite.equal(honest.ask(Bench.state()).kind(), Kind.STATED, "an honest driver is answered");
            suite.eventually(() -> idle.get(0).isClosed(), "the oldest is closed");
            long open = idle.stream().filter(client -> !client.isClosed()).count();
            suite.that(open <= 64, open + " are open");
            suite.that(!idle.get(199).isClosed(), "the newest is open");
        }
    }

    private static void tooMany(Suite suite) throws Exception {
        try (Bench bench = Bench.running()) {
            List<Client> admitted = new ArrayList<>();
            for (int place = 0; place < 16; place++) {
                admitted.add(bench.connect());
                admitted.get(place).ask(Bench.state());
            }
            Client more = new Client(bench.streams.connect(2000));
            more.greet(Bench.BUILD, bench.identity.secret());
            suite.eventually(more::isClosed, "one more is closed");
            admitted.get(3).close();
            suite.eventually(() -> canAsk(bench), "there is room again");
            suite.equal(admitted.get(0).ask(Bench.state()).kind(), Kind.STATED, "the first is still answered");
        }
    }

    private static boolean canAsk(Bench bench) {
        try {
            return bench.connect().ask(Bench.state()).kind() == Kind.STATED;
        } catch (Exception closed) {
            return false;
        }
    }

    private static void notPrinted(Suite suite) {
        try (Bench bench = Bench.running()) {
            String printed = bench.identity.toString();
            suite.that(!printed.contains(Hex.of(bench.identity.secret())), printed);
        }
    }
}
