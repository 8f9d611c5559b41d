package dev.clawperator.operator.tests;

import dev.clawperator.operator.session.Streams;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** Streams within one process. */
final class FakeStreams implements Streams {
    private static final Pair END = new Pair(-1);

    private final LinkedBlockingQueue<Pair> waiting = new LinkedBlockingQueue<>();

    /** Both directions, seen from the Operator. */
    static final class Pair implements Stream {
        final Pipe toOperator = new Pipe();
        final Pipe toDriver = new Pipe();
        volatile boolean failsToClose;
        final AtomicInteger freed = new AtomicInteger();
        private final int uid;

        Pair(int uid) {
            this.uid = uid;
        }

        @Override
        public int peerUid() {
            return uid;
        }

        @Override
        public InputStream input() {
            return toOperator.input;
        }

        @Override
        public OutputStream output() {
            return toDriver.output;
        }

        @Override
        public void close() {
            if (failsToClose) {
                throw new IllegalStateException("it does not close");
            }
            toOperator.close();
            toDriver.close();
        }

        @Override
        public void free() {
            freed.incrementAndGet();
        }
    }

    Pair connect(int uid) {
        Pair pair = new Pair(uid);
        waiting.add(pair);
        return pair;
    }

    @Override
    public Stream accept() throws IOException {
        try {
            Pair next = waiting.take();
            if (next == END) {
                throw new IOException("closed");
            }
            return next;
        } catch (InterruptedException over) {
            throw new IOException(over);
        }
    }

    @Override
    public void close() {
        waiting.add(END);
    }
}
