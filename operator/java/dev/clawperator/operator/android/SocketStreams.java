package dev.clawperator.operator.android;

import android.net.LocalServerSocket;
import android.net.LocalSocket;
import android.system.ErrnoException;
import android.system.Os;
import android.system.OsConstants;
import dev.clawperator.operator.session.Streams;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** Streams of an abstract socket. */
public final class SocketStreams implements Streams {
    private final LocalServerSocket socket;

    /** Takes the name; fails if somebody has it. */
    public SocketStreams(String name) throws IOException {
        socket = new LocalServerSocket(name);
    }

    @Override
    public Stream accept() throws IOException {
        return new One(socket.accept());
    }

    @Override
    public void close() throws IOException {
        try {
            // Closing alone does not wake a thread that waits for the next stream.
            Os.shutdown(socket.getFileDescriptor(), OsConstants.SHUT_RDWR);
        } catch (ErrnoException notOpen) {
            // Then nobody waits.
        }
        socket.close();
    }

    /** The socket's own flush waits until the other end has read everything, in steps of ten milliseconds. */
    private static final class WithoutFlush extends OutputStream {
        private final OutputStream out;

        WithoutFlush(OutputStream out) {
            this.out = out;
        }

        @Override
        public void write(int one) throws IOException {
            out.write(one);
        }

        @Override
        public void write(byte[] bytes, int from, int count) throws IOException {
            out.write(bytes, from, count);
        }
    }

    private static final class One implements Stream {
        private final LocalSocket stream;

        One(LocalSocket stream) {
            this.stream = stream;
        }

        @Override
        public int peerUid() throws IOException {
            return stream.getPeerCredentials().getUid();
        }

        @Override
        public InputStream input() throws IOException {
            return stream.getInputStream();
        }

        @Override
        public OutputStream output() throws IOException {
            return new WithoutFlush(stream.getOutputStream());
        }

        @Override
        public void close() throws IOException {
            // Not closed yet: its number would go to the next stream, which may be a stranger's, and a writer may be in
            // the middle of a frame.
            try {
                stream.shutdownInput();
            } finally {
                stream.shutdownOutput();
            }
        }

        @Override
        public void free() throws IOException {
            stream.close();
        }
    }
}
