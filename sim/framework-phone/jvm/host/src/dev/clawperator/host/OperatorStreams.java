package dev.clawperator.host;

import dev.clawperator.operator.session.Streams;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** The streams of one Operator, as the phone's adbd hands them over. */
final class OperatorStreams implements Streams {
    /** The user of adbd, which is at the other end of each. */
    private static final int SHELL = 2_000;
    private static final int MOST_WAITING = 256;

    /** Says to whoever waits that no more streams come. */
    private static final Stream NO_MORE = new One(null);

    private final BlockingQueue<Stream> waiting = new LinkedBlockingQueue<>(MOST_WAITING);
    private volatile boolean closed;

    /** Hands a stream over; answers whether it is taken. */
    boolean add(Socket socket) {
        return !closed && waiting.offer(new One(socket));
    }

    @Override
    public Stream accept() throws IOException {
        try {
            Stream next = closed ? NO_MORE : waiting.take();
            if (next == NO_MORE) {
                throw new IOException("the socket is closed");
            }
            return next;
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            throw new IOException(ended);
        }
    }

    @Override
    public void close() throws IOException {
        closed = true;
        for (Stream left = waiting.poll(); left != null; left = waiting.poll()) {
            left.close();
        }
        waiting.offer(NO_MORE);
    }

    private record One(Socket socket) implements Stream {
        @Override
        public int peerUid() {
            return SHELL;
        }

        @Override
        public InputStream input() throws IOException {
            return socket.getInputStream();
        }

        @Override
        public OutputStream output() throws IOException {
            return socket.getOutputStream();
        }

        @Override
        public void close() throws IOException {
            if (socket != null) {
                socket.close();
            }
        }
    }
}
