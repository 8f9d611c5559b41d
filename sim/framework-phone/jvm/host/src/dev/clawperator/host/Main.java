package dev.clawperator.host;

import java.io.IOException;
import java.io.OutputStream;
import org.junit.runner.JUnitCore;
import org.junit.runner.Result;
import org.junit.runner.notification.Failure;

/**
 * Starts the phone.
 *
 * <p>Robolectric gives Android's own classes to tests only, so the phone is a test that ends when it is told to.
 */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        // The one line on the output is the host's; whatever a library prints goes elsewhere.
        System.setOut(System.err);
        Thread parent = new Thread(Main::endWithParent, "parent");
        parent.setDaemon(true);
        parent.start();
        Result result = JUnitCore.runClasses(Phone.class);
        for (Failure failure : result.getFailures()) {
            System.err.println(failure.getTrace());
        }
        System.exit(result.wasSuccessful() ? 0 : 1);
    }

    /** Whoever started the phone holds its input open for as long as it is wanted. */
    private static void endWithParent() {
        try {
            System.in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException gone) {
            // That is an end too.
        }
        Runtime.getRuntime().halt(0);
    }
}
