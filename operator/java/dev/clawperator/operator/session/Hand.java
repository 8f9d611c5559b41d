package dev.clawperator.operator.session;

import dev.clawperator.operator.protocol.Act;

/** What touches the phone. */
public interface Hand {
    /**
     * Does one act, on one thread, one after another. It asks {@link Going#begin} right before the first thing that the
     * phone can notice, and does nothing if the answer is no.
     */
    Result perform(Act act, Going going);
}
