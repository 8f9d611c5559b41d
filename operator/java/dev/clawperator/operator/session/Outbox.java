package dev.clawperator.operator.session;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.Deque;

/** What waits to be written to one stream, and the thread that writes it. */
final class Outbox implements Runnable {
    /** Beyond one frame, which may be larger: a phone has not much memory for one program. */
    private static final int MOST_BYTES = 8 << 20;
    private static final int MOST_FRAMES = 64;
    private static final long STALL_MS = 30_000;

    private final OutputStream out;
    private final Timer timer;
    private final Clock clock;
    private final Runnable close;
    private final Pushes pushes;
    private final Deque<byte[]> frames = new ArrayDeque<>();
    /** Of the frames that wait and of the one that is being written. */
    private long bytes;
    private int writingBytes;
    private boolean pushWaits;
    private boolean writing;
    private boolean closed;

    /** Makes what the Operator tells by itself, at the moment when it is written. */
    interface Pushes {
        byte[] changed();
    }

    Outbox(OutputStream out, Timer timer, Clock clock, Pushes pushes, Runnable close) {
        this.out = out;
        this.timer = timer;
        this.clock = clock;
        this.pushes = pushes;
        this.close = close;
    }

    /** Adds an answer. Never waits: for threads that serve others too, whose answers are few and small. */
    synchronized void add(byte[] frame) {
        if (!closed) {
            frames.addLast(frame);
            bytes += frame.length;
            notifyAll();
        }
    }

    /** Adds an answer when there is room: for threads that serve this stream alone. */
    synchronized void addWhenRoom(byte[] frame) throws InterruptedException {
        while (!closed && (frames.size() >= MOST_FRAMES || bytes > 0 && bytes + frame.length > MOST_BYTES)) {
            wait();
        }
        add(frame);
    }

    /** Has a `changed` sent; one at most waits. */
    synchronized void push() {
        pushWaits = true;
        notifyAll();
    }

    synchronized void close() {
        closed = true;
        frames.clear();
        notifyAll();
    }

    /** Waits until all was written, at most so long. */
    synchronized void flush(long until) throws InterruptedException {
        while (!closed && (writing || !frames.isEmpty()) && clock.now() < until) {
            clock.await(this, until);
        }
    }

    @Override
    public void run() {
        try {
            for (byte[] frame = next(); frame != null; frame = next()) {
                Timer.Entry stall = timer.at(clock.now() + STALL_MS, close);
                try {
                    out.write(frame);
                    out.flush();
                } finally {
                    stall.cancel();
                }
            }
        } catch (IOException | InterruptedException gone) {
            // Whoever was there has left, or does not read.
        } finally {
            close.run();
        }
    }

    private byte[] next() throws InterruptedException {
        synchronized (this) {
            writing = false;
            bytes -= writingBytes;
            writingBytes = 0;
            notifyAll();
            while (!closed && frames.isEmpty() && !pushWaits) {
                wait();
            }
            if (closed) {
                return null;
            }
            writing = true;
            if (!frames.isEmpty()) {
                byte[] frame = frames.removeFirst();
                writingBytes = frame.length;
                return frame;
            }
            pushWaits = false;
        }
        return pushes.changed();
    }
}
