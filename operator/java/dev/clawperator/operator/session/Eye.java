package dev.clawperator.operator.session;

import dev.clawperator.operator.protocol.Pictured;
import dev.clawperator.operator.protocol.Request;
import dev.clawperator.operator.protocol.Spot;
import dev.clawperator.operator.protocol.State;
import dev.clawperator.operator.protocol.Tree;
import dev.clawperator.operator.protocol.Window;
import java.util.List;

/** What sees the phone. It reads once and judges nothing; {@link Looker} decides what to read again. */
public interface Eye {
    /** Tells of every event of the screen. What it is about is told before it is counted. */
    interface Listener {
        void happened(int events);

        /** A message that goes away by itself was shown, by an app or, where nobody says by which, null. */
        void toast(CharSequence of, CharSequence text);

        /** From now on events are told of; some may have come before that. */
        void begins();

        /** Whether what happens is written down, so that it is told of. */
        boolean isRecording();

        /** Something that a person may have done. */
        void event(Happening happening);
    }

    /** Says whom to tell of events, before anything else is called. */
    void listen(Listener listener);

    /**
     * Connects to UiAutomation unless it is connected, and returns the number of the connection, which is another after
     * each connect.
     */
    long connect(long until) throws Refused;

    State state(long until) throws Refused;

    /** The phone's name, its release and the level of its interface. */
    String[] model();

    /** Reads all windows once. Only one thread reads at a time. */
    Tree read(boolean allDisplays, long until) throws Refused;

    /** Reads once the windows that these points are in, and no others: one that does not answer is in nobody's way. */
    Glimpse glimpse(List<Spot> spots, long until) throws Refused;

    /** The windows as they are now, the topmost first, without what is in them. */
    List<Window> windows(long until) throws Refused;

    Pictured picture(Request.Picture wanted, long until) throws Refused;

    /** What is on the clipboard. */
    Copied clip() throws Refused;

    /** Whether UiAutomation is connected. Asks nobody and does not wait. */
    boolean isConnected();

    /** Lets go of UiAutomation; it is connected again when somebody needs it. Does not wait. */
    void letGo();

    /** Waits until what was let go is free for others, at most so long. */
    void waitForLetGo(long until);
}
