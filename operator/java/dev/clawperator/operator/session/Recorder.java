package dev.clawperator.operator.session;

import dev.clawperator.operator.protocol.Answers;
import dev.clawperator.operator.protocol.Recording;
import dev.clawperator.operator.protocol.State;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * Writes down what happens on the screen, one recording at a time. Events are taken as they come and wait in a queue with
 * an end; one thread finds out what they are of, and looks at the screen whenever it has come to rest, so that the node
 * of the next event is known as it was before it.
 */
final class Recorder {
    static final int MOST_WAITING = 512;
    /** How much memory they may keep in all. */
    static final long MOST_WAITING_BYTES = 2 << 20;
    /** How many recordings the phone keeps. */
    static final int MOST_KEPT = 16;
    /** An event this long after an act of ours is still ours. */
    static final long OURS_MS = 500;
    /** For so long nobody can tell whose an event is. */
    static final long UNSURE_MS = 2_000;
    /**
     * An event this soon after the phone was locked may be of what opened it: it is told of when the lock may be open
     * already.
     */
    static final long UNLOCKING_MS = 1_000;
    private static final long QUIET_MS = 100;
    /** A screen that never rests is looked at so often. */
    private static final long RESTLESS_MS = 500;
    private static final long LOOK_MS = 2_000;
    /** After each stir. */
    private static final int LOOKS = 2;
    private static final long CONNECT_MS = 2_000;
    /** So often it is made sure that UiAutomation is still connected. */
    private static final long WATCH_MS = 1_000;
    private static final long STOP_MS = 5_000;

    private final Clock clock;
    private final Eye eye;
    private final Looker looker;
    private final Uses uses;
    private final Recordings files;
    private final Identity identity;
    private final Log log;
    private final Stay stay;
    private final Pool pool = new Pool(1, "operator recording");
    private Session running;
    private int acts;
    private long acted = Long.MIN_VALUE;

    /** Keeps the program from ending for want of use. */
    interface Stay {
        void begin();

        void end();
    }

    /** What waits to be written. */
    private static final class Waiting {
        /** Null for a gap or a toast. */
        final Happening happening;
        final JsonLine ready;
        final long time;
        final String by;

        Waiting(Happening happening, JsonLine ready, long time, String by) {
            this.happening = happening;
            this.ready = ready;
            this.time = time;
            this.by = by;
        }

        /** A line that is ready has nothing long in it. */
        long bytes() {
            return happening == null ? 0 : happening.bytes();
        }
    }

    private static final class Session {
        final String name;
        final RecordingFile file;
        final Deque<Waiting> waiting = new ArrayDeque<>();
        long waitingBytes;
        long lost;
        boolean isLocked;
        /** When the phone was last known to be locked, or to have been so just before. */
        long lockedAt = Long.MIN_VALUE;
        long stirredAt;
        /** So often the screen is yet to be looked at: an app that was busy may not have answered the first time. */
        int looksLeft = LOOKS;
        long lookedAt = Long.MIN_VALUE;
        String ending;
        boolean isOver;

        Session(String name, RecordingFile file) {
            this.name = name;
            this.file = file;
        }
    }

    Recorder(
            Clock clock,
            Eye eye,
            Looker looker,
            Uses uses,
            Recordings files,
            Identity identity,
            Stay stay,
            Log log) {
        this.clock = clock;
        this.eye = eye;
        this.looker = looker;
        this.uses = uses;
        this.files = files;
        this.identity = identity;
        this.stay = stay;
        this.log = log;
    }

    synchronized boolean isRunning() {
        return running != null;
    }

    byte[] start(long id, String name, boolean texts) throws Refused {
        if (!Recording.isName(name)) {
            throw new Refused(Refused.FAILED, "not the name of a recording");
        }
        refuseSecond();
        // What cannot be heard is not begun.
        eye.connect(clock.now() + CONNECT_MS);
        State state = eye.state(clock.now() + CONNECT_MS);
        synchronized (this) {
            refuseSecond();
            if (files.has(name)) {
                throw new Refused(Refused.NAME_TAKEN, "the phone has a recording " + name + " already");
            }
            files.keep(MOST_KEPT - 1);
            Session session = new Session(name, begin(name, texts, state));
            session.stirredAt = clock.now();
            running = session;
            uses.begin();
            stay.begin();
            pool.add(() -> run(session));
            return Answers.recorded(id, about(session));
        }
    }

    private RecordingFile begin(String name, boolean texts, State state) throws Refused {
        try {
            RecordingFile file = new RecordingFile(files.create(name), clock.now(), texts);
            boolean isBegun = false;
            try {
                file.begin(name, identity.launchName(), eye.model(), state);
                isBegun = true;
            } finally {
                if (!isBegun) {
                    file.abandon();
                    files.remove(name);
                }
            }
            return file;
        } catch (IOException failed) {
            throw new Refused(Refused.FAILED, "the recording could not be begun: " + failed.getMessage());
        }
    }

    /** Ends the recording of a name, or whichever goes on, when what was heard until now is written. */
    byte[] stop(long id, String name) throws Refused, InterruptedException {
        Session session;
        synchronized (this) {
            session = running;
            if (session == null || !name.isEmpty() && !name.equals(session.name)) {
                throw new Refused(
                        Refused.NOT_RECORDING,
                        session == null ? "nothing is recorded" : "the recording that goes on is " + session.name);
            }
            end(session, "stopped", clock.now() + STOP_MS);
            if (!session.isOver) {
                throw new Refused(Refused.TIMED_OUT, "the recording does not come to its end");
            }
        }
        if (session.file.failure() != null) {
            throw new Refused(Refused.FAILED, "the recording could not be written: " + session.file.failure());
        }
        return Answers.recorded(id, about(session));
    }

    /** Ends what goes on because the program ends. */
    synchronized void close(long until) {
        try {
            if (running != null) {
                end(running, "operator_ended", until);
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        } finally {
            pool.end();
        }
    }

    byte[] list(long id) {
        List<Recording> all = files.list();
        synchronized (this) {
            for (Recording each : all) {
                each.runs = running != null && running.name.equals(each.name);
            }
        }
        return Answers.kept(id, all);
    }

    byte[] fetch(long id, String name, long from) throws Refused {
        if (!files.has(name)) {
            throw new Refused(Refused.NO_RECORDING, "the phone has no recording of this name");
        }
        try {
            byte[] part = files.read(name, from);
            Recording about = files.about(name);
            synchronized (this) {
                about.runs = running != null && running.name.equals(name);
            }
            return Answers.fetched(id, about, part);
        } catch (IOException failed) {
            throw new Refused(Refused.FAILED, "the recording could not be read: " + failed.getMessage());
        }
    }

    /** An act of ours begins. */
    synchronized void actBegins() {
        acts++;
    }

    synchronized void actEnds() {
        acts--;
        acted = clock.now();
    }

    /** Never waits for an app. */
    synchronized void happened(Happening happening) {
        if (running != null) {
            happening.isLocked = mayBeOfLock(happening.isLocked);
            add(new Waiting(happening, null, clock.now(), whose()));
        }
    }

    private boolean mayBeOfLock(boolean isLocked) {
        long now = clock.now();
        // The first that comes after it was locked may be the one that opened it, however long that took.
        if (isLocked || running.isLocked) {
            running.lockedAt = now;
        }
        running.isLocked = isLocked;
        return running.lockedAt != Long.MIN_VALUE && now - running.lockedAt <= UNLOCKING_MS;
    }

    synchronized void toast(CharSequence of, CharSequence text) {
        if (running != null) {
            long now = clock.now();
            JsonLine line = running.file.line("toast", now, whose());
            line.text("package", of, RecordingFile.MOST_LABEL).text("text", text, RecordingFile.MOST_LABEL);
            add(new Waiting(null, line, now, null));
        }
    }

    /** Events may have come that were not heard. */
    synchronized void gap() {
        if (running != null) {
            long now = clock.now();
            add(new Waiting(null, running.file.line("gap", now, null), now, null));
        }
    }

    synchronized void stirred() {
        if (running != null) {
            running.stirredAt = clock.now();
            running.looksLeft = LOOKS;
        }
    }

    private void add(Waiting waiting) {
        Waiting last = running.waiting.peekLast();
        boolean isSameScroll = last != null
                && waiting.happening != null
                && last.happening != null
                && waiting.happening.kind == Happening.Kind.SCROLL
                && last.happening.kind == Happening.Kind.SCROLL
                && last.happening.identity == waiting.happening.identity
                && last.happening.window == waiting.happening.window;
        if (isSameScroll) {
            running.waitingBytes -= running.waiting.removeLast().bytes();
        }
        boolean hasRoom = running.waiting.size() < MOST_WAITING
                && running.waitingBytes + waiting.bytes() <= MOST_WAITING_BYTES;
        if (!hasRoom) {
            running.lost++;
            return;
        }
        running.waiting.addLast(waiting);
        running.waitingBytes += waiting.bytes();
        notifyAll();
    }

    private String whose() {
        if (acts > 0) {
            return "operator";
        }
        long since = acted == Long.MIN_VALUE ? Long.MAX_VALUE : clock.now() - acted;
        return since <= OURS_MS ? "operator" : since <= UNSURE_MS ? "unknown" : "person";
    }

    private void refuseSecond() throws Refused {
        synchronized (this) {
            if (running != null) {
                throw new Refused(Refused.RECORDING, "the recording " + running.name + " goes on already");
            }
        }
    }

    private void end(Session session, String why, long until) throws InterruptedException {
        if (session.ending == null) {
            session.ending = why;
        }
        notifyAll();
        while (!session.isOver && clock.now() < until) {
            clock.await(this, until);
        }
    }

    private static Recording about(Session session) {
        Recording about = new Recording(session.name);
        session.file.tell(about);
        return about;
    }

    private void run(Session session) {
        try {
            step(session);
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error failed) {
            log.note("a recording", failed);
            session.file.fail("it failed on the phone with " + failed.getClass().getName());
        } finally {
            synchronized (this) {
                session.file.lose(session.lost + session.waiting.size());
                session.waiting.clear();
                session.file.end(session.ending == null ? "failed" : session.ending, clock.now());
                uses.end();
                stay.end();
                session.isOver = true;
                running = null;
                notifyAll();
            }
        }
    }

    private void step(Session session) throws InterruptedException {
        long watched = clock.now();
        while (true) {
            Waiting next;
            boolean looks = false;
            synchronized (this) {
                while (session.waiting.isEmpty() && session.ending == null && !isDue(session)
                        && clock.now() - watched < WATCH_MS) {
                    clock.await(this, Math.min(watched + WATCH_MS, due(session)));
                }
                next = session.waiting.pollFirst();
                session.waitingBytes -= next == null ? 0 : next.bytes();
                if (next == null && session.ending != null) {
                    return;
                }
                if (next == null && isDue(session)) {
                    looks = true;
                    session.looksLeft--;
                    session.lookedAt = clock.now();
                }
                session.file.lose(session.lost);
                session.lost = 0;
            }
            if (next != null) {
                write(session, next);
            } else if (looks) {
                look();
            }
            if (clock.now() - watched >= WATCH_MS) {
                watched = clock.now();
                connect();
            }
        }
    }

    /** Only with the monitor. */
    private boolean isDue(Session session) {
        return clock.now() >= due(session);
    }

    private static long due(Session session) {
        if (session.lookedAt == Long.MIN_VALUE) {
            return Long.MIN_VALUE;
        }
        if (session.looksLeft == 0) {
            return Long.MAX_VALUE;
        }
        if (session.looksLeft < LOOKS) {
            return session.lookedAt + RESTLESS_MS;
        }
        return Math.max(
                session.lookedAt + QUIET_MS, Math.min(session.stirredAt + QUIET_MS, session.lookedAt + RESTLESS_MS));
    }

    private void write(Session session, Waiting next) {
        if (next.ready != null) {
            session.file.write(next.ready);
            return;
        }
        Described described;
        try {
            described = next.happening.describe();
        } catch (RuntimeException gone) {
            // Nothing is known of it, so that it is not written.
            described = new Described();
        }
        session.file.write(next.happening, described, next.time, next.by);
    }

    private void look() throws InterruptedException {
        try {
            looker.glance(clock.now() + LOOK_MS);
        } catch (Refused | RuntimeException unseen) {
            // Events are written all the same, with what they say themselves.
        }
    }

    /** Whoever else had UiAutomation disconnected leaves a gap, which is written when it is connected again. */
    private void connect() {
        try {
            eye.connect(clock.now() + CONNECT_MS);
        } catch (Refused refused) {
            // It is tried again.
        }
    }
}
