package dev.clawperator.operator.session;

/**
 * A clipboard, and whether it can be believed when it has nothing: one that lets nobody read says the same as an empty
 * one. What is put there and cannot be seen there gives it away, and from then on nothing is not taken for empty.
 */
public final class Board<C> {
    /** The calls for it. One that a phone lacks throws, and so does one that it refuses. */
    public interface Calls<C> {
        /** Null if there is none, and also where it may not be read. */
        C get();

        void set(C clip);

        void clear();

        /** Whether the phone says of every clip that it is not there, because it is locked. */
        boolean isLocked();
    }

    private final Calls<C> calls;
    private volatile boolean hides;

    public Board(Calls<C> calls) {
        this.calls = calls;
    }

    /** What is there; null where it is empty, as far as anybody can tell. */
    public C get() throws Refused {
        C clip;
        try {
            clip = calls.get();
        } catch (SecurityException forbidden) {
            throw unreadable();
        }
        if (clip == null && hides) {
            throw unreadable();
        }
        if (clip == null && calls.isLocked()) {
            throw new Refused(Refused.UNSUPPORTED, "a locked phone does not say what is on the clipboard");
        }
        return clip;
    }

    /** Puts a clip there, and returns what is there then; null where that cannot be seen. */
    public C put(C clip) {
        calls.set(clip);
        try {
            C now = calls.get();
            hides |= now == null && !calls.isLocked();
            return now;
        } catch (SecurityException forbidden) {
            hides = true;
            return null;
        }
    }

    /** Puts back what was there, or nothing. */
    public void restore(C clip) {
        if (clip == null) {
            calls.clear();
        } else {
            calls.set(clip);
        }
    }

    /** What is there, for whoever does not mind whether it can be believed. */
    public C peek() {
        return calls.get();
    }

    private static Refused unreadable() {
        return new Refused(Refused.UNSUPPORTED, "the phone does not let the shell read the clipboard");
    }
}
