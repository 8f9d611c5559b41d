package dev.clawperator.operator.android;

import android.system.ErrnoException;
import android.system.Os;
import dev.clawperator.operator.session.Recordings;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** Recordings as files that only this user can read. */
public final class FileRecordings extends Recordings {
    public FileRecordings(File folder) {
        super(folder);
    }

    @Override
    protected OutputStream create(File file) throws IOException {
        FileDescriptor descriptor = FileSecrets.create(file);
        return new FileOutputStream(descriptor) {
            @Override
            public void close() throws IOException {
                try {
                    super.close();
                } finally {
                    release(descriptor);
                }
            }
        };
    }

    /** A stream that was given a descriptor leaves it open. */
    private static void release(FileDescriptor descriptor) throws IOException {
        try {
            if (descriptor.valid()) {
                Os.close(descriptor);
            }
        } catch (ErrnoException failed) {
            throw new IOException(failed);
        }
    }
}
