package dev.clawperator.operator.protocol;

/** What is told of a recording on the phone. */
public final class Recording {
    public final String name;
    public long bytes;
    /** When it was last written to, by the phone's clock. */
    public long writtenMs;
    /** Whether it goes on. */
    public boolean runs;
    /** Lines of events. */
    public long lines;
    /** Events that found no room. */
    public long dropped;
    /** Events that are not to be written. */
    public long withheld;

    public Recording(String name) {
        this.name = name;
    }

    /** Whether a name can be that of a recording: it becomes part of a file's name, and is never a path. */
    public static boolean isName(String name) {
        return name.matches("[A-Za-z0-9_-]{1," + Limits.RECORDING_NAME_BYTES + "}");
    }
}
