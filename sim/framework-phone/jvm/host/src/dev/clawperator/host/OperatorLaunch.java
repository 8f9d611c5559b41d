package dev.clawperator.host;

import dev.clawperator.operator.android.OperatorProgram;
import dev.clawperator.operator.session.Recordings;
import dev.clawperator.operator.session.SecretStore;
import java.io.IOException;
import java.net.Socket;

/** One launch of the Operator, which runs in this process as it would run in its own. */
final class OperatorLaunch implements SecretStore {
    private final OperatorStreams streams = new OperatorStreams();
    private final OperatorProgram program;
    private byte[] secret;

    OperatorLaunch(MainLoop loop, byte[] build, Recordings recordings) throws IOException {
        OperatorClock clock = new OperatorClock(loop);
        program = OperatorProgram.start(streams, clock, build, this, recordings, OperatorLaunch::note);
    }

    String name() {
        return program.launchName();
    }

    byte[] secret() {
        return secret.clone();
    }

    /** Hands over a stream; answers whether it is taken. */
    boolean add(Socket stream) {
        return streams.add(stream);
    }

    void end() {
        program.end();
    }

    /** Waits until it has ended and let go of the phone. */
    void waitForEnd() throws InterruptedException {
        program.waitForEnd();
    }

    @Override
    public void keep(String launch, byte[] kept) {
        // The file is the phone's, whose files are not in this process.
        secret = kept.clone();
    }

    @Override
    public void remove() {
        // So is its removal.
    }

    private static void note(String what, Throwable failed) {
        System.err.println("the Operator: " + what);
        if (failed != null) {
            failed.printStackTrace();
        }
    }
}
