package dev.clawperator.host;

import android.os.Looper;
import android.os.SystemClock;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
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
import java.util.function.BooleanSupplier;
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
    /** Longer than anything takes on the slowest machine that is not broken, in real time. */
    private static final long PATIENCE_MILLIS = 120_000;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final PhoneClock clock;
    private final ShadowLooper looper = Shadows.shadowOf(Looper.getMainLooper());
    private final Thread thread = Thread.currentThread();
    private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
    private final List<Running> tickers = new ArrayList<>();
    private Hooks hooks;
    /** When the main thread began its piece of work. */
    private volatile Moment begun = Moment.of(thread);
    /** Whether it has nothing to do until the next frame. */
    private volatile boolean rests;
    private volatile boolean stopped;

    /** What the loop tells of. */
    interface Hooks {
        /** Code of an app threw something that nobody caught. */
        void crashed(Throwable cause);

        /** The looper is empty: time for what the system does between messages. Answers whether it did anything. */
        boolean settle();
    }

    private record Running(Ticker ticker, CompletableFuture<Void> over) {}

    /** A moment of a thread: in real time, and in the time that it had been let run until then. */
    private record Moment(long realNanos, long ranNanos) {
        static Moment of(Thread thread) {
            return new Moment(System.nanoTime(), THREADS.getThreadCpuTime(thread.getId()));
        }
    }

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
            begun = Moment.of(thread);
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
        wake();
    }

    /** Runs something on the main thread and waits for it, unless the thread is held for so many milliseconds. */
    <T> T call(Callable<T> work, long heldMillis) throws Busy, Exception {
        if (isMainThread()) {
            return work.call();
        }
        Moment asked = Moment.of(thread);
        FutureTask<T> task = new FutureTask<>(work);
        post(task);
        if (!hasEnded(task, () -> heldMillis(later(begun, asked)) > heldMillis)) {
            task.cancel(false);
            throw new Busy();
        }
        return outcome(task, LOOK_EVERY_MILLIS);
    }

    /** Runs something on the main thread when it comes to it. */
    void post(Runnable task) {
        synchronized (tasks) {
            tasks.add(task);
            tasks.notifyAll();
        }
    }

    /** Lets the looper take what another thread put into it now, and not with the next frame. */
    void wake() {
        post(() -> {});
    }

    /** How long the main thread has been held by the piece of work that it does now. */
    long heldMillis() {
        return heldMillis(begun);
    }

    /** Lets something go on for as many frames as it takes; answers a promise of its end. */
    CompletableFuture<Void> over(Ticker ticker) {
        CompletableFuture<Void> over = new CompletableFuture<>();
        post(() -> tickers.add(new Running(ticker, over)));
        return over;
    }

    /**
     * Waits for something that takes time on the phone. An app that holds the main thread for longer than so many
     * milliseconds stops the phone's time, and the wait with it.
     *
     * @return whether it is over
     */
    boolean awaitUnlessHeld(CompletableFuture<Void> over, long heldMillis) throws Exception {
        boolean isOver = hasEnded(over, () -> heldMillis(begun) > heldMillis);
        if (isOver) {
            outcome(over, LOOK_EVERY_MILLIS);
        } else {
            over.cancel(false);
        }
        return isOver;
    }

    /** Waits until something has ended, in whatever way; answers false when it is given up instead. */
    private static boolean hasEnded(Future<?> future, BooleanSupplier isGivenUp) throws InterruptedException {
        for (long waited = 0; waited < PATIENCE_MILLIS; waited += LOOK_EVERY_MILLIS) {
            try {
                future.get(LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS);
                return true;
            } catch (ExecutionException ended) {
                return true;
            } catch (TimeoutException notYet) {
                if (isGivenUp.getAsBoolean()) {
                    return false;
                }
            }
        }
        return false;
    }

    /**
     * How long the main thread has been held since a moment. One that waits is held for as long as it waits, one that
     * works for as long as it was let run: that other programs keep the machine busy is no fault of the app.
     */
    private long heldMillis(Moment since) {
        if (rests) {
            return 0;
        }
        Moment now = Moment.of(thread);
        boolean works = thread.getState() == Thread.State.RUNNABLE;
        long nanos = works ? now.ranNanos - since.ranNanos : now.realNanos - since.realNanos;
        return TimeUnit.NANOSECONDS.toMillis(nanos);
    }

    private static Moment later(Moment one, Moment other) {
        return one.realNanos - other.realNanos > 0 ? one : other;
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
                rests = true;
                TimeUnit.NANOSECONDS.timedWait(tasks, nanos);
                begun = Moment.of(thread);
                rests = false;
            }
        }
    }

    boolean isMainThread() {
        return Thread.currentThread() == thread;
    }
}
