package dev.clawperator.host;

import android.content.Intent;
import android.content.pm.PackageManager;
import android.net.Uri;
import android.view.MotionEvent;
import java.nio.charset.StandardCharsets;
import org.json.JSONArray;
import org.json.JSONException;
import org.json.JSONObject;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.Shadows;
import org.robolectric.shadows.ShadowDisplay;

/** What the phone's programs ask of the screen. */
final class Requests implements Server.Handler {
    /** How long the platform waits for an app's nodes. */
    private static final long NODES_MILLIS = 5_000;
    /** How long the platform waits until an app has taken an injected event. */
    private static final long INPUT_MILLIS = 30_000;
    /** A launch takes what it takes: classes are loaded, and the first frame drawn. */
    private static final long LAUNCH_MILLIS = 60_000;
    private static final int FRAMES_OF_A_START = 3;
    private static final int FRAMES_OF_AN_INPUT = 2;
    /** From when on an app counts as one that input does not wait for. */
    private static final long HELD_MILLIS = 500;
    private static final long STOP_MILLIS = 3_000;
    private static final long LONGEST_GESTURE = 60_000;
    private static final int MOST_TEXT = 10_000;

    private final Phone.Parts phone;
    private final State state;

    Requests(Phone.Parts phone) {
        this.phone = phone;
        state = phone.state;
    }

    @Override
    public Answer answer(String operation, JSONObject request) throws Exception {
        return switch (operation) {
            case "wait_idle" -> waitIdle(request);
            case "dump" -> dump(request);
            case "tap" -> tap(request);
            case "swipe", "drag" -> gesture(operation, request);
            case "motion" -> motion(request);
            case "key" -> key(request);
            case "keys" -> keys(request);
            case "text" -> text(request);
            case "start" -> start(request);
            case "force_stop" -> forceStop(request);
            case "clear_data" -> clearData(request);
            case "broadcast" -> broadcast(request);
            case "screenshot" -> screenshot();
            case "state" -> Answer.ok(state.tell());
            case "packages" -> Answer.ok(state.packages());
            case "rotation" -> rotate(request);
            case "display" -> display(request);
            case "awake" -> awake(request);
            case "shade" -> Answer.ok();
            case "permission" -> permission(request);
            case "query" -> query(request);
            case "stop" -> stop();
            default -> Answer.refused("unknown operation");
        };
    }

    private Answer waitIdle(JSONObject request) throws Exception {
        Object turn = new Object();
        // Whoever waits has the place of a UiAutomation meanwhile, unless another has it, which ends a dump later.
        phone.accessibility.slot.take(turn);
        try {
            boolean rested = Idle.await(phone, request.getLong("quiet_ms"), request.getLong("within_ms"));
            return Answer.ok(new JSONObject().put("idle", rested));
        } finally {
            phone.accessibility.slot.leave(turn);
        }
    }

    /** A dump connects a UiAutomation of its own, and is killed when there is one already. */
    private Answer dump(JSONObject request) throws Exception {
        Object turn = new Object();
        if (!phone.accessibility.slot.take(turn)) {
            return Answer.refused("already_registered");
        }
        try {
            return dumpAlone(request);
        } finally {
            phone.accessibility.slot.leave(turn);
        }
    }

    private Answer dumpAlone(JSONObject request) throws Exception {
        boolean all = request.getBoolean("windows");
        boolean compressed = request.getBoolean("compressed");
        String xml;
        try {
            xml = phone.loop.call(
                    () -> {
                        phone.lastTouch.looked();
                        PhoneWindow active = phone.isAwake() ? phone.windows.focused() : null;
                        return all ? Dump.all(phone.windows.told(), active) : Dump.active(active, compressed);
                    },
                    NODES_MILLIS);
        } catch (Busy hung) {
            return Answer.refused("no_root");
        }
        if (xml == null) {
            return Answer.refused("no_root");
        }
        return Answer.ok(new JSONObject(), xml.getBytes(StandardCharsets.UTF_8));
    }

    private Answer tap(JSONObject request) throws Exception {
        float x = (float) request.getDouble("x");
        float y = (float) request.getDouble("y");
        return injected(() -> {
            phone.touch.send(MotionEvent.ACTION_DOWN, x, y);
            phone.loop.drain();
            phone.touch.send(MotionEvent.ACTION_UP, x, y);
        });
    }

    private Answer gesture(String operation, JSONObject request) throws Exception {
        float fromX = (float) request.getDouble("from_x");
        float fromY = (float) request.getDouble("from_y");
        float toX = (float) request.getDouble("to_x");
        float toY = (float) request.getDouble("to_y");
        long duration = Math.min(Math.max(request.getLong("duration_ms"), 1), LONGEST_GESTURE);
        if (!phone.isAwake()) {
            return Answer.ok();
        }
        Gesture gesture = operation.equals("drag")
                ? Gesture.drag(phone.touch, fromX, fromY, toX, toY, duration)
                : Gesture.swipe(phone.touch, fromX, fromY, toX, toY, duration);
        // A busy machine makes the phone's time longer than the world's, so patience is for a slow phone.
        long patience = INPUT_MILLIS + 4 * phone.loop.clock().realMillis(duration);
        try {
            MainLoop.outcome(phone.loop.over(gesture), patience);
        } catch (Busy hung) {
            return Answer.ok();
        }
        return Answer.ok();
    }

    private Answer motion(JSONObject request) throws Exception {
        int action = switch (request.getString("action")) {
            case "down" -> MotionEvent.ACTION_DOWN;
            case "move" -> MotionEvent.ACTION_MOVE;
            case "up" -> MotionEvent.ACTION_UP;
            default -> MotionEvent.ACTION_CANCEL;
        };
        float x = (float) request.getDouble("x");
        float y = (float) request.getDouble("y");
        return injected(() -> phone.touch.send(action, x, y));
    }

    private Answer key(JSONObject request) throws Exception {
        int code = request.getInt("code");
        boolean isLong = request.getBoolean("long");
        return input(() -> phone.keys.press(code, isLong));
    }

    private Answer keys(JSONObject request) throws Exception {
        JSONArray codes = request.getJSONArray("codes");
        return input(() -> {
            for (int index = 0; index < codes.length(); index++) {
                phone.keys.press(codes.optInt(index), false);
            }
        });
    }

    private Answer text(JSONObject request) throws Exception {
        String text = request.getString("text");
        if (text.length() > MOST_TEXT) {
            return Answer.refused("too long");
        }
        return injected(() -> phone.keys.type(text));
    }

    /** Sends input to windows, unless the phone sleeps. */
    private Answer injected(Runnable input) throws Exception {
        return input(() -> {
            if (phone.isAwake()) {
                input.run();
            }
        });
    }

    /**
     * Sends input. A click is posted behind the next frame; the command that sent it takes longer than that to end, so
     * what is sent next cannot overtake it.
     */
    private Answer input(Runnable input) throws Exception {
        Answer answer = system(input);
        int[] frames = {FRAMES_OF_AN_INPUT};
        phone.loop.awaitUnlessHeld(phone.loop.over(now -> --frames[0] <= 0), HELD_MILLIS);
        return answer;
    }

    /** Input is over when the app has taken it. One that hangs takes it later; the command ends without a word. */
    private Answer system(Runnable input) throws Exception {
        try {
            phone.loop.call(
                    () -> {
                        phone.keep();
                        phone.loop.guarded(input);
                        return null;
                    },
                    INPUT_MILLIS);
        } catch (Busy hung) {
            return Answer.ok();
        }
        return Answer.ok();
    }

    private Answer start(JSONObject request) throws Exception {
        Intent intent = intent(request.getJSONObject("intent"));
        long begun = System.nanoTime();
        Launched[] launched = new Launched[1];
        phone.loop.call(
                () -> {
                    phone.setAwake(true);
                    phone.loop.guarded(() -> {
                        try {
                            launched[0] = phone.stack.start(intent, null, -1);
                        } catch (ReflectiveOperationException broken) {
                            throw new IllegalStateException(broken);
                        }
                    });
                    return null;
                },
                LAUNCH_MILLIS);
        // It is started when it is drawn.
        int[] frames = {FRAMES_OF_A_START};
        MainLoop.outcome(phone.loop.over(now -> --frames[0] <= 0), LAUNCH_MILLIS);
        if (launched[0] == null) {
            // It crashed while it started; to whoever started it that looks like a start.
            launched[0] = new Launched(Launched.Outcome.STARTED, intent.getComponent(), true);
        }
        JSONObject body = new JSONObject()
                .put("outcome", launched[0].outcome().name().toLowerCase(java.util.Locale.ROOT))
                .put("cold", launched[0].cold())
                .put("took_ms", (System.nanoTime() - begun) / 1_000_000);
        if (launched[0].component() != null) {
            body.put("package", launched[0].component().getPackageName());
            body.put("class", launched[0].component().getClassName());
        }
        return Answer.ok(body);
    }

    private Answer forceStop(JSONObject request) throws Exception {
        if (isApp(request)) {
            phone.loop.call(
                    () -> {
                        phone.stopApp();
                        return null;
                    },
                    STOP_MILLIS);
        }
        return Answer.ok();
    }

    private Answer clearData(JSONObject request) throws Exception {
        if (isApp(request)) {
            phone.loop.call(
                    () -> {
                        AppData.clear();
                        return null;
                    },
                    STOP_MILLIS);
        }
        return Answer.ok();
    }

    private Answer broadcast(JSONObject request) throws Exception {
        Intent intent = intent(request.getJSONObject("intent"));
        system(() -> RuntimeEnvironment.getApplication().sendBroadcast(intent));
        return Answer.ok(new JSONObject().put("code", 0));
    }

    private Answer screenshot() throws Exception {
        Pixels.Frame frame;
        try {
            frame = phone.loop.call(() -> phone.pixels.draw(phone.isAwake()), State.SYSTEM_MILLIS);
        } catch (Busy hung) {
            frame = phone.pixels.kept();
        }
        JSONObject body = new JSONObject().put("width", frame.width()).put("height", frame.height());
        return Answer.ok(body, frame.bytes());
    }

    private Answer rotate(JSONObject request) throws Exception {
        int rotation = Math.floorMod(request.getInt("rotation"), 4);
        return system(() -> state.turn(rotation));
    }

    private Answer display(JSONObject request) throws Exception {
        int width = request.optInt("width", 0);
        int height = request.optInt("height", 0);
        int density = request.optInt("density", 0);
        return system(() -> state.resize(width, height, density));
    }

    private Answer awake(JSONObject request) throws Exception {
        boolean awake = request.getBoolean("awake");
        return system(() -> phone.setAwake(awake));
    }

    private Answer permission(JSONObject request) throws Exception {
        String permission = request.getString("permission");
        boolean granted = request.getBoolean("granted");
        return system(() -> {
            if (granted) {
                Shadows.shadowOf(RuntimeEnvironment.getApplication()).grantPermissions(permission);
            } else {
                Shadows.shadowOf(RuntimeEnvironment.getApplication()).denyPermissions(permission);
            }
        });
    }

    private static Answer query(JSONObject request) throws JSONException {
        // A provider answers on a thread of its own, whatever the main thread is busy with.
        JSONArray rows = ProviderRows.of(RuntimeEnvironment.getApplication(), Uri.parse(request.getString("uri")));
        return Answer.ok(new JSONObject().putOpt("rows", rows));
    }

    private Answer stop() {
        phone.loop.stop();
        return Answer.ok();
    }

    private static boolean isApp(JSONObject request) throws JSONException {
        return RuntimeEnvironment.getApplication().getPackageName().equals(request.getString("package"));
    }

    private static Intent intent(JSONObject told) throws JSONException {
        Intent intent = new Intent(told.optString("action", null));
        String data = told.optString("data", null);
        String type = told.optString("type", null);
        if (data != null && type != null) {
            intent.setDataAndType(Uri.parse(data), type);
        } else if (data != null) {
            intent.setData(Uri.parse(data));
        } else if (type != null) {
            intent.setType(type);
        }
        JSONArray categories = told.getJSONArray("categories");
        for (int index = 0; index < categories.length(); index++) {
            intent.addCategory(categories.getString(index));
        }
        intent.setPackage(told.optString("package", null));
        JSONArray component = told.optJSONArray("component");
        if (component != null) {
            intent.setClassName(component.getString(0), component.getString(1));
        }
        intent.setFlags((int) told.getLong("flags"));
        JSONArray extras = told.getJSONArray("extras");
        for (int index = 0; index < extras.length(); index++) {
            intent.putExtra(extras.getJSONArray(index).getString(0), extras.getJSONArray(index).getString(1));
        }
        return intent;
    }
}
