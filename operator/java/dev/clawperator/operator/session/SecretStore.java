package dev.clawperator.operator.session;

import java.io.IOException;

/** Where the secret of a launch is kept for drivers, and for nobody else. */
public interface SecretStore {
    /** Keeps it before anybody is told of the launch. */
    void keep(String launch, byte[] secret) throws IOException;

    /** Removes what was kept. */
    void remove();
}
