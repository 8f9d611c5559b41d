package dev.clawperator.operator.tests;

import dev.clawperator.operator.protocol.Act;
import dev.clawperator.operator.protocol.Nodes;
import dev.clawperator.operator.protocol.Outcome;
import dev.clawperator.operator.protocol.Pictured;
import dev.clawperator.operator.protocol.Request;
import dev.clawperator.operator.protocol.Spot;
import dev.clawperator.operator.protocol.State;
import dev.clawperator.operator.protocol.Tree;
import dev.clawperator.operator.protocol.Window;
import dev.clawperator.operator.session.Copied;
import dev.clawperator.operator.session.Eye;
import dev.clawperator.operator.session.Glimpse;
import dev.clawperator.operator.session.Going;
import dev.clawperator.operator.session.Hand;
import dev.clawperator.operator.session.Happening;
import dev.clawperator.operator.session.Refused;
import dev.clawperator.operator.session.Result;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/** A phone whose screen is a script: what the n-th reading shows. */
final class FakePhone implements Eye, Hand {
    /** What the n-th reading shows, from 0. */
    volatile IntFunction<Window> screen = read -> text("still");
    volatile String refusesAutomation;
    volatile int pictureBytes = 4;
    volatile CharSequence clip = "copied";
    /** A window over everything else; null for none. */
    volatile Supplier<Window> overlay = () -> null;
    /** What the phone does while the n-th reading goes on, from 0. */
    volatile IntConsumer whileReading = read -> { };
    /** What a reading waits for, if anything. */
    volatile CountDownLatch readsWait;
    /** What an act waits for after it has begun, whatever is cancelled. */
    volatile CountDownLatch actsWait;
    volatile boolean actsFail;
    final List<String> done = Collections.synchronizedList(new ArrayList<>());
    volatile int reads;
    /** The threads that read. */
    final Set<Thread> readers = ConcurrentHashMap.newKeySet();
    /** How much time the last reading had. */
    volatile long leftForReading;
    volatile long connection = 1;
    /** How often UiAutomation was let go. */
    final AtomicInteger letGo = new AtomicInteger();
    private final FakeClock clock;
    private volatile Listener listener;
    private volatile Window shown;

    FakePhone(FakeClock clock) {
        this.clock = clock;
    }

    static Window text(String text) {
        return small(text, 100);
    }

    /** A text as wide and as high as this. */
    static Window small(String text, int size) {
        Nodes nodes = new Nodes();
        Nodes.Texts texts = new Nodes.Texts();
        texts.text = text;
        nodes.begin(0, 0, 1, 1, Nodes.ENABLED);
        nodes.bounds(0, 0, size, size);
        nodes.end("android.widget.TextView", "com.example", null, 0, texts);
        Window window = TreeTests.window(nodes);
        window.right = 1_000;
        window.bottom = 1_000;
        return window;
    }

    static Window incomplete(String text) {
        Window window = text(text);
        window.content = Window.INCOMPLETE;
        return window;
    }

    void stir(int events) {
        listener.happened(events);
    }

    void toast(String text) {
        listener.toast("com.example", text);
        listener.happened(1);
    }

    boolean isRecording() {
        return listener.isRecording();
    }

    /** Something is done on the screen. */
    void event(Happening happening) {
        listener.event(happening);
        listener.happened(1);
    }

    /** Listening begins anew. */
    void begins() {
        listener.begins();
    }

    @Override
    public void listen(Listener told) {
        listener = told;
    }

    @Override
    public long connect(long until) throws Refused {
        if (refusesAutomation != null) {
            throw new Refused(Refused.NO_AUTOMATION, refusesAutomation);
        }
        return connection;
    }

    @Override
    public boolean isConnected() {
        return reads > 0;
    }

    @Override
    public State state(long until) {
        return new State();
    }

    @Override
    public String[] model() {
        return new String[] {"Fake \"1\"", "14", "34"};
    }

    @Override
    public Tree read(boolean allDisplays, long until) {
        readers.add(Thread.currentThread());
        Window window = screen.apply(reads++);
        leftForReading = until - clock.now();
        await(readsWait);
        return new Tree(new State(), Arrays.asList(window));
    }

    @Override
    public Glimpse glimpse(List<Spot> spots, long until) {
        int number = reads;
        shown = screen.apply(number);
        List<Window> there = windows(until);
        there.removeIf(window -> !Glimpse.isAt(spots, window));
        read(false, until);
        whileReading.accept(number);
        return new Glimpse(spots, there, new Tree(new State(), there));
    }

    @Override
    public List<Window> windows(long until) {
        List<Window> all = new ArrayList<>(Arrays.asList(overlay.get(), shown));
        all.remove(null);
        return all;
    }

    @Override
    public Pictured picture(Request.Picture wanted, long until) {
        Pictured picture = new Pictured();
        picture.bytes = new byte[pictureBytes];
        return picture;
    }

    @Override
    public Copied clip() {
        return new Copied(clip, false);
    }

    @Override
    public void letGo() {
        letGo.incrementAndGet();
    }

    @Override
    public void waitForLetGo(long until) {
        // It is free at once.
    }

    /** A touch goes on for as long as it lasts; everything else is done at once. */
    @Override
    public Result perform(Act act, Going going) {
        if (!going.begin()) {
            return going.kept();
        }
        // Before anybody sees that it is under way, and moves the time.
        long until = going.clock().now() + act.lastsMs();
        done.add(act.toString());
        if (actsFail) {
            throw new IllegalStateException("Grüße");
        }
        await(actsWait);
        if (!going.waitUntil(until)) {
            done.add("ACTION_CANCEL");
            return Result.of(Outcome.IN_PART, Refused.CANCELLED, "it was cut short");
        }
        return Result.done();
    }

    private static void await(CountDownLatch latch) {
        try {
            if (latch != null) {
                latch.await();
            }
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
        }
    }
}
