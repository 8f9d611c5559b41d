package dev.clawperator.operator.session;

import dev.clawperator.operator.protocol.Limits;
import dev.clawperator.operator.protocol.Recording;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.util.ArrayList;
import java.util.List;

/** The files of recordings, in a folder that only this user can write to. */
public class Recordings {
    private static final String PREFIX = "clawperator-operator-recording-";
    private static final String SUFFIX = ".ndjson";

    private final File folder;

    public Recordings(File folder) {
        this.folder = folder;
    }

    /** Begins a file that is not there yet, and that nobody else can read. */
    protected OutputStream create(File file) throws IOException {
        if (!file.createNewFile()) {
            throw new IOException(file + " is there already");
        }
        return new FileOutputStream(file);
    }

    final OutputStream create(String name) throws IOException {
        return create(file(name));
    }

    /** Takes away one that was not begun, so that its name is free. */
    final void remove(String name) {
        file(name).delete();
    }

    final boolean has(String name) {
        return Recording.isName(name) && file(name).isFile();
    }

    /** The newest first, at most as many as can be told of. */
    final List<Recording> list() {
        List<Recording> found = new ArrayList<>();
        File[] files = folder.listFiles();
        for (File each : files == null ? new File[0] : files) {
            String file = each.getName();
            if (!file.startsWith(PREFIX) || !file.endsWith(SUFFIX)) {
                continue;
            }
            String name = file.substring(PREFIX.length(), Math.max(PREFIX.length(), file.length() - SUFFIX.length()));
            if (has(name)) {
                found.add(about(name));
            }
        }
        found.sort((one, other) -> Long.compare(other.writtenMs, one.writtenMs));
        return new ArrayList<>(found.subList(0, Math.min(found.size(), Limits.RECORDINGS)));
    }

    final Recording about(String name) {
        Recording recording = new Recording(name);
        recording.bytes = file(name).length();
        recording.writtenMs = Math.max(0, file(name).lastModified());
        return recording;
    }

    /** What is at a place; nothing behind the end. */
    final byte[] read(String name, long from) throws IOException {
        try (RandomAccessFile in = new RandomAccessFile(file(name), "r")) {
            long left = from < 0 ? 0 : in.length() - from;
            byte[] part = new byte[(int) Math.max(0, Math.min(left, Limits.PART_BYTES))];
            if (part.length > 0) {
                in.seek(from);
                in.readFully(part);
            }
            return part;
        }
    }

    /** Removes the oldest of those that are more than this. */
    final void keep(int most) {
        List<Recording> all = list();
        for (Recording old : all.subList(Math.min(all.size(), most), all.size())) {
            file(old.name).delete();
        }
    }

    private File file(String name) {
        if (!Recording.isName(name)) {
            throw new IllegalArgumentException("not the name of a recording");
        }
        return new File(folder, PREFIX + name + SUFFIX);
    }
}
