package dev.clawperator.operator.session;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** Where streams come from. */
public interface Streams extends Closeable {
    /** The next stream. Fails once this is closed. */
    Stream accept() throws IOException;

    /** One stream of a driver, or of anybody. */
    interface Stream extends Closeable {
        /** The user of whoever is at the other end, as the system says. */
        int peerUid() throws IOException;

        InputStream input() throws IOException;

        OutputStream output() throws IOException;

        /** Ends the stream, and every read and write that waits on it in another thread. */
        @Override
        void close() throws IOException;

        /** Gives back what the system has for it, once nobody reads or writes any more. */
        default void free() throws IOException {}
    }
}
