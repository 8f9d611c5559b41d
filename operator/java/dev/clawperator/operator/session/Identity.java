package dev.clawperator.operator.session;

import dev.clawperator.operator.protocol.Greeting;
import java.security.SecureRandom;

/** Which program this is, which launch of it, and the secret of that launch. It cannot be printed. */
public final class Identity {
    private final byte[] build;
    private final byte[] launch;
    private final byte[] secret;
    private final SecureRandom random;

    private Identity(byte[] build, byte[] launch, byte[] secret, SecureRandom random) {
        this.build = build;
        this.launch = launch;
        this.secret = secret;
        this.random = random;
    }

    /** A new launch of the program whose SHA-256 this is. */
    public static Identity launch(byte[] build) {
        if (build.length != Greeting.BUILD_BYTES) {
            throw new IllegalArgumentException("a build has " + Greeting.BUILD_BYTES + " bytes");
        }
        SecureRandom random = new SecureRandom();
        byte[] launch = new byte[Greeting.LAUNCH_BYTES];
        byte[] secret = new byte[Greeting.SECRET_BYTES];
        random.nextBytes(launch);
        random.nextBytes(secret);
        return new Identity(build.clone(), launch, secret, random);
    }

    /** The id of the launch as its hexadecimal digits. */
    public String launchName() {
        return hex(launch);
    }

    public static String hex(byte[] bytes) {
        StringBuilder digits = new StringBuilder();
        for (byte part : bytes) {
            digits.append(Character.forDigit(part >> 4 & 15, 16)).append(Character.forDigit(part & 15, 16));
        }
        return digits.toString();
    }

    /** For the file that only a driver reads. */
    public byte[] secret() {
        return secret.clone();
    }

    /** Begins the greeting of one stream, with a nonce of its own. */
    Greeting greet(Greeting.DriverHello hello) {
        byte[] nonce = new byte[Greeting.NONCE_BYTES];
        random.nextBytes(nonce);
        return new Greeting(build, launch, hello.nonce, nonce);
    }

    boolean isBuildOf(Greeting.DriverHello hello) {
        return hello.isOf(build);
    }

    byte[] helloIn(Greeting greeting) {
        return greeting.operatorHello(secret);
    }

    boolean isProvenIn(Greeting greeting, byte[] proof) {
        return greeting.isDriver(secret, proof);
    }

    @Override
    public String toString() {
        return "launch " + launchName();
    }
}
