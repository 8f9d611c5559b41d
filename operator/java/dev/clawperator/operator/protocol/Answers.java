package dev.clawperator.operator.protocol;

import java.util.List;

/** The frames of all answers but trees, and of what the Operator tells by itself. */
public final class Answers {
    private Answers() {}

    public static byte[] stated(long id, State state) {
        Writer writer = begin();
        state.write(writer);
        return end(writer, Kind.STATED, id);
    }

    public static byte[] acted(
            long id, long act, Outcome outcome, Way way, String code, String message, long notices) {
        Writer writer = begin();
        writer.u64(act);
        writer.u8(outcome.number());
        // Where nothing came into a field, no way was used.
        boolean isUsed = outcome == Outcome.DONE || outcome == Outcome.IN_PART;
        writer.u8((isUsed ? way : Way.ANY).number());
        writer.text(code, Limits.CODE_BYTES);
        writer.text(message, Limits.MESSAGE_BYTES);
        writer.u64(notices);
        return end(writer, Kind.ACTED, id);
    }

    public static byte[] pictured(long id, Pictured picture) {
        Writer writer = begin();
        writer.i32(picture.width);
        writer.i32(picture.height);
        writer.i32(picture.screenWidth);
        writer.i32(picture.screenHeight);
        writer.u8(picture.secure);
        writer.bool(picture.jpeg);
        writer.bytes(picture.bytes);
        return end(writer, Kind.PICTURED, id);
    }

    public static byte[] watched(long id) {
        return end(begin(), Kind.WATCHED, id);
    }

    public static byte[] held(long id, boolean byYou, long leaseMs, String name) {
        Writer writer = begin();
        writer.bool(byYou);
        writer.u32(leaseMs);
        writer.text(name, Limits.HOLDER_BYTES);
        return end(writer, Kind.HELD, id);
    }

    public static byte[] changed(long number, long events, long dropped, long notices) {
        Writer writer = begin();
        writer.u64(number);
        writer.u32(Math.min(events, 0xffff_ffffL));
        writer.u32(Math.min(dropped, 0xffff_ffffL));
        writer.u64(notices);
        return end(writer, Kind.CHANGED, 0);
    }

    public static byte[] cancelled(long id, boolean inTime) {
        Writer writer = begin();
        writer.bool(inTime);
        return end(writer, Kind.CANCELLED, id);
    }

    /** @param newest the number of the newest notice, be it among these or not */
    public static byte[] heard(long id, long newest, List<Notice> notices, long now) {
        Writer writer = begin();
        writer.u64(newest);
        writer.i32(notices.size());
        for (Notice notice : notices) {
            notice.write(writer, now);
        }
        return end(writer, Kind.HEARD, id);
    }

    /**
     * @param text null where the clipboard has none; one that has no room is not told of in part
     * @param hasOther whether it has something else than a text
     */
    public static byte[] clipped(long id, CharSequence text, boolean hasOther) {
        Writer writer = begin();
        boolean isWhole = writer.optionText(text, Limits.CLIP_BYTES);
        if (!isWhole) {
            return error(id, "FAILED", "the text on the clipboard is larger than " + Limits.CLIP_BYTES + " bytes");
        }
        writer.bool(hasOther);
        return end(writer, Kind.CLIPPED, id);
    }

    /** @param user whom the program runs as */
    public static byte[] told(long id, int user, boolean isConnected, long leaseMs, String holder) {
        Writer writer = begin();
        writer.u32(user);
        writer.bool(isConnected);
        writer.u32(leaseMs);
        writer.text(holder, Limits.HOLDER_BYTES);
        return end(writer, Kind.TOLD, id);
    }

    public static byte[] recorded(long id, Recording recording) {
        Writer writer = begin();
        writer.text(recording.name, Limits.RECORDING_NAME_BYTES);
        writer.u32(recording.lines);
        writer.u32(recording.dropped);
        writer.u32(recording.withheld);
        writer.u64(recording.bytes);
        return end(writer, Kind.RECORDED, id);
    }

    /** @param kept at most as many as a frame can have */
    public static byte[] kept(long id, List<Recording> kept) {
        Writer writer = begin();
        writer.i32(kept.size());
        for (Recording each : kept) {
            writer.text(each.name, Limits.RECORDING_NAME_BYTES);
            writer.u64(each.bytes);
            writer.u64(each.writtenMs);
            writer.bool(each.runs);
        }
        return end(writer, Kind.KEPT, id);
    }

    public static byte[] fetched(long id, Recording of, byte[] part) {
        Writer writer = begin();
        writer.u64(of.bytes);
        writer.bool(of.runs);
        writer.bytes(part);
        return end(writer, Kind.FETCHED, id);
    }

    public static byte[] error(long id, String code, String message) {
        Writer writer = begin();
        writer.text(code, Limits.CODE_BYTES);
        writer.text(message, Limits.MESSAGE_BYTES);
        return end(writer, Kind.ERROR, id);
    }

    static Writer begin() {
        Writer writer = new Writer();
        writer.bytes(new byte[FrameHead.BYTES]);
        return writer;
    }

    static byte[] end(Writer writer, Kind kind, long id) {
        byte[] frame = writer.finish();
        Writer head = new Writer(FrameHead.BYTES);
        new FrameHead(frame.length - FrameHead.BYTES, kind, id).write(head);
        System.arraycopy(head.finish(), 0, frame, 0, FrameHead.BYTES);
        return frame;
    }
}
