package dev.clawperator.operator.protocol;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The greeting: each side proves that it knows the secret of this launch before the other says anything of worth.
 *
 * <p>One instance is everything that both proofs of one stream are over.
 */
public final class Greeting {
    public static final int VERSION = 1;
    public static final int BUILD_BYTES = 32;
    public static final int LAUNCH_BYTES = 16;
    public static final int NONCE_BYTES = 32;
    public static final int PROOF_BYTES = 32;
    public static final int SECRET_BYTES = 32;
    public static final int DRIVER_HELLO_BYTES = 8 + 2 + BUILD_BYTES + NONCE_BYTES;

    private static final byte[] MAGIC = {'C', 'L', 'A', 'W', 'O', 'P', 0, 0};
    private static final String OF_OPERATOR = "clawperator operator\0";
    private static final String OF_DRIVER = "clawperator driver\0";

    private final byte[] build;
    private final byte[] launch;
    private final byte[] driverNonce;
    private final byte[] operatorNonce;

    public Greeting(byte[] build, byte[] launch, byte[] driverNonce, byte[] operatorNonce) {
        this.build = build;
        this.launch = launch;
        this.driverNonce = driverNonce;
        this.operatorNonce = operatorNonce;
    }

    /** The first words of a driver. A version that is not ours is read too: it is answered. */
    public static final class DriverHello {
        public final int version;
        public final byte[] build;
        public final byte[] nonce;

        public DriverHello(int version, byte[] build, byte[] nonce) {
            this.version = version;
            this.build = build;
            this.nonce = nonce;
        }

        public static DriverHello decode(byte[] bytes) throws Damaged {
            Reader reader = new Reader(bytes);
            if (!Arrays.equals(reader.bytes(MAGIC.length, "magic"), MAGIC)) {
                throw new Damaged("it does not begin as a greeting");
            }
            int version = reader.u16("version");
            byte[] build = reader.bytes(BUILD_BYTES, "build");
            byte[] nonce = reader.bytes(NONCE_BYTES, "nonce");
            reader.end();
            return new DriverHello(version, build, nonce);
        }

        public byte[] encode() {
            Writer writer = beginning(version, build);
            writer.bytes(nonce);
            return writer.finish();
        }

        public boolean isOf(byte[] ownBuild) {
            return version == VERSION && Arrays.equals(build, ownBuild);
        }
    }

    /** The Operator's hello with its proof. */
    public byte[] operatorHello(byte[] secret) {
        return operatorHelloWith(proof(OF_OPERATOR, secret));
    }

    /** The hello to a driver of another build or version, which proves nothing. */
    public byte[] operatorHelloToStranger() {
        return operatorHelloWith(new byte[PROOF_BYTES]);
    }

    public byte[] driverProof(byte[] secret) {
        return proof(OF_DRIVER, secret);
    }

    /** Whether the driver knows the secret, in a time that says nothing of how wrong it is. */
    public boolean isDriver(byte[] secret, byte[] proof) {
        return MessageDigest.isEqual(driverProof(secret), proof);
    }

    private byte[] operatorHelloWith(byte[] proof) {
        Writer writer = beginning(VERSION, build);
        writer.bytes(launch);
        writer.bytes(operatorNonce);
        writer.bytes(proof);
        return writer.finish();
    }

    private static Writer beginning(int version, byte[] build) {
        Writer writer = new Writer();
        writer.bytes(MAGIC);
        writer.u16(version);
        writer.bytes(build);
        return writer;
    }

    private byte[] proof(String of, byte[] secret) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret, "HmacSHA256"));
            mac.update(of.getBytes(StandardCharsets.US_ASCII));
            mac.update(new byte[] {0, VERSION});
            mac.update(build);
            mac.update(launch);
            mac.update(driverNonce);
            return mac.doFinal(operatorNonce);
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException(missing);
        }
    }
}
