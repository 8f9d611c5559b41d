package dev.clawperator.operator;

import android.os.Looper;
import android.os.Process;
import android.system.ErrnoException;
import android.system.Os;
import android.system.OsConstants;
import dev.clawperator.operator.android.FileRecordings;
import dev.clawperator.operator.android.FileSecrets;
import dev.clawperator.operator.android.OperatorProgram;
import dev.clawperator.operator.android.SocketStreams;
import dev.clawperator.operator.session.Identity;
import dev.clawperator.operator.session.Pool;
import dev.clawperator.operator.session.RealClock;
import dev.clawperator.operator.session.ShellUser;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Starts the Operator in the phone's shell: `app_process /system/bin dev.clawperator.operator.Main serve BUILD`. */
public final class Main {
    private static final String SOCKET = "clawperator-operator";
    private static final File FOLDER = new File("/data/local/tmp");
    private static final int MOST_NAME_BYTES = 256;

    private Main() {}

    private static final class Users implements ShellUser.Calls {
        private final String[] arguments;

        Users(String[] arguments) {
            this.arguments = arguments;
        }

        @Override
        public int user() {
            return Process.myUid();
        }

        @Override
        public void setGroup(int group) throws ErrnoException {
            Os.setgid(group);
        }

        @Override
        public void setUser(int user) throws ErrnoException {
            Os.setuid(user);
        }

        @Override
        public void startOver() throws ErrnoException, IOException {
            String program = Os.readlink("/proc/self/exe");
            List<String> words = new ArrayList<>();
            words.add(program);
            words.add("/system/bin");
            words.add("--nice-name=" + niceName());
            words.add(Main.class.getName());
            words.addAll(Arrays.asList(arguments));
            Os.execve(program, words.toArray(new String[0]), Os.environ());
        }

        /** The name that this process was given, which has taken the place of its arguments. */
        private static String niceName() throws IOException {
            try (InputStream in = new FileInputStream("/proc/self/cmdline")) {
                byte[] name = new byte[MOST_NAME_BYTES];
                int length = 0;
                for (int read = in.read(); read > 0 && length < name.length; read = in.read()) {
                    name[length++] = (byte) read;
                }
                return new String(name, 0, length, StandardCharsets.UTF_8);
            }
        }
    }

    /** Why it does not run. */
    private static final class Fail extends Exception {
        private static final long serialVersionUID = 1L;

        Fail(String code, String reason) {
            super(code + " " + reason.replace('\n', ' '));
        }
    }

    @SuppressWarnings("deprecation")
    public static void main(String[] arguments) {
        ShellUser.become(new Users(arguments), (what, refused) -> android.util.Log.w("clawperator", what, refused));
        // Classes of the framework that are loaded later take whoever made it first for the main thread.
        Looper.prepareMainLooper();
        LastWords lastWords = new LastWords(FOLDER);
        FileSecrets secrets = new FileSecrets(FOLDER);
        try {
            OperatorProgram program = start(arguments, secrets, lastWords);
            System.out.println("READY " + program.launchName());
            System.out.flush();
            closeStandardStreams();
            Pool.start(() -> waitForEnd(program, secrets), "operator main end");
            Looper.loop();
        } catch (Fail fail) {
            fail(secrets, fail.getMessage());
        } catch (IOException | RuntimeException | Error failed) {
            lastWords.keep("it ended in main", failed);
            fail(secrets, new Fail("FAILED", String.valueOf(failed)).getMessage());
        }
    }

    private static OperatorProgram start(String[] arguments, FileSecrets secrets, LastWords lastWords)
            throws Fail, IOException {
        if (arguments.length != 2 || !arguments[0].equals("serve") || !arguments[1].matches("[0-9a-f]{64}")) {
            throw new Fail("USAGE", "the arguments are: serve BUILD");
        }
        int user = Process.myUid();
        if (!ShellUser.isAllowed(user)) {
            throw new Fail("FORBIDDEN", "it runs as user " + user + ", and needs shell or root");
        }
        File jar = new File(String.valueOf(System.getenv("CLASSPATH")));
        byte[] build = hash(jar);
        if (!Identity.hex(build).equals(arguments[1])) {
            throw new Fail("CORRUPT", jar + " has the SHA-256 " + Identity.hex(build));
        }
        SocketStreams streams = listen();
        lastWords.watch(secrets);
        OperatorProgram program = OperatorProgram.start(streams, new RealClock(), build, secrets, new FileRecordings(FOLDER), lastWords);
        secrets.removeOthers(jar);
        return program;
    }

    private static SocketStreams listen() throws Fail {
        try {
            return new SocketStreams(SOCKET);
        } catch (IOException taken) {
            String why = String.valueOf(taken.getMessage());
            throw new Fail(why.contains("in use") ? "IN_USE" : "FAILED", "the socket " + SOCKET + ": " + why);
        }
    }

    private static void waitForEnd(OperatorProgram program, FileSecrets secrets) {
        try {
            program.waitForEnd();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        } finally {
            LastWords.end(secrets, 0);
        }
    }

    private static void fail(FileSecrets secrets, String words) {
        System.out.println("FAIL " + words);
        System.out.flush();
        LastWords.end(secrets, 1);
    }

    /** Whoever started it waits for the end of its streams. */
    private static void closeStandardStreams() throws IOException {
        try {
            FileDescriptor nothing = Os.open("/dev/null", OsConstants.O_RDWR, 0);
            for (int stream = 0; stream <= 2; stream++) {
                Os.dup2(nothing, stream);
            }
            Os.close(nothing);
        } catch (ErrnoException failed) {
            throw new IOException(failed);
        }
    }

    private static byte[] hash(File jar) throws IOException {
        try (InputStream in = new FileInputStream(jar)) {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            byte[] part = new byte[8_192];
            for (int read = in.read(part); read >= 0; read = in.read(part)) {
                digest.update(part, 0, read);
            }
            return digest.digest();
        } catch (NoSuchAlgorithmException missing) {
            throw new IOException(missing);
        }
    }
}
