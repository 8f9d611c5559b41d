package dev.clawperator.operator.tests;

import dev.clawperator.operator.protocol.Kind;
import dev.clawperator.operator.protocol.Request;
import dev.clawperator.operator.session.Identity;
import dev.clawperator.operator.session.Recordings;
import dev.clawperator.operator.session.Server;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** An Operator with a made-up phone, and drivers that speak to it. */
final class Bench implements AutoCloseable {
    static final byte[] BUILD = build(1);

    final FakeClock clock = new FakeClock();
    final FakeStreams streams = new FakeStreams();
    final FakePhone phone = new FakePhone(clock);
    final Identity identity = Identity.launch(BUILD);
    final List<String> notes = Collections.synchronizedList(new ArrayList<>());
    private final Server server;
    private final Thread serving;

    /** Where recordings are, unless a test has its own. */
    final Path folder = folder();

    Bench() {
        this(null);
    }

    Bench(Recordings files) {
        Recordings recordings = files == null ? new Recordings(folder.toFile()) : files;
        server = new Server(
                streams,
                clock,
                identity,
                2000,
                phone,
                phone,
                recordings,
                (what, failed) -> notes.add(what + " " + failed));
        serving = new Thread(server::serve);
        serving.setDaemon(true);
        serving.start();
    }

    /** One whose time goes on by itself. */
    static Bench running() {
        Bench bench = new Bench();
        bench.clock.run();
        return bench;
    }

    private static Path folder() {
        try {
            return Files.createTempDirectory("operator-tests");
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    static byte[] build(int of) {
        byte[] build = new byte[32];
        Arrays.fill(build, (byte) of);
        return build;
    }

    /** A driver that was greeted; its first request has been answered. */
    Client connect() throws Exception {
        Client client = new Client(streams.connect(2000));
        clock.stop();
        try {
            if (!client.greet(BUILD, identity.secret())) {
                throw new AssertionError("the greeting failed");
            }
            client.ask(state());
        } finally {
            clock.goOn();
        }
        return client;
    }

    Client holder(String name) throws Exception {
        Client client = connect();
        if (!client.ask(new Request.Hold(name, false)).isMine()) {
            throw new AssertionError("another has the phone");
        }
        return client;
    }

    static Request look() {
        return new Request.Look(0, 0, 0, 60_000, 0, false);
    }

    static Request state() {
        return new Request.Plain(Kind.STATE);
    }

    void waitForEnd() throws InterruptedException {
        server.waitForEnd();
    }

    boolean isServing() {
        return serving.isAlive();
    }

    @Override
    public void close() {
        // What is to be waited for at the end must not wait for a test.
        clock.run();
        server.end();
        clock.close();
    }
}
