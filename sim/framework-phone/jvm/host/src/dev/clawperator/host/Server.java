package dev.clawperator.host;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.json.JSONException;
import org.json.JSONObject;

/**
 * A socket for one line of JSON a request and one line an answer, with bytes behind it if it says so.
 *
 * <p>Requests of one connection may overlap; each is answered when it is done.
 */
final class Server implements AutoCloseable {
    private static final int LONGEST_LINE = 1 << 20;
    private static final int MOST_AT_ONCE = 64;

    private final ServerSocket socket;
    private final byte[] token;
    private final Handler handler;
    private final ExecutorService workers = Executors.newFixedThreadPool(MOST_AT_ONCE, Server::daemon);

    /** Answers requests. */
    interface Handler {
        Answer answer(String operation, JSONObject request) throws Exception;
    }

    Server(String token, Handler handler) throws IOException {
        this.token = token.getBytes(StandardCharsets.UTF_8);
        this.handler = handler;
        socket = new ServerSocket(0, 16, InetAddress.getLoopbackAddress());
        daemon(this::accept).start();
    }

    int port() {
        return socket.getLocalPort();
    }

    @Override
    public void close() throws IOException {
        socket.close();
        workers.shutdownNow();
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "server");
        thread.setDaemon(true);
        return thread;
    }

    private void accept() {
        while (!socket.isClosed()) {
            try {
                Socket connection = socket.accept();
                daemon(() -> serve(connection)).start();
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(Socket connection) {
        try (connection) {
            connection.setTcpNoDelay(true);
            InputStream in = new BufferedInputStream(connection.getInputStream());
            OutputStream out = new BufferedOutputStream(connection.getOutputStream());
            byte[] first = line(in);
            if (first == null || !MessageDigest.isEqual(first, token)) {
                return;
            }
            for (byte[] line = line(in); line != null; line = line(in)) {
                JSONObject request = new JSONObject(new String(line, StandardCharsets.UTF_8));
                workers.execute(() -> perform(request, out));
            }
        } catch (IOException | JSONException gone) {
            // Whoever speaks another language is not spoken to.
        }
    }

    private void perform(JSONObject request, OutputStream out) {
        Answer answer;
        try {
            answer = handler.answer(request.getString("op"), request);
        } catch (Busy busy) {
            answer = Answer.refused("busy");
        } catch (Exception | LinkageError failed) {
            failed.printStackTrace();
            answer = Answer.refused("failed: " + failed);
        }
        try {
            write(request.opt("id"), answer, out);
        } catch (IOException | JSONException gone) {
            // The one who asked has left.
        }
    }

    private static void write(Object id, Answer answer, OutputStream out) throws IOException, JSONException {
        JSONObject line = new JSONObject().put("id", id);
        if (answer.refused() != null) {
            line.put("refused", answer.refused());
        } else {
            line.put("ok", answer.body());
        }
        synchronized (out) {
            out.write(line.toString().getBytes(StandardCharsets.UTF_8));
            out.write('\n');
            out.write(answer.bytes());
            out.flush();
        }
    }

    /** A line without its end, or null at the end of the stream. */
    private static byte[] line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int read = in.read(); read != '\n'; read = in.read()) {
            if (read < 0) {
                return null;
            }
            if (line.size() >= LONGEST_LINE) {
                throw new IOException("the line is too long");
            }
            line.write(read);
        }
        return line.toByteArray();
    }
}
