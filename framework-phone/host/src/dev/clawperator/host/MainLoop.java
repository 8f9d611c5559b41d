package dev.clawperator.host;

import android.os.Looper;
import android.os.SystemClock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.robolectric.Shadows;
import org.robolectric.shadows.ShadowLooper;

/**
 * The main thread: requests from outside, the looper's messages, and the clock, one after the other.
 *
 * <p>Whoever waits for it gives a deadline, since an app may hold it for as long as it likes.
 */
final class MainLoop {
    /** A looper that fills itself again and again must not stop the clock. */
    private static final int MOST_MESSAGES_A_FRAME = 5_000;
    private static final long LOOK_EVERY_MILLIS = 50;

    private final PhoneClock clock;
    private final ShadowLooper looper = Shadows.shadowOf(Looper.getMainLooper());
    private final Thread thread = Thread.currentThread();
    private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
    private final List<Running> tickers = new ArrayList<>();
    private Hooks hooks;
    private volatile long beatNanos = System.nanoTime();
    private volatile boolean stopped;

    /** What the loop tells of. */
    interface Hooks {
        /** Code of an app threw something that nobody caught. */
        void crashed(Throwable cause);

        /** The looper is empty: time for what the system does between messages. Answers whether it did anything. */
        boolean settle();
    }

    private record Running(Ticker ticker, CompletableFuture<Void> over) {}

    MainLoop(PhoneClock clock) {
        this.clock = clock;
    }

    PhoneClock clock() {
        return clock;
    }

    /** Says who is told; before anything else. */
    void begin(Hooks told) {
        hooks = told;
    }

    /** Lets so many frames pass at once. */
    void frames(int count) {
        for (int frame = 0; frame < count; frame++) {
            clock.step();
            drain();
        }
    }

    /** Runs until {@link #stop}. */
    void run() throws InterruptedException {
        while (!stopped) {
            beatNanos = System.nanoTime();
            runTasks();
            if (!looper.isIdle()) {
                drain();
            }
            long left = clock.nanosUntilDue(!tickers.isEmpty());
            if (left > 0) {
                await(left);
                continue;
            }
            clock.step();
            long now = SystemClock.uptimeMillis();
            tickers.removeIf(running -> isOver(running, now));
            drain();
        }
    }

    void stop() {
        stopped = true;
        post(() -> {});
    }

    /** How long the main thread has been held by the same piece of work, in real time. */
    long stuckMillis() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beatNanos);
    }

    /** Runs something on the main thread and waits for it, for so many real milliseconds. */
    <T> T call(Callable<T> work, long withinMillis) throws Busy, Exception {
        FutureTask<T> task = new FutureTask<>(work);
        post(task);
        return outcome(task, withinMillis);
    }

    /** Lets something go on for as many frames as it takes; answers a promise of its end. */
    CompletableFuture<Void> over(Ticker ticker) {
        CompletableFuture<Void> over = new CompletableFuture<>();
        post(() -> tickers.add(new Running(ticker, over)));
        return over;
    }

    /**
     * Waits for something that takes time on the phone. An app that holds the main thread for longer than so many real
     * milliseconds stops the phone's time, and the wait with it.
     *
     * @return whether it is over
     */
    boolean awaitUnlessHeld(CompletableFuture<Void> over, long heldMillis) throws Exception {
        while (true) {
            try {
                outcome(over.copy(), LOOK_EVERY_MILLIS);
                return true;
            } catch (Busy notYet) {
                if (stuckMillis() > heldMillis) {
                    over.cancel(false);
                    return false;
                }
            }
        }
    }

    static <T> T outcome(Future<T> future, long withinMillis) throws Busy, Exception {
        try {
            return future.get(Math.max(1, withinMillis), TimeUnit.MILLISECONDS);
        } catch (TimeoutException late) {
            future.cancel(false);
            throw new Busy();
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof Exception cause ? cause : failed;
        }
    }

    /** Runs code that may be an app's; what it throws is a crash of the app and not of the phone. */
    void guarded(Runnable work) {
        try {
            work.run();
        } catch (Throwable thrown) {
            hooks.crashed(thrown);
        }
    }

    /** Lets the looper run dry, on the main thread. */
    void drain() {
        int left = MOST_MESSAGES_A_FRAME;
        do {
            while (left-- > 0 && !looper.isIdle()) {
                guarded(looper::runOneTask);
            }
        } while (left > 0 && hooks.settle());
    }

    private void post(Runnable task) {
        synchronized (tasks) {
            tasks.add(task);
            tasks.notifyAll();
        }
    }

    private void runTasks() {
        while (true) {
            Runnable task;
            synchronized (tasks) {
                task = tasks.poll();
            }
            if (task == null) {
                return;
            }
            guarded(task);
            drain();
        }
    }

    private boolean isOver(Running running, long now) {
        boolean[] over = {true};
        guarded(() -> over[0] = running.over.isCancelled() || running.ticker.tick(now));
        if (over[0]) {
            // What the last step led to is part of it.
            drain();
            running.over.complete(null);
        }
        return over[0];
    }

    private void await(long nanos) throws InterruptedException {
        synchronized (tasks) {
            if (tasks.isEmpty() && !stopped) {
                TimeUnit.NANOSECONDS.timedWait(tasks, nanos);
            }
        }
    }

    boolean isMainThread() {
        return Thread.currentThread() == thread;
    }
}
