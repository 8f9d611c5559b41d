package dev.clawperator.operator.android;

import android.app.UiAutomation;
import android.os.Build;
import android.view.accessibility.AccessibilityWindowInfo;
import dev.clawperator.operator.hidden.Automation;
import dev.clawperator.operator.hidden.Missing;
import dev.clawperator.operator.protocol.Limits;
import dev.clawperator.operator.protocol.Nodes;
import dev.clawperator.operator.protocol.Pictured;
import dev.clawperator.operator.protocol.Request;
import dev.clawperator.operator.protocol.Spot;
import dev.clawperator.operator.protocol.State;
import dev.clawperator.operator.protocol.Tree;
import dev.clawperator.operator.protocol.Window;
import dev.clawperator.operator.session.Clock;
import dev.clawperator.operator.session.Copied;
import dev.clawperator.operator.session.Eye;
import dev.clawperator.operator.session.Glimpse;
import dev.clawperator.operator.session.Refused;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Sees the phone through UiAutomation. */
final class AndroidEye implements Eye {
    private static final int MOST_WEB_VIEWS_KNOWN = 256;
    private static final int MOST_EMPTIES = 3;
    private static final long END_MS = 2_000;

    private final Clock clock;
    private final Connected connected;
    private final Automation automations;
    private final PhoneState states;
    private final Pictures pictures;
    private final Clips clips;
    private final Seen.Last last;
    private final WalkPool pool;
    /** Web views that told of nothing even after a connect that was made for them. */
    private final Set<String> opaque = new HashSet<>();
    private int empties;

    AndroidEye(
            Clock clock,
            Connected connected,
            Automation automations,
            PhoneState states,
            Pictures pictures,
            Clips clips,
            Seen.Last last) {
        this.clock = clock;
        this.connected = connected;
        this.automations = automations;
        this.states = states;
        this.pictures = pictures;
        this.clips = clips;
        this.last = last;
        pool = new WalkPool(clock);
    }

    @Override
    public void listen(Listener listener) {
        connected.listen(listener);
    }

    @Override
    public long connect(long until) throws Refused {
        return connected.number(until);
    }

    @Override
    public boolean isConnected() {
        return connected.isConnected();
    }

    @Override
    public State state(long until) {
        try {
            return states.read(Compat.windows(connected.get(until), false));
        } catch (Refused | RuntimeException unseen) {
            return states.read(null);
        }
    }

    @Override
    public String[] model() {
        return new String[] {Build.MODEL, Build.VERSION.RELEASE, String.valueOf(Build.VERSION.SDK_INT)};
    }

    @Override
    public Tree read(boolean allDisplays, long until) throws Refused {
        return twice(() -> readOnce(allDisplays, until));
    }

    @Override
    public Glimpse glimpse(List<Spot> spots, long until) throws Refused {
        return twice(() -> glimpseOnce(spots, until));
    }

    @Override
    public List<Window> windows(long until) throws Refused {
        return twice(() -> {
            List<Window> windows = new ArrayList<>();
            for (AccessibilityWindowInfo info : infos(false, until)) {
                windows.add(Walk.describe(info));
            }
            return windows;
        });
    }

    private interface Reading<T> {
        T read() throws Refused;
    }

    private <T> T twice(Reading<T> reading) throws Refused {
        try {
            return reading.read();
        } catch (Missing missing) {
            throw new Refused(Refused.UNSUPPORTED, missing.getMessage());
        } catch (IllegalStateException lost) {
            // The system let go of UiAutomation, as it does when it starts anew.
            connected.drop();
            return reading.read();
        }
    }

    @Override
    public Pictured picture(Request.Picture wanted, long until) throws Refused {
        return pictures.take(wanted, until);
    }

    @Override
    public Copied clip() throws Refused {
        return clips.read();
    }

    @Override
    public void letGo() {
        connected.drop();
    }

    @Override
    public void waitForLetGo(long until) {
        connected.settle(until);
    }

    void end() {
        pool.end();
        connected.end(clock.now() + END_MS);
    }

    private Tree readOnce(boolean allDisplays, long until) throws Refused {
        List<AccessibilityWindowInfo> infos = infos(allDisplays, until);
        State state = states.read(infos);
        doubt(infos.isEmpty() && state.display != State.DISPLAY_OFF);
        List<Window> windows = new ArrayList<>();
        last.replace(walk(infos, windows, until));
        return new Tree(state, windows);
    }

    /** What is read of some windows is not what was seen last of all of them, so that it is not kept. */
    private Glimpse glimpseOnce(List<Spot> spots, long until) throws Refused {
        List<AccessibilityWindowInfo> there = new ArrayList<>();
        for (AccessibilityWindowInfo info : infos(false, until)) {
            if (Glimpse.isAt(spots, Walk.describe(info))) {
                there.add(info);
            }
        }
        List<Window> windows = new ArrayList<>();
        walk(there, windows, until);
        return new Glimpse(spots, windows, new Tree(new State(), windows));
    }

    /** The windows as the system has them now, and not as they were once told. */
    private List<AccessibilityWindowInfo> infos(boolean allDisplays, long until) throws Refused {
        UiAutomation automation = connected.get(until);
        automations.clearCache(automation);
        List<AccessibilityWindowInfo> infos = Compat.windows(automation, allDisplays);
        return infos.subList(0, Math.min(infos.size(), Limits.WINDOWS));
    }

    /** Reads what is in windows. They come in the same order, and so do those that answered, which are returned. */
    private List<Seen> walk(List<AccessibilityWindowInfo> infos, List<Window> windows, long until) throws Refused {
        AtomicInteger left = new AtomicInteger(Limits.NODES);
        AtomicLong room = Nodes.room();
        Object done = new Object();
        List<Walk> walks = new ArrayList<>();
        for (AccessibilityWindowInfo info : infos) {
            walks.add(new Walk(info, automations, clock, left, room, done));
        }
        try {
            pool.read(walks, done, until);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            throw new Refused(Refused.CANCELLED, "the Operator ends");
        }
        List<Seen> seen = new ArrayList<>();
        boolean connectsAgain = false;
        for (Walk walk : walks) {
            windows.add(walk.window);
            if (!walk.isAbandoned()) {
                seen.add(walk.finish());
                connectsAgain |= judgeWebViews(walk);
            }
        }
        if (connectsAgain) {
            connected.again();
        }
        return seen;
    }

    /** A phone that is lit always has a window: whoever hears of none for a while is connected to nobody any more. */
    private void doubt(boolean isEmpty) {
        empties = isEmpty ? empties + 1 : 0;
        if (empties >= MOST_EMPTIES) {
            empties = 0;
            connected.drop();
        }
    }

    /** A web view that tells of nothing may do so after another connect; true if that is to be tried. */
    private boolean judgeWebViews(Walk walk) {
        if (walk.bareWebViews.isEmpty()) {
            return false;
        }
        if (opaque.size() > MOST_WEB_VIEWS_KNOWN) {
            opaque.clear();
        }
        boolean isNew = opaque.addAll(walk.bareWebViews);
        if (isNew || walk.window.content == Window.WHOLE) {
            walk.window.content = isNew ? Window.INCOMPLETE : Window.OPAQUE;
        }
        return isNew;
    }
}
