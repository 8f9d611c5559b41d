package dev.clawperator.host;

import dev.clawperator.conformance.Record;
import org.json.JSONArray;
import org.json.JSONObject;

/** What tests ask for and the product cannot see: what truly happened in the app, and what its views are. */
final class RecordRequests implements Server.Handler {
    private static final long VIEWS_MILLIS = 5_000;

    private final Phone.Parts phone;
    private final AutomationRequests automation;

    RecordRequests(Phone.Parts phone) {
        this.phone = phone;
        automation = new AutomationRequests(phone);
    }

    @Override
    public Answer answer(String operation, JSONObject request) throws Exception {
        return switch (operation) {
            case "record" -> record(request.getLong("after"));
            case "views" -> Answer.ok(phone.loop.call(() -> Views.tell(phone.windows, phone.process), VIEWS_MILLIS));
            case "last_touch" -> Answer.ok(phone.lastTouch.tell(request.getBoolean("tree")));
            case "watch_touches" -> watchTouches();
            case "automation" -> automation.answer(request.getString("what"), request);
            default -> Answer.refused("unknown operation");
        };
    }

    private Answer watchTouches() {
        phone.lastTouch.watch();
        return Answer.ok();
    }

    private Answer record(long after) throws Exception {
        JSONArray entries = new JSONArray();
        for (Record.Entry entry : Record.after(after)) {
            entries.put(new JSONObject()
                    .put("number", entry.number())
                    .put("uptime_ms", entry.uptimeMs())
                    .put("what", entry.what())
                    .put("view", entry.view())
                    .put("detail", entry.detail()));
        }
        return Answer.ok(new JSONObject()
                .put("entries", entries)
                .put("uptime_ms", android.os.SystemClock.uptimeMillis())
                .put("crashes", phone.crashes()));
    }
}
