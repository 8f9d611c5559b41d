package dev.clawperator.operator.android;

import android.system.ErrnoException;
import android.system.Os;
import android.system.OsConstants;
import dev.clawperator.operator.session.SecretStore;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.util.regex.Pattern;

/** The secret as a file that only this user can read. */
public final class FileSecrets implements SecretStore {
    private static final int ONLY_OWNER = 0600;
    private static final String PREFIX = "clawperator-operator-";
    private static final Pattern LEFT_BEHIND =
            Pattern.compile("clawperator-operator-(?:[0-9a-f]{32}\\.secret|[0-9a-f]{16}\\.jar)");

    private final File folder;
    private volatile File file;

    public FileSecrets(File folder) {
        this.folder = folder;
    }

    @Override
    public void keep(String launch, byte[] secret) throws IOException {
        file = new File(folder, PREFIX + launch + ".secret");
        write(file, secret);
    }

    /** Writes a file that is not there yet, and that nobody else can read. */
    public static void write(File to, byte[] bytes) throws IOException {
        FileDescriptor descriptor = create(to);
        try {
            try (FileOutputStream out = new FileOutputStream(descriptor)) {
                out.write(bytes);
            } finally {
                Os.close(descriptor);
            }
        } catch (ErrnoException failed) {
            throw new IOException(to + " could not be written: " + failed.getMessage(), failed);
        }
    }

    /** Makes a file that is not there yet, and that nobody else can read. */
    static FileDescriptor create(File file) throws IOException {
        try {
            int flags = OsConstants.O_CREAT | OsConstants.O_EXCL | OsConstants.O_WRONLY;
            return Os.open(file.getPath(), flags, ONLY_OWNER);
        } catch (ErrnoException failed) {
            throw new IOException(file + " could not be written: " + failed.getMessage(), failed);
        }
    }

    @Override
    public void remove() {
        File own = file;
        if (own != null) {
            own.delete();
        }
    }

    /** Removes secrets and jars of launches that are over. Only for whoever has the name of the socket. */
    public void removeOthers(File jar) {
        File[] found = folder.listFiles();
        if (found == null) {
            return;
        }
        for (File each : found) {
            boolean isOwn = each.equals(file) || each.getName().equals(jar.getName());
            if (!isOwn && LEFT_BEHIND.matcher(each.getName()).matches()) {
                each.delete();
            }
        }
    }
}
