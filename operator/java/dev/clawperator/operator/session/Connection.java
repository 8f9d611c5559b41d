package dev.clawperator.operator.session;

import dev.clawperator.operator.protocol.Answers;
import dev.clawperator.operator.protocol.Damaged;
import dev.clawperator.operator.protocol.FrameHead;
import dev.clawperator.operator.protocol.Greeting;
import dev.clawperator.operator.protocol.Kind;
import dev.clawperator.operator.protocol.Request;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** One stream: its greeting, and what is asked and answered on it. */
final class Connection implements Runnable {
    private static final int MOST_OPEN = 32;
    private static final long GREETING_MS = 2_000;
    private static final long FLUSH_MS = 1_000;
    /** How long a stream stays on which nothing is asked: adb servers have room for some hundred of all phones. */
    static final long KEPT_MS = 120_000;

    private final Server server;
    private final Core core;
    private final Streams.Stream stream;
    private final Workers workers;
    private final Unused unused;
    private final Map<Long, Open> open = new HashMap<>();
    private volatile Outbox outbox;
    private volatile boolean watching;
    private boolean closed;
    /** The reader and the writer, while they are there. */
    private int users = 1;
    private long lastId;

    Connection(Server server, Core core, Streams.Stream stream) {
        this.server = server;
        this.core = core;
        this.stream = stream;
        workers = new Workers(core.pool);
        unused = new Unused(core.clock, core.timer, KEPT_MS, this::close);
    }

    @Override
    public void run() {
        Timer.Entry late = core.timer.at(core.clock.now() + GREETING_MS, this::close);
        try {
            InputStream in = new BufferedInputStream(stream.input());
            boolean known = greet(in);
            late.cancel();
            if (known && server.admit(this)) {
                serve(in);
            }
        } catch (IOException | Damaged gone) {
            // It left, or it is not who it claims to be: neither hears a word.
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error failed) {
            core.log.note("a stream", failed);
        } finally {
            late.cancel();
            close();
            giveBack();
            free();
        }
    }

    /** Tells that the screen may show something else, if this stream wants to know. Never waits. */
    void stirred() {
        Outbox own = outbox;
        if (watching && own != null) {
            own.push();
        }
    }

    /** Answers a request that is still open. Never waits. */
    void answer(Open asked, byte[] frame) {
        if (finish(asked)) {
            outbox.add(frame);
        }
    }

    /** Ends the stream, and everything that was asked on it. */
    void close() {
        List<Open> left;
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            left = new ArrayList<>(open.values());
        }
        unused.stop();
        server.left(this);
        try {
            stream.close();
        } catch (IOException | RuntimeException gone) {
            // It is closed all the same.
        }
        Outbox own = outbox;
        if (own != null) {
            own.close();
        }
        workers.close();
        giveBack();
        for (Open asked : left) {
            asked.answer();
        }
        core.stirs.wake();
        core.acts.wake();
    }

    /** Done when the stream closes, and again when nothing more is read: another thread may close it in between. */
    private void giveBack() {
        core.acts.cancelAll(this, "the stream closed", false);
        core.holder.leave(this);
    }

    private boolean greet(InputStream in) throws IOException, Damaged {
        Greeting.DriverHello hello = Greeting.DriverHello.decode(read(in, Greeting.DRIVER_HELLO_BYTES));
        Greeting greeting = core.identity.greet(hello);
        boolean isOurs = core.identity.isBuildOf(hello);
        stream.output().write(isOurs ? core.identity.helloIn(greeting) : greeting.operatorHelloToStranger());
        stream.output().flush();
        if (!isOurs) {
            close();
            server.giveWay();
            return false;
        }
        return core.identity.isProvenIn(greeting, read(in, Greeting.PROOF_BYTES));
    }

    private void serve(InputStream in) throws IOException, Damaged, InterruptedException {
        Outbox own = new Outbox(stream.output(), core.timer, core.clock, this::changed, this::close);
        outbox = own;
        synchronized (this) {
            if (closed) {
                return;
            }
            users++;
        }
        unused.watch();
        Pool.start(() -> write(own), "operator writer");
        while (true) {
            FrameHead head = FrameHead.decode(read(in, FrameHead.BYTES), true);
            if (head.id <= lastId) {
                throw new EOFException("an id comes again");
            }
            lastId = head.id;
            Request request = Request.decode(head.kind, read(in, head.length));
            core.holder.renew(this);
            take(head.id, request);
        }
    }

    private void write(Outbox own) {
        try {
            own.run();
        } finally {
            free();
        }
    }

    private synchronized void free() {
        if (--users == 0) {
            try {
                stream.free();
            } catch (IOException gone) {
                // There is nothing to give back.
            }
        }
    }

    private void take(long id, Request request) throws InterruptedException {
        // A cancel is answered at once, and is what makes room.
        if (request.kind == Kind.CANCEL) {
            outbox.addWhenRoom(Answers.cancelled(id, cancel(((Request.Cancel) request).id)));
            return;
        }
        Open asked = new Open(id);
        if (!add(asked)) {
            String message = MOST_OPEN + " requests are open";
            outbox.addWhenRoom(Answers.error(id, Refused.BUSY, message));
            return;
        }
        try {
            perform(asked, request);
        } catch (Refused refused) {
            answerWhenRoom(asked, Answers.error(id, refused.code, refused.getMessage()));
        }
    }

    private void perform(Open asked, Request request) throws Refused, InterruptedException {
        switch (request.kind) {
            case STATE:
                work(asked, () -> core.looker.state(asked.id));
                break;
            case LOOK:
                work(asked, () -> look(asked, (Request.Look) request));
                break;
            case PICTURE:
                work(asked, () -> core.looker.picture(asked.id, (Request.Picture) request));
                break;
            case WATCH:
                work(asked, () -> watch(asked.id, ((Request.Watch) request).number));
                break;
            case ACT:
                byte[] atOnce = core.acts.submit(this, asked, (Request.Do) request);
                if (atOnce != null) {
                    answerWhenRoom(asked, atOnce);
                }
                break;
            case OUTCOME:
                answerWhenRoom(asked, core.acts.outcome(asked.id, ((Request.OutcomeOf) request).act));
                break;
            case HOLD:
                hold((Request.Hold) request);
                answerWhenRoom(asked, held(asked.id));
                break;
            case LISTEN:
                work(asked, () -> listen(asked.id, (Request.Listen) request));
                break;
            case CLIP:
                work(asked, () -> clip(asked.id));
                break;
            case ABOUT:
                answerWhenRoom(asked, about(asked.id));
                break;
            case RECORD:
                Request.Record record = (Request.Record) request;
                work(asked, () -> core.recorder.start(asked.id, record.name, record.texts));
                break;
            case STOP_RECORDING:
                work(asked, () -> core.recorder.stop(asked.id, ((Request.StopRecording) request).name));
                break;
            case RECORDINGS:
                work(asked, () -> core.recorder.list(asked.id));
                break;
            case FETCH:
                Request.Fetch fetch = (Request.Fetch) request;
                work(asked, () -> core.recorder.fetch(asked.id, fetch.name, fetch.from));
                break;
            case LEAVE:
                core.acts.cancelAll(this, "the stream left the phone", false);
                core.holder.leave(this);
                if (!core.holder.isHeldByAnother(this)) {
                    core.uses.letGo();
                    core.eye.waitForLetGo(core.clock.now() + FLUSH_MS);
                }
                answerWhenRoom(asked, held(asked.id));
                break;
            default:
                end(asked);
        }
    }

    /** What a thread of this stream does for one request. */
    private interface Work {
        byte[] answer() throws Refused, InterruptedException;
    }

    private void work(Open asked, Work work) {
        workers.add(() -> {
            try {
                if (asked.isWanted()) {
                    answerWhenRoom(asked, answerOf(asked.id, work));
                }
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
            }
        });
    }

    private byte[] answerOf(long id, Work work) throws InterruptedException {
        core.uses.begin();
        try {
            return work.answer();
        } catch (Refused refused) {
            return Answers.error(id, refused.code, refused.getMessage());
        } catch (RuntimeException | Error failed) {
            core.log.note("a request", failed);
            return Answers.error(id, Refused.FAILED, "it failed on the phone with " + failed);
        } finally {
            core.uses.end();
        }
    }

    private byte[] look(Open asked, Request.Look look) throws Refused, InterruptedException {
        long until = core.clock.now() + look.timeMs;
        if (look.after != 0 && !core.acts.waitFor(look.after, until, asked)) {
            throw new Refused(Refused.TIMED_OUT, "the act before it was not over in its time");
        }
        return core.looker.look(asked.id, look, until, asked);
    }

    private byte[] clip(long id) throws Refused {
        Copied copied = core.eye.clip();
        return Answers.clipped(id, copied.text, copied.hasOther);
    }

    private byte[] listen(long id, Request.Listen asked) throws Refused {
        core.eye.connect(core.clock.now() + GREETING_MS);
        return core.notices.heard(id, asked.after, asked.atMostMs);
    }

    private byte[] watch(long id, long number) throws Refused {
        core.eye.connect(core.clock.now() + GREETING_MS);
        watching = true;
        if (core.trees.isStale(number, core.stirs.events())) {
            outbox.push();
        }
        return Answers.watched(id);
    }

    private byte[] changed() {
        return Answers.changed(core.trees.newest(), core.trees.eventsSince(core.stirs.events()), 0, core.notices.newest());
    }

    private void hold(Request.Hold asked) {
        if (core.holder.hold(this, asked.name) || !asked.take) {
            return;
        }
        Object before = core.holder.take(this, asked.name);
        if (before instanceof Connection) {
            core.acts.cancelAll((Connection) before, "another stream took the phone", true);
        }
    }

    private byte[] held(long id) {
        Holder.View view = core.holder.view(this);
        return Answers.held(id, view.byYou, view.leaseMs, view.name);
    }

    private byte[] about(long id) {
        Holder.View view = core.holder.view(this);
        return Answers.told(id, core.user, core.eye.isConnected(), view.leaseMs, view.name);
    }

    private void end(Open asked) throws Refused, InterruptedException {
        if (core.holder.isHeldByAnother(this)) {
            throw new Refused(Refused.NOT_HELD, "another stream has the phone");
        }
        answerWhenRoom(asked, held(asked.id));
        outbox.flush(core.clock.now() + FLUSH_MS);
        server.end();
    }

    private boolean cancel(long id) {
        Open asked;
        synchronized (this) {
            asked = open.get(id);
        }
        if (asked == null) {
            return false;
        }
        if (asked.isAct()) {
            return core.acts.cancel(asked);
        }
        boolean inTime = finish(asked);
        if (inTime) {
            outbox.add(Answers.error(id, Refused.CANCELLED, "a cancel came first"));
            core.stirs.wake();
            core.acts.wake();
        }
        return inTime;
    }

    private synchronized boolean add(Open asked) {
        if (closed || open.size() >= MOST_OPEN) {
            return false;
        }
        open.put(asked.id, asked);
        unused.begin();
        return true;
    }

    private void answerWhenRoom(Open asked, byte[] frame) throws InterruptedException {
        if (finish(asked)) {
            outbox.addWhenRoom(frame);
        }
    }

    private boolean finish(Open asked) {
        boolean first = asked.answer();
        synchronized (this) {
            if (open.remove(asked.id) != null) {
                unused.end();
            }
        }
        return first;
    }

    private static byte[] read(InputStream in, int count) throws IOException {
        byte[] bytes = new byte[count];
        for (int got = 0; got < count;) {
            int more = in.read(bytes, got, count - got);
            if (more < 0) {
                throw new EOFException();
            }
            got += more;
        }
        return bytes;
    }
}
