package dev.clawperator.conformance;

/** The number of the counter page: state of the process, which a forced stop has to wipe. */
public final class Counter {
    private static int value;

    private Counter() {}

    public static int value() {
        return value;
    }

    public static void set(int newValue) {
        value = newValue;
        Record.note("count", "counter", newValue);
    }
}
