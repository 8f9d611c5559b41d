package dev.clawperator.host;

import org.json.JSONException;
import org.json.JSONObject;

/**
 * What a request came to.
 *
 * @param body null when it was refused
 * @param refused why, or null
 * @param bytes what follows the line; {@code body} says how many
 */
record Answer(JSONObject body, String refused, byte[] bytes) {
    private static final byte[] NONE = {};

    static Answer ok() {
        return new Answer(new JSONObject(), null, NONE);
    }

    static Answer ok(JSONObject body) {
        return new Answer(body, null, NONE);
    }

    static Answer ok(JSONObject body, byte[] bytes) throws JSONException {
        return new Answer(body.put("bytes", bytes.length), null, bytes);
    }

    static Answer refused(String why) {
        return new Answer(null, why, NONE);
    }
}
