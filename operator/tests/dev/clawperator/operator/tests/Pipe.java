package dev.clawperator.operator.tests;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** One direction of a stream, with as much room as a socket has. */
final class Pipe {
    private final byte[] ring = new byte[64 << 10];
    private int start;
    private int count;
    private boolean closed;
    private long takenBytes;
    private ByteArrayOutputStream record;

    final InputStream input = new InputStream() {
        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] into, int from, int most) throws IOException {
            return take(into, from, most);
        }
    };

    final OutputStream output = new OutputStream() {
        @Override
        public void write(int one) throws IOException {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            put(bytes, from, length);
        }
    };

    synchronized void close() {
        closed = true;
        notifyAll();
    }

    synchronized boolean isClosed() {
        return closed;
    }

    /** How many bytes the other end has read. */
    synchronized long takenBytes() {
        return takenBytes;
    }

    /** Keeps a copy of what is written from now on. */
    synchronized ByteArrayOutputStream record() {
        record = new ByteArrayOutputStream();
        return record;
    }

    private synchronized int take(byte[] into, int from, int most) throws IOException {
        while (count == 0 && !closed) {
            pause();
        }
        if (count == 0) {
            return -1;
        }
        int taken = Math.min(Math.min(most, count), ring.length - start);
        System.arraycopy(ring, start, into, from, taken);
        start = (start + taken) % ring.length;
        count -= taken;
        takenBytes += taken;
        notifyAll();
        return taken;
    }

    private synchronized void put(byte[] bytes, int from, int length) throws IOException {
        if (record != null) {
            record.write(bytes, from, length);
        }
        for (int put = 0; put < length;) {
            while (count == ring.length && !closed) {
                pause();
            }
            if (closed) {
                throw new IOException("closed");
            }
            int end = (start + count) % ring.length;
            int more = Math.min(Math.min(length - put, ring.length - count), ring.length - end);
            System.arraycopy(bytes, from + put, ring, end, more);
            count += more;
            put += more;
            notifyAll();
        }
    }

    private void pause() throws IOException {
        try {
            wait();
        } catch (InterruptedException over) {
            throw new IOException(over);
        }
    }
}
