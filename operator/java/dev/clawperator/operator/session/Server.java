package dev.clawperator.operator.session;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Takes streams on, and ends them. What may be asked on them is the business of {@link Connection}. */
public final class Server {
    private static final int MOST_GREETING = 64;
    static final int MOST_ADMITTED = 16;
    private static final int MOST_FAILURES = 20;
    private static final long PAUSE_MS = 50;
    private static final long LAST_ACT_MS = 2_000;
    /** How long the program stays without a stream. */
    static final long KEPT_MS = 600_000;

    private final Streams streams;
    private final Core core;
    private final Set<Connection> greeting = new LinkedHashSet<>();
    private final Set<Connection> admitted = new LinkedHashSet<>();
    private final Unused unused;
    private boolean ended;
    private boolean over;

    /** @param user whom the program runs as */
    public Server(
            Streams streams,
            Clock clock,
            Identity identity,
            int user,
            Eye eye,
            Hand hand,
            Recordings recordings,
            Log log) {
        this.streams = streams;
        core = new Core(clock, log, identity, user, eye, hand, recordings, new WhileRecording(), this::stirred);
        unused = new Unused(clock, core.timer, KEPT_MS, () -> end(true));
    }

    /** What is recorded is a use, with or without a stream. */
    private final class WhileRecording implements Recorder.Stay {
        @Override
        public void begin() {
            unused.begin();
        }

        @Override
        public void end() {
            unused.end();
        }
    }

    /** Serves until somebody asks it to end. */
    public void serve() {
        Pool.start(core.timer, "operator timer");
        Pool.start(core.acts, "operator acts");
        unused.watch();
        int failures = 0;
        while (!isEnded()) {
            try {
                Streams.Stream stream = streams.accept();
                failures = 0;
                take(stream);
            } catch (IOException | RuntimeException failed) {
                if (isEnded() || ++failures > MOST_FAILURES) {
                    break;
                }
                core.log.note("accept", failed);
                pause();
            }
        }
        end();
    }

    /** Ends every stream and everything under way. */
    public void end() {
        end(false);
    }

    private void end(boolean unlessUsed) {
        List<Connection> all = new ArrayList<>();
        synchronized (this) {
            if (ended || unlessUsed && (!admitted.isEmpty() || core.recorder.isRunning())) {
                return;
            }
            ended = true;
            all.addAll(greeting);
            all.addAll(admitted);
            notifyAll();
        }
        try {
            close(all);
        } finally {
            synchronized (this) {
                over = true;
                notifyAll();
            }
        }
    }

    private void close(List<Connection> all) {
        for (Connection connection : all) {
            try {
                connection.close();
            } catch (RuntimeException failed) {
                core.log.note("close", failed);
            }
        }
        // A touch that is cut short is over only when the fingers are up.
        core.acts.end(core.clock.now() + LAST_ACT_MS);
        core.recorder.close(core.clock.now() + LAST_ACT_MS);
        unused.stop();
        core.timer.end();
        core.pool.end();
        try {
            streams.close();
        } catch (IOException gone) {
            core.log.note("close", gone);
        }
    }

    /** Waits until it has ended. */
    public synchronized void waitForEnd() throws InterruptedException {
        while (!over) {
            wait();
        }
    }

    /** Whether a stream that has proven itself is taken on. */
    synchronized boolean admit(Connection connection) {
        if (ended || !greeting.remove(connection) || admitted.size() >= MOST_ADMITTED) {
            return false;
        }
        unused.begin();
        return admitted.add(connection);
    }

    /** Ends for a driver of another build, which starts its own; but never under the hands of somebody. */
    void giveWay() {
        end(true);
    }

    synchronized void left(Connection connection) {
        greeting.remove(connection);
        if (admitted.remove(connection)) {
            unused.end();
        }
    }

    private void take(Streams.Stream stream) throws IOException {
        if (!isOfAdb(stream)) {
            refuse(stream);
            return;
        }
        Connection connection = new Connection(this, core, stream);
        Connection oldest = null;
        synchronized (this) {
            if (ended) {
                refuse(stream);
                return;
            }
            if (greeting.size() >= MOST_GREETING) {
                Iterator<Connection> first = greeting.iterator();
                oldest = first.next();
                first.remove();
            }
            greeting.add(connection);
        }
        if (oldest != null) {
            oldest.close();
        }
        Pool.start(connection, "operator stream");
    }

    private static void refuse(Streams.Stream stream) throws IOException {
        try {
            stream.close();
        } finally {
            stream.free();
        }
    }

    /** Nobody else is heard, not even one byte. */
    private static boolean isOfAdb(Streams.Stream stream) {
        try {
            return ShellUser.isAllowed(stream.peerUid());
        } catch (IOException gone) {
            return false;
        }
    }

    private void stirred() {
        List<Connection> all;
        synchronized (this) {
            all = new ArrayList<>(admitted);
        }
        for (Connection connection : all) {
            connection.stirred();
        }
    }

    private synchronized boolean isEnded() {
        return ended;
    }

    private synchronized void pause() {
        try {
            long until = core.clock.now() + PAUSE_MS;
            while (!ended && core.clock.now() < until) {
                core.clock.await(this, until);
            }
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
        }
    }
}
