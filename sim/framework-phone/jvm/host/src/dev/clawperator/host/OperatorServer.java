package dev.clawperator.host;

import dev.clawperator.operator.session.Recordings;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.json.JSONException;
import org.json.JSONObject;

/**
 * Where the phone's {@code app_process} starts the Operator and adbd reaches it.
 *
 * <p>A connection says the token, and then one line. {@code start BUILD} is answered with the launch and its secret, and
 * stays open for as long as the Operator runs: it is ended when either side closes it. {@code stream LAUNCH} is a
 * stream of that launch from there on.
 */
final class OperatorServer implements AutoCloseable {
    private static final int LONGEST_LINE = 200;
    private static final int BUILD_BYTES = 32;

    private final ServerSocket socket;
    private final byte[] token;
    private final MainLoop loop;
    /** They outlive the launches, as they would on the phone, whose files are not in this process. */
    private final Recordings recordings;
    private final Map<String, OperatorLaunch> launches = new ConcurrentHashMap<>();

    OperatorServer(String token, MainLoop loop) throws IOException {
        this.token = token.getBytes(StandardCharsets.UTF_8);
        this.loop = loop;
        recordings = new Recordings(Files.createTempDirectory("recordings").toFile());
        socket = new ServerSocket(0, 16, InetAddress.getLoopbackAddress());
        daemon(null, this::accept).start();
    }

    int port() {
        return socket.getLocalPort();
    }

    @Override
    public void close() throws IOException {
        socket.close();
        launches.values().forEach(OperatorLaunch::end);
    }

    private static Thread daemon(ThreadGroup group, Runnable work) {
        Thread thread = new Thread(group, work, "operator server");
        thread.setDaemon(true);
        return thread;
    }

    private void accept() {
        while (!socket.isClosed()) {
            try {
                Socket connection = socket.accept();
                // What it starts belongs to its group.
                OperatorThreads group = new OperatorThreads();
                daemon(group, () -> serve(connection, group)).start();
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(Socket connection, OperatorThreads group) {
        boolean handedOver = false;
        try {
            connection.setTcpNoDelay(true);
            InputStream in = connection.getInputStream();
            if (MessageDigest.isEqual(line(in), token)) {
                String[] words = new String(line(in), StandardCharsets.US_ASCII).split(" ");
                if (words.length == 2 && words[0].equals("start")) {
                    run(connection, words[1], group);
                } else if (words.length == 2 && words[0].equals("stream")) {
                    OperatorLaunch launch = launches.get(words[1]);
                    handedOver = launch != null && launch.add(connection);
                }
            }
        } catch (IOException | JSONException gone) {
            // Whoever speaks another language is not spoken to.
        } finally {
            if (!handedOver) {
                close(connection);
            }
        }
    }

    /** Runs the Operator until it ends, or whoever started it is gone. */
    private void run(Socket control, String build, OperatorThreads group) throws IOException, JSONException {
        OperatorLaunch launch;
        try {
            byte[] parsed = HexFormat.of().parseHex(build);
            if (parsed.length != BUILD_BYTES) {
                throw new IllegalArgumentException("a build has " + BUILD_BYTES + " bytes");
            }
            launch = new OperatorLaunch(loop, parsed, recordings);
        } catch (IOException | RuntimeException | LinkageError failed) {
            failed.printStackTrace();
            answer(control, new JSONObject().put("failed", String.valueOf(failed)));
            return;
        }
        group.onFailure(launch::end);
        launches.put(launch.name(), launch);
        daemon(group, () -> endWith(control, launch)).start();
        answer(control, new JSONObject()
                .put("launch", launch.name())
                .put("secret", HexFormat.of().formatHex(launch.secret())));
        try {
            // Nothing is said any more; the end of the stream is the end of the process.
            control.getInputStream().read();
        } catch (IOException closed) {
            // That is an end too.
        }
        launch.end();
    }

    private void endWith(Socket control, OperatorLaunch launch) {
        try {
            launch.waitForEnd();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
        launches.remove(launch.name());
        close(control);
    }

    private static void answer(Socket control, JSONObject answer) throws IOException {
        control.getOutputStream().write((answer + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private static void close(Socket connection) {
        try {
            connection.close();
        } catch (IOException gone) {
            // Then it is closed.
        }
    }

    /** A line without its end; what follows it is not touched. */
    private static byte[] line(InputStream in) throws IOException {
        byte[] line = new byte[LONGEST_LINE];
        int length = 0;
        for (int read = in.read(); read != '\n'; read = in.read()) {
            if (read < 0 || length == line.length) {
                throw new IOException("no line");
            }
            line[length++] = (byte) read;
        }
        return java.util.Arrays.copyOf(line, length);
    }
}
