package dev.clawperator.operator.session;

import dev.clawperator.operator.protocol.Answers;
import dev.clawperator.operator.protocol.Limits;
import dev.clawperator.operator.protocol.Notice;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** The last things that were heard, and that no tree shows. */
final class Notices {
    private final Clock clock;
    private final Deque<Notice> kept = new ArrayDeque<>();
    private long newest;

    Notices(Clock clock) {
        this.clock = clock;
    }

    synchronized void add(int kind, String of, String text) {
        if (kept.size() == Limits.NOTICES) {
            kept.removeFirst();
        }
        newest++;
        kept.addLast(new Notice(newest, kind, clock.now(), of, text));
    }

    /** The number of the newest, or 0. */
    synchronized long newest() {
        return newest;
    }

    /** Those behind a number that are not older than so many milliseconds, as the answer of a request. */
    synchronized byte[] heard(long id, long after, long atMostMs) {
        long now = clock.now();
        List<Notice> wanted = new ArrayList<>();
        for (Notice notice : kept) {
            if (notice.number > after && now - notice.time <= atMostMs) {
                wanted.add(notice);
            }
        }
        return Answers.heard(id, newest, wanted, now);
    }
}
