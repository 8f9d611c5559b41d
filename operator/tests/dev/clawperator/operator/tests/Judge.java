package dev.clawperator.operator.tests;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Says of each stream of somebody who does not know the secret whether it was told what it may be told, from the bytes alone. */
final class Judge {
    private static final int DRIVER_HELLO = 74;
    private static final int OPERATOR_HELLO = 122;
    private static final byte[] BEGINNING = {'C', 'L', 'A', 'W', 'O', 'P', 0, 0, 0, 1};

    private final byte[] build;
    private final byte[] secret;
    private final Set<String> nonces = ConcurrentHashMap.newKeySet();
    private final List<String> wrong = Collections.synchronizedList(new ArrayList<>());
    private volatile byte[] launch;
    final AtomicLong streams = new AtomicLong();
    final AtomicLong hellos = new AtomicLong();

    Judge(byte[] build, byte[] secret) {
        this.build = build;
        this.secret = secret;
    }

    /** What was wrong, at most of the first ones. */
    List<String> wrong() {
        synchronized (wrong) {
            return new ArrayList<>(wrong.subList(0, Math.min(wrong.size(), 5)));
        }
    }

    /** Of a stream whose user is neither the shell nor root. */
    void stranger(FakeStreams.Pair pair, byte[] told) {
        streams.incrementAndGet();
        check(told.length == 0, "a stranger is told " + Hex.of(told));
        check(pair.toOperator.takenBytes() == 0, "a stranger is heard");
    }

    /** Of a stream of adb's user. One that may have been closed early was told all of it or nothing. */
    void outsider(byte[] sent, byte[] told, boolean mayBeCut) {
        streams.incrementAndGet();
        boolean isHello = sent.length >= DRIVER_HELLO && Arrays.equals(Arrays.copyOf(sent, 8), Arrays.copyOf(BEGINNING, 8));
        if (told.length == 0) {
            check(!isHello || mayBeCut, "a greeting is not answered: " + Hex.of(sent));
            return;
        }
        hellos.incrementAndGet();
        check(isHello, Hex.of(sent) + " is answered with " + Hex.of(told));
        check(told.length == OPERATOR_HELLO, "it was told " + told.length + " bytes: " + Hex.of(told));
        if (told.length == OPERATOR_HELLO && isHello) {
            hello(sent, told);
        }
    }

    private void hello(byte[] sent, byte[] told) {
        check(Arrays.equals(Arrays.copyOf(told, 10), BEGINNING), "the beginning: " + Hex.of(told));
        check(Arrays.equals(Arrays.copyOfRange(told, 10, 42), build), "the build: " + Hex.of(told));
        byte[] named = Arrays.copyOfRange(told, 42, 58);
        launch = launch == null ? named : launch;
        check(Arrays.equals(named, launch), "another launch: " + Hex.of(told));
        byte[] nonce = Arrays.copyOfRange(told, 58, 90);
        check(nonces.add(Hex.of(nonce)), "a nonce comes again: " + Hex.of(nonce));
        boolean isOurs = Arrays.equals(Arrays.copyOf(sent, 10), BEGINNING)
                && Arrays.equals(Arrays.copyOfRange(sent, 10, 42), build);
        byte[] proof = isOurs ? proof(named, Arrays.copyOfRange(sent, 42, DRIVER_HELLO), nonce) : new byte[32];
        check(Arrays.equals(Arrays.copyOfRange(told, 90, OPERATOR_HELLO), proof), "the proof: " + Hex.of(told));
    }

    /** As the page of the protocol says it. */
    private byte[] proof(byte[] named, byte[] driverNonce, byte[] nonce) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret, "HmacSHA256"));
            mac.update("clawperator operator\0".getBytes(StandardCharsets.US_ASCII));
            mac.update(new byte[] {0, 1});
            for (byte[] part : new byte[][] {build, named, driverNonce}) {
                mac.update(part);
            }
            return mac.doFinal(nonce);
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException(missing);
        }
    }

    private void check(boolean holds, String what) {
        if (!holds) {
            wrong.add(what);
        }
    }
}
