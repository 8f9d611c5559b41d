package dev.clawperator.host;

import org.json.JSONObject;

/** What a test asks of the platform's own UiAutomation, and the faults that it plants under it. */
final class AutomationRequests {
    private final Phone.Parts phone;
    private final AutomationProbe probe = new AutomationProbe();

    AutomationRequests(Phone.Parts phone) {
        this.phone = phone;
    }

    Answer answer(String what, JSONObject request) throws Exception {
        return switch (what) {
            case "connect" -> {
                String refused = probe.connect();
                yield refused == null ? Answer.ok() : Answer.refused(refused);
            }
            case "disconnect" -> {
                probe.disconnect();
                yield Answer.ok();
            }
            case "release" -> {
                probe.release();
                phone.accessibility.faults.plant(PlantedFaults.Fault.NONE);
                yield Answer.ok();
            }
            case "tree" -> tree();
            case "walk" -> walk();
            case "tap" -> done(probe.tap((float) request.getDouble("x"), (float) request.getDouble("y")));
            case "set_text" -> done(probe.setText(request.getString("view"), request.getString("text")));
            case "picture" -> Answer.ok(probe.picture());
            case "events" -> Answer.ok(new JSONObject().put("events", probe.events()));
            case "count" -> Answer.ok(count());
            case "fault" -> {
                phone.accessibility.faults.plant(PlantedFaults.Fault.valueOf(request.getString("fault")));
                yield Answer.ok();
            }
            default -> Answer.refused("unknown operation");
        };
    }

    private Answer tree() throws Exception {
        long requests = phone.accessibility.count.requests.get();
        String tree = probe.tree();
        return Answer.ok(new JSONObject()
                .put("tree", tree)
                .put("requests", phone.accessibility.count.requests.get() - requests));
    }

    private Answer walk() throws Exception {
        long begun = System.nanoTime();
        int nodes = probe.walk();
        return Answer.ok(new JSONObject().put("nodes", nodes).put("micros", (System.nanoTime() - begun) / 1_000));
    }

    private JSONObject count() throws Exception {
        return new JSONObject()
                .put("requests", phone.accessibility.count.requests.get())
                .put("nodes", phone.accessibility.count.nodes.get());
    }

    private static Answer done(boolean done) throws Exception {
        return Answer.ok(new JSONObject().put("done", done));
    }
}
