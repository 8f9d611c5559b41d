package dev.clawperator.host;

/** The system has room for one UiAutomation: that of a program that is connected, or that of a dump while it is made. */
final class AutomationSlot {
    private Object holder;

    /** Answers whether it is theirs now. */
    synchronized boolean take(Object who) {
        if (holder != null) {
            return false;
        }
        holder = who;
        return true;
    }

    synchronized void leave(Object who) {
        if (holder == who) {
            holder = null;
        }
    }
}
