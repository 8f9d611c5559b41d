package dev.clawperator.operator.tests;

import dev.clawperator.operator.protocol.Act;
import dev.clawperator.operator.protocol.FrameHead;
import dev.clawperator.operator.protocol.Greeting;
import dev.clawperator.operator.protocol.Kind;
import dev.clawperator.operator.protocol.Request;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;

/** A driver, as simple as one can be. */
final class Client {
    final FakeStreams.Pair stream;
    private final List<Frame> others = new ArrayList<>();
    private long lastId;

    /** One frame that came. */
    static final class Frame {
        final FrameHead head;
        final byte[] all;

        Frame(FrameHead head, byte[] all) {
            this.head = head;
            this.all = all;
        }

        ByteBuffer body() {
            return ByteBuffer.wrap(all, FrameHead.BYTES, all.length - FrameHead.BYTES).slice();
        }

        Kind kind() {
            return head.kind;
        }

        TreeReader tree() {
            if (head.kind != Kind.TREE) {
                throw new AssertionError("not a tree but " + head.kind + " " + errorCode());
            }
            return new TreeReader(all);
        }

        /** Of `acted`. */
        int outcome() {
            if (head.kind != Kind.ACTED) {
                throw new AssertionError("not acted but " + head.kind + " " + errorCode());
            }
            return body().get(8);
        }

        String actCode() {
            return text(body(), 10);
        }

        String errorCode() {
            return head.kind == Kind.ERROR ? text(body(), 0) : "";
        }

        /** Of `held`. */
        boolean isMine() {
            return body().get(0) == 1;
        }

        String holder() {
            return text(body(), 5);
        }

        private static String text(ByteBuffer body, int at) {
            byte[] text = new byte[body.getInt(at)];
            body.position(at + 4);
            body.get(text);
            return new String(text, StandardCharsets.UTF_8);
        }
    }

    Client(FakeStreams.Pair stream) {
        this.stream = stream;
    }

    /** Greets; false if the Operator closes instead of going on. */
    boolean greet(byte[] build, byte[] secret) throws IOException {
        byte[] hello = hello(build);
        byte[] proof = proof(build, secret, hello);
        if (proof == null) {
            return false;
        }
        stream.toOperator.output.write(proof);
        return true;
    }

    /** The Operator's hello, or null if it closed. */
    byte[] hello(byte[] build) throws IOException {
        stream.toOperator.output.write(new Greeting.DriverHello(Greeting.VERSION, build, new byte[32]).encode());
        try {
            return read(122);
        } catch (EOFException closed) {
            return null;
        }
    }

    private byte[] proof(byte[] build, byte[] secret, byte[] hello) {
        if (hello == null) {
            return null;
        }
        byte[] launch = Arrays.copyOfRange(hello, 42, 58);
        Greeting greeting = new Greeting(build, launch, new byte[32], Arrays.copyOfRange(hello, 58, 90));
        boolean isProven = Arrays.equals(hello, greeting.operatorHello(secret));
        return isProven ? greeting.driverProof(secret) : null;
    }

    long send(Request request) throws IOException {
        stream.toOperator.output.write(request.frame(++lastId));
        return lastId;
    }

    long act(long number, long timeMs, Act what) throws IOException {
        return send(new Request.Do(number, timeMs, null, what));
    }

    Frame ask(Request request) throws Exception {
        return answer(send(request));
    }

    /** The answer of a request; what comes for others is kept for them. */
    Frame answer(long id) throws Exception {
        for (Iterator<Frame> each = others.iterator(); each.hasNext();) {
            Frame frame = each.next();
            if (frame.head.id == id) {
                each.remove();
                return frame;
            }
        }
        while (true) {
            Frame frame = next();
            if (frame.head.id == id) {
                return frame;
            }
            others.add(frame);
        }
    }

    Frame next() throws Exception {
        byte[] head = read(FrameHead.BYTES);
        FrameHead decoded = FrameHead.decode(head, false);
        byte[] all = Arrays.copyOf(head, FrameHead.BYTES + decoded.length);
        System.arraycopy(read(decoded.length), 0, all, FrameHead.BYTES, decoded.length);
        return new Frame(decoded, all);
    }

    boolean isClosed() {
        return stream.toDriver.isClosed();
    }

    void close() {
        stream.close();
    }

    byte[] read(int count) throws IOException {
        InputStream in = stream.toDriver.input;
        byte[] bytes = new byte[count];
        for (int got = 0; got < count;) {
            int more = in.read(bytes, got, count - got);
            if (more < 0) {
                throw new EOFException();
            }
            got += more;
        }
        return bytes;
    }
}
