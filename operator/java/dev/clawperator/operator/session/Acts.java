package dev.clawperator.operator.session;

import dev.clawperator.operator.protocol.Act;
import dev.clawperator.operator.protocol.Answers;
import dev.clawperator.operator.protocol.Outcome;
import dev.clawperator.operator.protocol.Request;
import dev.clawperator.operator.protocol.Way;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Does acts one after another on one thread, and keeps what became of the last ones. */
final class Acts implements Runnable {
    private static final int KEPT = 1_024;
    /** How long ago an act must have ended, so that nobody asks for it any more. */
    private static final long FORGOTTEN_AFTER_MS = 60_000;
    private static final long MOST_MS = 120_000;
    private static final long MOST_ERASED = 40_000;
    /** How long an act may take beyond what it asks for itself, before nobody waits for it any more. */
    private static final long GRACE_MS = 10_000;
    private static final long GRACE_WHEN_CANCELLED_MS = 2_000;
    /** For one key, which is sent when the focus was looked at and the app is done with the key before. */
    private static final long TYPING_MS = 200;

    private final Clock clock;
    private final Hand hand;
    private final Looker looker;
    private final Holder holder;
    private final Uses uses;
    private final Stirs stirs;
    private final Notices notices;
    private final Recorder recorder;
    private final Timer timer;
    private final Log log;
    private final Map<Long, Entry> known = new LinkedHashMap<>();
    private final Deque<Entry> queue = new ArrayDeque<>();
    private Entry running;
    private boolean ended;
    /** When the last of those ended that are not kept any more. */
    private long dropped = Long.MIN_VALUE;

    /** One act, from when it came until long after. */
    private static final class Entry {
        final long number;
        final Connection from;
        final long hold;
        final Open open;
        final Going going;
        final long beginBy;
        Act what;
        Result result;
        boolean takenOver;
        boolean isCut;
        long endedAt;
        Timer.Entry due;

        Entry(long number, Connection from, long hold, Open open, Going going, long beginBy, Act what) {
            this.number = number;
            this.from = from;
            this.hold = hold;
            this.open = open;
            this.going = going;
            this.beginBy = beginBy;
            this.what = what;
        }

        boolean isOver() {
            return result != null;
        }
    }

    Acts(
            Clock clock,
            Hand hand,
            Looker looker,
            Holder holder,
            Uses uses,
            Stirs stirs,
            Notices notices,
            Recorder recorder,
            Timer timer,
            Log log) {
        this.clock = clock;
        this.hand = hand;
        this.looker = looker;
        this.holder = holder;
        this.uses = uses;
        this.stirs = stirs;
        this.notices = notices;
        this.recorder = recorder;
        this.timer = timer;
        this.log = log;
    }

    /**
     * Takes on an act, or returns the answer where there is one at once: whoever calls this waits until its stream has
     * room. An act whose number was used before is never done.
     */
    synchronized byte[] submit(Connection from, Open open, Request.Do asked) throws Refused {
        Entry before = known.get(asked.act);
        if (before != null) {
            if (before.result != null && before.result.outcome == Outcome.NEVER_HEARD_OF) {
                // Whoever asked for it was told that nothing would be done.
                before.result = Result.notBegun(
                        Refused.CANCELLED, "its fate was asked for before it came; it was not done");
            }
            return frame(open.id, before);
        }
        if (running != null && running.isOver()) {
            throw new Refused(Refused.BUSY, "an act that nobody waits for any more is still under way");
        }
        if (asked.holder != null) {
            holder.hold(from, asked.holder);
        }
        long hold = holder.beginAct(from);
        if (hold == 0) {
            throw new Refused(Refused.NOT_HELD, "this stream does not have the phone; nothing was done");
        }
        long beginBy = clock.now() + asked.timeMs;
        Going going = new Going(clock, beginBy, notices);
        Entry entry = new Entry(asked.act, from, hold, open, going, beginBy, asked.what);
        open.is(going);
        keep(entry);
        String tooMuch = tooMuch(asked.what);
        if (tooMuch != null) {
            entry.result = Result.notBegun("TOO_LONG", tooMuch);
            return finished(entry);
        }
        queue.addLast(entry);
        entry.due = timer.at(beginBy + 1, () -> expire(entry));
        notifyAll();
        return null;
    }

    /**
     * What became of an act, as the answer of another request. A number that never came is used up by the question, so
     * that the answer stays true.
     */
    synchronized byte[] outcome(long id, long act) {
        Entry entry = known.get(act);
        if (entry == null && dropped != Long.MIN_VALUE && clock.now() - dropped < FORGOTTEN_AFTER_MS) {
            return Answers.acted(id, act, Outcome.UNKNOWN, Way.ANY, "FORGOTTEN", "too many acts came since", 0);
        }
        if (entry == null) {
            entry = new Entry(act, null, 0, null, null, 0, null);
            entry.result = Result.of(Outcome.NEVER_HEARD_OF, "", "");
            entry.endedAt = clock.now();
            keep(entry);
        }
        return frame(id, entry);
    }

    /** Ends one act if that is possible; true if all of it was kept from being done. */
    boolean cancel(Open open) {
        Entry queued = null;
        synchronized (this) {
            if (running != null && running.open == open && !running.isOver()) {
                return cut(running, "a cancel came first");
            }
            for (Iterator<Entry> each = queue.iterator(); each.hasNext() && queued == null;) {
                Entry entry = each.next();
                if (entry.open == open) {
                    each.remove();
                    queued = entry;
                }
            }
            if (queued == null) {
                return false;
            }
            queued.going.cancel("a cancel came first");
            queued.result = queued.going.kept();
        }
        over(queued);
        return true;
    }

    /** Ends all acts of a stream that closed, or from which the phone was taken. */
    void cancelAll(Connection from, String why, boolean takenOver) {
        List<Entry> kept = new ArrayList<>();
        synchronized (this) {
            if (running != null && running.from == from && !running.isOver()) {
                running.takenOver |= takenOver;
                cut(running, why);
            }
            for (Iterator<Entry> each = queue.iterator(); each.hasNext();) {
                Entry entry = each.next();
                if (entry.from == from) {
                    each.remove();
                    entry.going.cancel(why);
                    entry.result = entry.going.kept();
                    kept.add(entry);
                }
            }
        }
        for (Entry entry : kept) {
            over(entry);
        }
    }

    /** Cuts short what runs, and waits for it, at most so long. */
    synchronized void end(long until) {
        ended = true;
        if (running != null) {
            running.going.cancel("the Operator ends");
        }
        notifyAll();
        try {
            while (running != null && clock.now() < until) {
                clock.await(this, until);
            }
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void run() {
        for (Entry next = next(); next != null; next = next()) {
            Result result = perform(next);
            // Before anybody who waits for it looks whether the screen rests.
            stirs.acted();
            boolean isNews;
            synchronized (this) {
                // An act that was given up for unknown may yet tell what became of it, to whoever asks later.
                isNews = !next.isOver();
                next.result = next.takenOver ? afterTakeover(result) : result;
                next.due.cancel();
                running = null;
                notifyAll();
            }
            if (isNews) {
                over(next);
            }
        }
    }

    private synchronized Entry next() {
        try {
            while (!ended && queue.isEmpty()) {
                wait();
            }
        } catch (InterruptedException over) {
            return null;
        }
        if (ended) {
            return null;
        }
        Entry entry = queue.removeFirst();
        running = entry;
        entry.due.cancel();
        entry.due = timer.at(clock.now() + time(entry.what), () -> giveUp(entry));
        return entry;
    }

    private Result perform(Entry entry) {
        uses.begin();
        recorder.actBegins();
        try {
            if (entry.going.isCancelled() || clock.now() > entry.beginBy) {
                return entry.going.kept();
            }
            Result differs = whatDiffers(entry);
            return differs == null ? hand.perform(entry.what, entry.going) : differs;
        } catch (RuntimeException | LinkageError failed) {
            log.note("an act", failed instanceof Error || !(entry.what instanceof Act.Text) ? failed : null);
            String words = "it failed on the phone with " + failed.getClass().getName();
            return entry.going.hasBegun()
                    ? Result.of(Outcome.UNKNOWN, Refused.FAILED, words)
                    : Result.notBegun(Refused.FAILED, words + "; nothing was done");
        } finally {
            recorder.actEnds();
            uses.end();
            // What is typed is not kept.
            entry.what = null;
        }
    }

    /** Why the touch that was judged is another one by now; null where it is not. */
    private Result whatDiffers(Entry entry) {
        boolean hasSpots = entry.what instanceof Act.Touch && !((Act.Touch) entry.what).spots.isEmpty();
        if (!hasSpots) {
            return null;
        }
        Going going = entry.going;
        try {
            boolean isMet = looker.isMet(((Act.Touch) entry.what).spots, entry.beginBy, () -> !going.isCancelled());
            return isMet
                    ? null
                    : Result.notBegun("NOT_THERE", "something else is there by now; nothing was touched");
        } catch (Refused refused) {
            return going.isCancelled() ? going.kept() : Result.notBegun(refused.code, refused.getMessage());
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            return Result.notBegun(Refused.CANCELLED, "the Operator ends");
        }
    }

    /** Waits until an act is over, if one of this number came; false if it is not in this time. */
    synchronized boolean waitFor(long act, long until, Looker.Wanted wanted) throws InterruptedException {
        Entry entry = known.get(act);
        while (entry != null && !entry.isOver() && wanted.isWanted()) {
            if (clock.now() >= until) {
                return false;
            }
            clock.await(this, until);
        }
        return true;
    }

    /** Has whoever waits look again whether it is wanted. */
    synchronized void wake() {
        notifyAll();
    }

    /** The time for it to begin is over, and it still waits for others. */
    private void expire(Entry entry) {
        synchronized (this) {
            if (entry.isOver() || !queue.remove(entry)) {
                return;
            }
            entry.result = entry.going.kept();
        }
        over(entry);
    }

    /** It takes longer than anything should, so that its stream is told that nothing is known of it. */
    private void giveUp(Entry entry) {
        synchronized (this) {
            if (entry.isOver() || running != entry) {
                return;
            }
            if (entry.going.cancel("it took too long")) {
                entry.result = entry.going.kept();
            } else {
                entry.result = Result.of(Outcome.UNKNOWN, Refused.TIMED_OUT, "the phone did not finish it in its time");
            }
        }
        over(entry);
    }

    private boolean cut(Entry entry, String why) {
        boolean inTime = entry.going.cancel(why);
        if (!entry.isCut) {
            // Another cancel does not begin the time again.
            entry.isCut = true;
            entry.due.cancel();
            entry.due = timer.at(clock.now() + GRACE_WHEN_CANCELLED_MS, () -> giveUp(entry));
        }
        return inTime;
    }

    private void over(Entry entry) {
        entry.due.cancel();
        entry.from.answer(entry.open, finished(entry));
    }

    private synchronized byte[] finished(Entry entry) {
        entry.endedAt = clock.now();
        if (entry != running) {
            // What was to be typed is not kept; one that runs takes it away itself, when it is done with it.
            entry.what = null;
        }
        notifyAll();
        holder.endAct(entry.hold);
        return frame(entry.open.id, entry);
    }

    private void keep(Entry entry) {
        known.put(entry.number, entry);
        for (Iterator<Entry> oldest = known.values().iterator(); known.size() > KEPT && oldest.hasNext();) {
            Entry old = oldest.next();
            if (old.isOver()) {
                dropped = Math.max(dropped, old.endedAt);
                oldest.remove();
            }
        }
    }

    private static Result afterTakeover(Result result) {
        if (result.outcome == Outcome.DONE || result.outcome == Outcome.NOT_BEGUN) {
            return result;
        }
        return Result.of(Outcome.UNKNOWN, "TAKEN_OVER", "another stream took the phone in the middle of it");
    }

    private static byte[] frame(long id, Entry entry) {
        Result result = entry.result;
        if (result == null) {
            return Answers.acted(id, entry.number, Outcome.UNDER_WAY, Way.ANY, "", "", 0);
        }
        long heard = entry.going == null ? 0 : entry.going.notices();
        return Answers.acted(id, entry.number, result.outcome, result.way, result.code, result.message, heard);
    }

    private static long time(Act act) {
        long time = act.lastsMs() + GRACE_MS;
        if (act instanceof Act.Text) {
            Act.Text text = (Act.Text) act;
            time += (Math.min(text.text.length(), TextWays.MOST_KEYS) + text.erase) * TYPING_MS;
        }
        return time;
    }

    private static String tooMuch(Act act) {
        if (act.lastsMs() > MOST_MS) {
            return "it would take more than " + MOST_MS + " ms; nothing was done";
        }
        if (act instanceof Act.Text && ((Act.Text) act).erase > MOST_ERASED) {
            return "more than " + MOST_ERASED + " characters would be taken away; nothing was done";
        }
        return null;
    }
}
