package dev.clawperator.operator.session;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Asks a program of the phone, in a process of its own. */
public final class Asked {
    private Asked() {}

    /** The first line that it says; null where it says none. It has so many milliseconds, and is then left to itself. */
    public static String line(long mostMs, String... command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        // Reading goes on as long as anybody that the program has started keeps its output.
        FutureTask<String> line = new FutureTask<>(() -> first(process));
        Pool.start(line, "operator program");
        try {
            return line.get(mostMs, TimeUnit.MILLISECONDS);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            throw new IOException("the Operator ends");
        } catch (TimeoutException silent) {
            throw new IOException(command[0] + " did not answer in " + mostMs + " ms");
        } catch (ExecutionException failed) {
            throw new IOException(command[0] + " could not be read", failed);
        } finally {
            process.destroy();
        }
    }

    private static String first(Process process) throws IOException {
        process.getOutputStream().close();
        try (BufferedReader words =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            return words.readLine();
        }
    }
}
