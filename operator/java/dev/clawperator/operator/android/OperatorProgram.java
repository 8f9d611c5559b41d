package dev.clawperator.operator.android;

import android.content.ClipData;
import android.os.IBinder;
import android.os.Process;
import android.os.RemoteException;
import dev.clawperator.operator.hidden.Automation;
import dev.clawperator.operator.hidden.Capture;
import dev.clawperator.operator.hidden.Clipboard;
import dev.clawperator.operator.hidden.Hidden;
import dev.clawperator.operator.hidden.Injector;
import dev.clawperator.operator.hidden.Rotation;
import dev.clawperator.operator.hidden.Services;
import dev.clawperator.operator.session.Board;
import dev.clawperator.operator.session.Clock;
import dev.clawperator.operator.session.Identity;
import dev.clawperator.operator.session.Log;
import dev.clawperator.operator.session.Pool;
import dev.clawperator.operator.session.Recordings;
import dev.clawperator.operator.session.SecretStore;
import dev.clawperator.operator.session.Server;
import dev.clawperator.operator.session.Streams;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;

/**
 * The Operator on a phone, whatever the phone is: everything but the socket, the clock and the file of the secret is the
 * same on a real one and on a host that runs Android's classes in its own process.
 *
 * <p>A host calls {@link #start} from any thread but the main one, with classes loaded as its Android classes are. The
 * main looper exists and goes on; UiAutomation, input, clipboard, power, keyguard, tasks, display and capture are
 * reached through `ServiceManager` and the client classes that `hidden.Call` lists. `streams` says that its peers are
 * of user 2000 or 0. `clock` is the phone's time: what waits on it may be woken early. Several can run at once and one
 * after another; nothing is static. The host tells drivers {@link #launchName} and where `secrets` keeps the secret;
 * `recordings` is a folder that outlives the launch.
 */
public final class OperatorProgram {
    private final Identity identity;
    private final SecretStore secrets;
    private final Server server;
    private final AndroidEye eye;
    /** Kept, because only whoever has it hears that the system is gone. */
    private IBinder system;
    private final CountDownLatch over = new CountDownLatch(1);

    private OperatorProgram(Identity identity, SecretStore secrets, Server server, AndroidEye eye) {
        this.identity = identity;
        this.secrets = secrets;
        this.server = server;
        this.eye = eye;
    }

    /**
     * Keeps the secret of a new launch, and serves from then on, on threads of its own.
     *
     * @param build SHA-256 of the program, 32 bytes
     */
    public static OperatorProgram start(
            Streams streams, Clock clock, byte[] build, SecretStore secrets, Recordings recordings, Log log)
            throws IOException {
        Identity identity = Identity.launch(build);
        secrets.keep(identity.launchName(), identity.secret());
        Hidden hidden = new Hidden();
        Services services = new Services(hidden);
        Automation automations = new Automation(hidden);
        Seen.Last last = new Seen.Last();
        Connected connected = new Connected(automations, new Rotation(hidden, services), services, last, clock, log);
        Pictures pictures = new Pictures(new Capture(hidden, services), services, connected, clock);
        Board<ClipData> board = new Board<>(new Clipboard(hidden, services));
        Clips clips = new Clips(board);
        PhoneState states = new PhoneState(services);
        AndroidEye eye = new AndroidEye(clock, connected, automations, states, pictures, clips, last);
        Fields fields = new Fields(connected, automations, last);
        AndroidHand hand = new AndroidHand(new Injector(hidden), services, fields, board, clips);
        Server server = new Server(streams, clock, identity, Process.myUid(), eye, hand, recordings, log);
        OperatorProgram program = new OperatorProgram(identity, secrets, server, eye);
        Pool.start(server::serve, "operator streams");
        Pool.start(program::letGo, "operator end");
        program.endWithSystem(services, log);
        return program;
    }

    /** The id of this launch, as `READY` says it. */
    public String launchName() {
        return identity.launchName();
    }

    /** Waits until a driver, or {@link #end}, has ended it, and it has let go of the phone. */
    public void waitForEnd() throws InterruptedException {
        over.await();
    }

    /** Ends every stream and everything under way. */
    public void end() {
        server.end();
    }

    private void letGo() {
        try {
            server.waitForEnd();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        } finally {
            try {
                secrets.remove();
                eye.end();
            } finally {
                over.countDown();
            }
        }
    }

    /** A system that starts anew knows nothing of what this process has of it; another launch gets all of it anew. */
    private void endWithSystem(Services services, Log log) {
        Runnable end = () -> Pool.start(this::end, "operator system");
        try {
            system = services.binder("window");
            system.linkToDeath(end::run, 0);
        } catch (RemoteException gone) {
            end.run();
        } catch (RuntimeException unknown) {
            log.note("the window service", unknown);
        }
    }
}
