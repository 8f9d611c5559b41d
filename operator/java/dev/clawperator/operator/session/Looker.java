package dev.clawperator.operator.session;

import dev.clawperator.operator.protocol.Answers;
import dev.clawperator.operator.protocol.Kind;
import dev.clawperator.operator.protocol.Pictured;
import dev.clawperator.operator.protocol.Request;
import dev.clawperator.operator.protocol.Spot;
import dev.clawperator.operator.protocol.Tree;
import java.util.List;

/**
 * Looks at the screen until what was asked for can be said of it: rest, two equal trees after a connect, windows that are
 * whole. It looks again, and never says more than what was read.
 */
final class Looker {
    /** The first look after a connect is repeated for so long: some toolkits make nodes only for those who listen. */
    private static final long SETTLE_MS = 1_000;
    private static final int MOST_READS_OF_INCOMPLETE = 3;
    private static final int MOST_CONNECTS = 3;
    private static final long PAUSE_MS = 20;
    private static final long MOST_READING_MS = 1_000;
    /** For so long what was read right before a touch counts, whatever stirs meanwhile. */
    private static final long YOUNG_MS = 250;

    private final Clock clock;
    private final Eye eye;
    private final Stirs stirs;
    private final Trees trees;
    private final Notices notices;
    private final Turn walking;
    private final Turn picturing;
    private long settledConnection = -1;

    /** Whether somebody still waits for the answer. */
    interface Wanted {
        boolean isWanted();
    }

    Looker(Clock clock, Eye eye, Stirs stirs, Trees trees, Notices notices) {
        this.clock = clock;
        this.eye = eye;
        this.stirs = stirs;
        this.trees = trees;
        this.notices = notices;
        walking = new Turn(clock);
        picturing = new Turn(clock);
    }

    byte[] state(long id) throws Refused {
        return Answers.stated(id, eye.state(clock.now() + SETTLE_MS));
    }

    byte[] look(long id, Request.Look asked, long until, Wanted wanted) throws Refused, InterruptedException {
        settle(asked.allDisplays, until, wanted);
        if (clock.now() >= until) {
            throw late();
        }
        Seen seen;
        int rest = Tree.REST_NOT_ASKED;
        if (asked.restMs == 0) {
            seen = settled(asked.allDisplays, until, wanted);
        } else {
            seen = rested(asked, until, wanted);
            rest = seen.rested ? Tree.REST_CAME : Tree.REST_DID_NOT_COME;
        }
        Tree had = asked.have == 0 ? null : trees.of(asked.have);
        // Rest that did not come must be said: `unchanged` has no place for that.
        if (had != null && rest != Tree.REST_DID_NOT_COME && had.shows(seen.tree)) {
            trees.isUnchanged(asked.have, seen.events);
            return seen.tree.unchangedFrame(id, asked.have, notices.newest());
        }
        return trees.send(seen.tree, id, rest, seen.events, notices.newest());
    }

    /**
     * Whether what is to lie at some points lies there now. It is read again until the same windows are there behind the
     * reading, and until it is young; an app that is slow to tell what is in it is believed if nothing stirred meanwhile.
     */
    boolean isMet(List<Spot> spots, long until, Wanted wanted) throws Refused, InterruptedException {
        for (int reads = 1; ; reads++) {
            beginReading(until, wanted);
            Glimpse glimpse;
            boolean isNow;
            try {
                long events = stirs.events();
                long start = clock.now();
                glimpse = eye.glimpse(spots, until);
                isNow = glimpse.hasSameWindows(eye.windows(until))
                        && (clock.now() - start <= YOUNG_MS || stirs.events() == events);
            } finally {
                walking.give();
            }
            boolean isHalf = glimpse.isIncomplete() && reads < MOST_READS_OF_INCOMPLETE;
            if (!isHalf && (isNow || !glimpse.isMet())) {
                return glimpse.isMet();
            }
            if (clock.now() >= until) {
                throw new Refused(
                        Refused.TIMED_OUT, "the screen changes faster than it can be read; nothing was touched");
            }
            stirs.pause(Math.min(until, clock.now() + PAUSE_MS), wanted);
        }
    }

    /** Reads once, so that whoever asks the eye for a node finds it as it is now. */
    void glance(long until) throws Refused, InterruptedException {
        readOnce(false, until, () -> true);
    }

    byte[] picture(long id, Request.Picture asked) throws Refused, InterruptedException {
        long until = clock.now() + asked.timeMs;
        if (!picturing.take(until)) {
            throw late();
        }
        Pictured picture;
        try {
            picture = eye.picture(asked, until);
        } finally {
            picturing.give();
        }
        if (picture.bytes.length > Kind.PICTURED.most - Pictured.OTHER_BYTES) {
            throw new Refused(Refused.FAILED, "the picture has more bytes than a frame can have");
        }
        return Answers.pictured(id, picture);
    }

    private static final class Seen {
        final Tree tree;
        /** Those that had come before the reading began. */
        final long events;
        boolean rested;

        Seen(Tree tree, long events) {
            this.tree = tree;
            this.events = events;
        }
    }

    /** Reads, and once more if the eye connected anew meanwhile; what was read stays where that does not come about. */
    private Seen settled(boolean all, long until, Wanted wanted) throws Refused, InterruptedException {
        Seen seen = read(all, until, wanted);
        try {
            return settle(all, until, wanted) ? read(all, until, wanted) : seen;
        } catch (Refused late) {
            if (!wanted.isWanted()) {
                throw late;
            }
            return seen;
        }
    }

    /** Repeats the first look after a connect; the eye may connect anew in the middle of one. Says whether it did. */
    private boolean settle(boolean all, long until, Wanted wanted) throws Refused, InterruptedException {
        for (int connects = 0; ; connects++) {
            long connection = eye.connect(until);
            synchronized (this) {
                if (settledConnection == connection || connects == MOST_CONNECTS) {
                    return connects > 0;
                }
            }
            if (clock.now() >= until) {
                throw late();
            }
            untilTwoAgree(all, until, wanted);
            synchronized (this) {
                settledConnection = connection;
            }
        }
    }

    private void untilTwoAgree(boolean all, long until, Wanted wanted) throws Refused, InterruptedException {
        long settleBy = Math.min(until, clock.now() + SETTLE_MS);
        Tree before = null;
        while (clock.now() < settleBy) {
            Tree now = read(all, until, wanted).tree;
            if (before != null && before.shows(now) && !now.isIncomplete()) {
                return;
            }
            before = now;
            stirs.pause(Math.min(settleBy, clock.now() + PAUSE_MS), wanted);
        }
    }

    private Seen rested(Request.Look asked, long until, Wanted wanted) throws Refused, InterruptedException {
        // Some of the time is kept for the reading itself.
        long reading = Math.min(MOST_READING_MS, (until - clock.now()) / 4);
        long restBy = Math.min(until - reading, clock.now() + asked.waitMs);
        while (stirs.waitForQuiet(asked.restMs, restBy, wanted)) {
            Seen first = read(asked.allDisplays, until, wanted);
            Seen second = read(asked.allDisplays, until, wanted);
            second.rested = first.tree.shows(second.tree) && stirs.events() == first.events;
            if (second.rested || clock.now() >= restBy) {
                return second;
            }
            stirs.pause(Math.min(restBy, clock.now() + PAUSE_MS), wanted);
        }
        return read(asked.allDisplays, until, wanted);
    }

    /** Reads once, and again where a window was incomplete. */
    private Seen read(boolean all, long until, Wanted wanted) throws Refused, InterruptedException {
        for (int reads = 1; ; reads++) {
            Seen seen = readOnce(all, until, wanted);
            boolean isLast = reads == MOST_READS_OF_INCOMPLETE || clock.now() + PAUSE_MS >= until;
            if (!seen.tree.isIncomplete() || isLast) {
                return seen;
            }
            stirs.pause(clock.now() + PAUSE_MS, wanted);
        }
    }

    /** Waits for the turn to read, which is to be given back. */
    private void beginReading(long until, Wanted wanted) throws Refused, InterruptedException {
        if (!wanted.isWanted()) {
            throw new Refused(Refused.CANCELLED, "it was cancelled");
        }
        if (!walking.take(until)) {
            throw late();
        }
    }

    private Seen readOnce(boolean all, long until, Wanted wanted) throws Refused, InterruptedException {
        // With rest the time may be over by now; a screen that was never read cannot be told of.
        beginReading(until, wanted);
        try {
            long events = stirs.events();
            return new Seen(eye.read(all, until), events);
        } finally {
            walking.give();
        }
    }

    private static Refused late() {
        return new Refused(Refused.TIMED_OUT, "it was not done in its time");
    }
}
