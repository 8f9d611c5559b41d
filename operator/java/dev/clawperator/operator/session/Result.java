package dev.clawperator.operator.session;

import dev.clawperator.operator.protocol.Outcome;
import dev.clawperator.operator.protocol.Way;

/** What became of an act. The message has nothing of what was typed. */
public final class Result {
    public final Outcome outcome;
    public final Way way;
    public final String code;
    public final String message;

    private Result(Outcome outcome, Way way, String code, String message) {
        this.outcome = outcome;
        this.way = way;
        this.code = code;
        this.message = message;
    }

    public static Result done() {
        return new Result(Outcome.DONE, Way.ANY, "", "");
    }

    public static Result of(Outcome outcome, String code, String message) {
        return new Result(outcome, Way.ANY, code, message == null ? "" : message);
    }

    public static Result notBegun(String code, String message) {
        return of(Outcome.NOT_BEGUN, code, message);
    }

    /** The same, with the way of a text that was used. */
    public Result by(Way used) {
        return new Result(outcome, used, code, message);
    }
}
