package ran;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Writes each call down once, at once: a phone is killed when its test is over. */
public final class Ran {
    static final String FILE = "clawperator.ran";

    private static final Set<String> SEEN = ConcurrentHashMap.newKeySet();

    private Ran() {}

    public static void call(String call) {
        if (SEEN.add(call)) {
            write(call);
        }
    }

    public static void hidden(String name, int form) {
        call(name + " " + form);
    }

    private static synchronized void write(String line) {
        try (OutputStream file = new FileOutputStream(System.getProperty(FILE), true)) {
            file.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
