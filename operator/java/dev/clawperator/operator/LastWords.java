package dev.clawperator.operator;

import dev.clawperator.operator.android.FileSecrets;
import dev.clawperator.operator.session.Log;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;

/** Why the program ended, in a file that never grows; what went wrong without ending it goes to the phone's log. */
final class LastWords implements Log {
    private static final String TAG = "clawperator";
    private static final String NAME = "clawperator-operator.last";
    private static final int MOST_CHARACTERS = 8_000;

    private final File file;

    LastWords(File folder) {
        file = new File(folder, NAME);
    }

    @Override
    public void note(String what, Throwable failed) {
        android.util.Log.w(TAG, what, failed);
    }

    /** A thread that ends in a way that nobody thought of ends the program: half of it would be worse than none. */
    void watch(FileSecrets secrets) {
        Thread.setDefaultUncaughtExceptionHandler((thread, failed) -> {
            try {
                keep("it ended in " + thread.getName(), failed);
            } finally {
                end(secrets, 1);
            }
        });
        Runtime.getRuntime().addShutdownHook(new Thread(secrets::remove));
    }

    /** Ends at once, whatever waits for whatever: the system lets go of UiAutomation when its owner is gone. */
    static void end(FileSecrets secrets, int status) {
        try {
            secrets.remove();
        } finally {
            Runtime.getRuntime().halt(status);
        }
    }

    synchronized void keep(String what, Throwable failed) {
        StringWriter words = new StringWriter();
        PrintWriter writer = new PrintWriter(words);
        writer.println(what);
        failed.printStackTrace(writer);
        writer.flush();
        String text = words.toString();
        String kept = text.substring(0, Math.min(text.length(), MOST_CHARACTERS));
        file.delete();
        try {
            FileSecrets.write(file, kept.getBytes(StandardCharsets.UTF_8));
        } catch (IOException full) {
            // There is no other place.
        }
    }
}
