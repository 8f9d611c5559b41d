package dev.clawperator.operator.tests;

import java.nio.file.Path;
import java.nio.file.Paths;

/** Tests of everything that is plain Java: `Tests VECTORS [PART OF A NAME]`. A new case is a line in one of the classes. */
public final class Tests {
    private Tests() {}

    public static void main(String[] arguments) {
        Path vectors = Paths.get(arguments[0]);
        Suite suite = new Suite(arguments.length > 1 ? arguments[1] : null);
        VectorTests.add(suite, vectors);
        TreeTests.add(suite);
        GreetingTests.add(suite);
        RequestTests.add(suite);
        LookTests.add(suite);
        ActTests.add(suite);
        SpotTests.add(suite);
        NoticeTests.add(suite);
        RecordingTests.add(suite);
        TextTests.add(suite);
        ClipTests.add(suite);
        HoldTests.add(suite);
        RotationTests.add(suite);
        ShellUserTests.add(suite);
        UnusedTests.add(suite);
        HostileTests.add(suite);
        AttackTests.add(suite);
        System.exit(suite.finish());
    }
}
