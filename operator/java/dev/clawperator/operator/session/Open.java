package dev.clawperator.operator.session;

/** One request that is not answered yet. It is answered once, whoever comes first. */
final class Open implements Looker.Wanted {
    final long id;
    private boolean answered;
    private Going act;

    Open(long id) {
        this.id = id;
    }

    /** Says that it is an act, which is answered by what became of it. */
    synchronized void is(Going going) {
        act = going;
    }

    synchronized boolean isAct() {
        return act != null;
    }

    /** Whether the caller is the one who answers. */
    synchronized boolean answer() {
        boolean first = !answered;
        answered = true;
        return first;
    }

    @Override
    public synchronized boolean isWanted() {
        return !answered;
    }
}
