package dev.clawperator.operator.session;

import dev.clawperator.operator.protocol.Recording;
import dev.clawperator.operator.protocol.State;
import java.io.IOException;
import java.io.OutputStream;

/**
 * One recording as lines of JSON. It has an end: what finds no room is counted, and the last line says how many. Of what
 * is typed only the length is written unless texts were asked for, and of a password never more.
 */
final class RecordingFile {
    static final int VERSION = 1;
    static final long MOST_BYTES = 4 << 20;
    static final int MOST_LINES = 20_000;
    static final int MOST_LABEL = 200;
    static final int MOST_TYPED = 4_000;
    /** What the last lines may need. */
    private static final int RESERVE = 1_024;

    private final OutputStream out;
    private final long start;
    private final boolean texts;
    private long bytes;
    private long lines;
    private long dropped;
    private long withheld;
    /** Lost since the last line. */
    private long lost;
    private String failure;

    RecordingFile(OutputStream out, long start, boolean texts) {
        this.out = out;
        this.start = start;
        this.texts = texts;
    }

    /** @param model the phone's name, release and level */
    void begin(String name, String launch, String[] model, State state) throws IOException {
        JsonLine line = new JsonLine("header")
                .number("version", VERSION)
                .text("name", name, MOST_LABEL)
                .text("launch", launch, MOST_LABEL)
                .number("at", System.currentTimeMillis())
                .flag("texts", texts)
                .begin("phone", '{')
                .text("model", model[0], MOST_LABEL)
                .text("release", model[1], MOST_LABEL)
                .text("api", model[2], MOST_LABEL)
                .end('}')
                .numbers("screen", state.width, state.height)
                .text("package", state.frontPackage, MOST_LABEL)
                .text("activity", state.frontActivity, MOST_LABEL)
                .number("most_bytes", MOST_BYTES)
                .number("most_lines", MOST_LINES);
        append(line.finish());
    }

    /** The beginning of a line of an event. */
    JsonLine line(String type, long time, String by) {
        return new JsonLine(type).number("ms", Math.max(0, time - start)).text("by", by, MOST_LABEL);
    }

    synchronized void write(Happening happening, Described of, long time, String by) {
        // An app fills fields by itself too; those that cannot be typed into are none of a person's doing.
        boolean isNoField = happening.kind == Happening.Kind.TEXT && of.node != null && !of.isEditable;
        if (isNoField) {
            return;
        }
        // What is not known to be harmless is not written.
        if (happening.isLocked || of.isLocked || of.isKeyboard || !of.isWindowKnown) {
            withheld++;
            return;
        }
        JsonLine line = line(happening.kind.name, time, by)
                .text("package", happening.packageName, MOST_LABEL)
                .text("window", of.windowTitle, MOST_LABEL)
                .text("class", happening.className, MOST_LABEL);
        switch (happening.kind) {
            case TEXT:
                typed(line, happening, of);
                break;
            case SCROLL:
                line.numbers("scroll", happening.scrollX, happening.scrollY, happening.fromIndex, happening.toIndex);
                break;
            default:
        }
        if (of.node != null) {
            node(line, of);
        }
        write(line);
    }

    synchronized void write(JsonLine line) {
        byte[] bytes = line.finish();
        if (lost > 0) {
            long count = lost;
            lost = 0;
            put(new JsonLine("dropped").number("count", count).finish());
        }
        if (put(bytes)) {
            lines++;
        } else {
            dropped++;
        }
    }

    /** So many events found no room before they came here. */
    synchronized void lose(long count) {
        lost += count;
        dropped += count;
    }

    synchronized void fail(String why) {
        if (failure == null) {
            failure = why;
        }
    }

    synchronized String failure() {
        return failure;
    }

    /** Gives up one that could not be begun. */
    synchronized void abandon() {
        try {
            out.close();
        } catch (IOException failed) {
            // Nothing is to be written any more.
        }
    }

    synchronized void end(String why, long time) {
        try {
            if (failure == null) {
                JsonLine line = new JsonLine("end")
                        .number("ms", Math.max(0, time - start))
                        .text("why", why, MOST_LABEL)
                        .number("lines", lines)
                        .number("dropped", dropped)
                        .number("withheld", withheld);
                append(line.finish());
            }
            out.close();
        } catch (IOException failed) {
            fail(String.valueOf(failed.getMessage()));
        }
    }

    synchronized void tell(Recording recording) {
        recording.bytes = bytes;
        recording.lines = lines;
        recording.dropped = dropped;
        recording.withheld = withheld;
    }

    private void typed(JsonLine line, Happening happening, Described of) {
        boolean isPassword = happening.isPassword || of.isPassword;
        line.number("length", happening.length());
        line.number("added", happening.added).number("removed", happening.removed);
        line.flag("password", isPassword);
        // Of a field that was not found nobody knows whether it is a password.
        if (texts && !isPassword && of.node != null) {
            line.text("typed", happening.text(), MOST_TYPED);
        }
    }

    private void node(JsonLine line, Described of) {
        line.text("seen", of.isFromBefore ? "before" : "after", MOST_LABEL);
        labels(line.begin("node", '{'), of.node, of.isEditable);
        line.flag("editable", of.isEditable).flag("password", of.isPassword);
        if (of.isCheckable) {
            line.flag("checked", of.isChecked);
        }
        line.numbers("bounds", of.left, of.top, of.right, of.bottom).end('}');
        line.begin("inside", '[');
        for (Described.Labels each : of.inside) {
            labels(line.element(), each, false).end('}');
        }
        line.end(']').begin("above", '[');
        for (Described.Labels each : of.above) {
            labels(line.element(), each, false).end('}');
        }
        line.end(']');
    }

    /** What stands in a field was typed, so that it is no label. */
    private static JsonLine labels(JsonLine line, Described.Labels of, boolean isField) {
        line.text("class", of.className, MOST_LABEL);
        line.text("id", of.id, MOST_LABEL).number("same_id", of.sameId);
        if (!isField) {
            line.text("text", of.text, MOST_LABEL).number("same_text", of.sameText);
        }
        return line.text("description", of.description, MOST_LABEL).number("same_description", of.sameDescription);
    }

    private boolean put(byte[] line) {
        boolean hasRoom = bytes + line.length + RESERVE <= MOST_BYTES && lines < MOST_LINES;
        if (failure != null || !hasRoom) {
            return false;
        }
        try {
            append(line);
            return true;
        } catch (IOException failed) {
            fail(String.valueOf(failed.getMessage()));
            return false;
        }
    }

    private void append(byte[] line) throws IOException {
        out.write(line);
        out.flush();
        bytes += line.length;
    }
}
