package dev.clawperator.operator.session;

/** Who has the phone: one stream, until it leaves, closes, or is silent for the lease. */
final class Holder {
    static final long LEASE_MS = 10_000;

    private final Clock clock;
    private Object stream;
    private String name = "";
    private long until;
    /** Which hold of this launch it is, from 1; a stream that comes back has another. */
    private long number;
    /** Acts of this hold that are not over; the lease does not end in the middle of one. */
    private int acts;

    Holder(Clock clock) {
        this.clock = clock;
    }

    /** What one stream is told of who has the phone. */
    static final class View {
        final boolean byYou;
        final long leaseMs;
        final String name;

        private View(boolean byYou, long leaseMs, String name) {
            this.byYou = byYou;
            this.leaseMs = leaseMs;
            this.name = name;
        }
    }

    /** Gives the phone to a stream unless another has it. */
    synchronized boolean hold(Object wanting, String as) {
        lapse();
        if (stream != null && stream != wanting) {
            return false;
        }
        give(wanting, as);
        return true;
    }

    /** Gives the phone to a stream whoever has it, and returns who had it. */
    synchronized Object take(Object wanting, String as) {
        Object before = stream;
        give(wanting, as);
        return before;
    }

    synchronized boolean isHeldBy(Object asking) {
        lapse();
        return stream == asking;
    }

    synchronized boolean isHeldByAnother(Object asking) {
        lapse();
        return stream != null && stream != asking;
    }

    /** Begins the lease again, if this stream has it. */
    synchronized void renew(Object asking) {
        if (isHeldBy(asking)) {
            until = clock.now() + LEASE_MS;
        }
    }

    /** An act of this stream was taken on: the number of its hold; 0 if it does not have the phone. */
    synchronized long beginAct(Object asking) {
        if (!isHeldBy(asking)) {
            return 0;
        }
        acts++;
        return number;
    }

    synchronized void endAct(long hold) {
        if (stream != null && hold == number) {
            acts--;
            until = clock.now() + LEASE_MS;
        }
    }

    /** Gives the phone back, if this stream has it. */
    synchronized void leave(Object leaving) {
        if (stream == leaving) {
            stream = null;
            name = "";
        }
    }

    synchronized View view(Object asking) {
        lapse();
        boolean byYou = stream == asking;
        return new View(byYou, stream == null ? 0 : LEASE_MS, name);
    }

    private void give(Object wanting, String as) {
        if (stream != wanting) {
            number++;
            acts = 0;
        }
        stream = wanting;
        name = as;
        until = clock.now() + LEASE_MS;
    }

    private void lapse() {
        if (stream != null && acts == 0 && clock.now() > until) {
            stream = null;
            name = "";
        }
    }
}
