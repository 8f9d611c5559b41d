package dev.clawperator.operator.android;

import android.app.UiAutomation;
import android.os.Build;
import android.view.accessibility.AccessibilityWindowInfo;
import dev.clawperator.operator.hidden.Automation;
import dev.clawperator.operator.hidden.Missing;
import dev.clawperator.operator.protocol.Limits;
import dev.clawperator.operator.protocol.Pictured;
import dev.clawperator.operator.protocol.Request;
import dev.clawperator.operator.protocol.State;
import dev.clawperator.operator.protocol.Tree;
import dev.clawperator.operator.protocol.Window;
import dev.clawperator.operator.session.Clock;
import dev.clawperator.operator.session.Eye;
import dev.clawperator.operator.session.Refused;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

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
        try {
            return readOnce(allDisplays, until);
        } catch (Missing missing) {
            throw new Refused(Refused.UNSUPPORTED, missing.getMessage());
        } catch (IllegalStateException lost) {
            // The system let go of UiAutomation, as it does when it starts anew.
            connected.drop();
            return readOnce(allDisplays, until);
        }
    }

    @Override
    public Pictured picture(Request.Picture wanted, long until) throws Refused {
        return pictures.take(wanted, until);
    }

    @Override
    public CharSequence clip() throws Refused {
        return clips.text();
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
        UiAutomation automation = connected.get(until);
        automations.clearCache(automation);
        List<AccessibilityWindowInfo> infos = Compat.windows(automation, allDisplays);
        State state = states.read(infos);
        doubt(infos.isEmpty() && state.display != State.DISPLAY_OFF);
        AtomicInteger left = new AtomicInteger(Limits.NODES);
        Object done = new Object();
        List<Walk> walks = new ArrayList<>();
        for (AccessibilityWindowInfo info : infos.subList(0, Math.min(infos.size(), Limits.WINDOWS))) {
            walks.add(new Walk(info, automations, clock, left, done));
        }
        try {
            pool.read(walks, done, until);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            throw new Refused(Refused.CANCELLED, "the Operator ends");
        }
        List<Window> windows = new ArrayList<>();
        List<Seen> seen = new ArrayList<>();
        boolean connectsAgain = false;
        for (Walk walk : walks) {
            windows.add(walk.window);
            if (!walk.isAbandoned()) {
                seen.add(walk.finish());
                connectsAgain |= judgeWebViews(walk);
            }
        }
        last.replace(seen);
        if (connectsAgain) {
            connected.again();
        }
        return new Tree(state, windows);
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
