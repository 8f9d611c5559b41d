package dev.clawperator.host;

/** Something that goes on over several frames, on the main thread. */
interface Ticker {
    /**
     * Called once a frame, after the clock has moved and before the looper runs.
     *
     * @param now the phone's clock
     * @return whether it is over
     */
    boolean tick(long now);
}
