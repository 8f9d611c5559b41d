package dev.clawperator.host;

import java.util.concurrent.atomic.AtomicLong;

/** What a connected UiAutomation asked of the apps, for tests that reckon what a look costs. */
final class AutomationCount {
    final AtomicLong requests = new AtomicLong();
    final AtomicLong nodes = new AtomicLong();
}
