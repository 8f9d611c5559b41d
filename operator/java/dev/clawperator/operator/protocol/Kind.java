package dev.clawperator.operator.protocol;

/** What a frame has, who sends it, and how long its body can be. */
public enum Kind {
    STATE(0x01, 0),
    LOOK(0x02, 64),
    ACT(0x03, 65_536),
    OUTCOME(0x04, 8),
    CANCEL(0x05, 4),
    PICTURE(0x06, 16),
    WATCH(0x07, 16),
    HOLD(0x08, 512),
    LEAVE(0x09, 0),
    END(0x0a, 0),
    LISTEN(0x0b, 12),
    CLIP(0x0c, 0),
    RECORD(0x0d, 128),
    STOP_RECORDING(0x0e, 128),
    RECORDINGS(0x0f, 0),
    FETCH(0x10, 128),
    ABOUT(0x11, 0),
    STATED(0x81, 4_096),
    TREE(0x82, 16 << 20),
    UNCHANGED(0x83, 4_096),
    ACTED(0x84, 4_096),
    PICTURED(0x85, 32 << 20),
    WATCHED(0x86, 0),
    HELD(0x87, 1_024),
    CHANGED(0x88, 24),
    CANCELLED(0x89, 1),
    HEARD(0x8a, 65_536),
    CLIPPED(0x8b, 262_144),
    RECORDED(0x8c, 4_096),
    KEPT(0x8d, 65_536),
    FETCHED(0x8e, (1 << 20) + 64),
    TOLD(0x8f, 1_024),
    ERROR(0xff, 4_096);

    private static final Kind[] BY_NUMBER = new Kind[256];

    public final int number;
    public final int most;

    static {
        for (Kind kind : values()) {
            BY_NUMBER[kind.number] = kind;
        }
    }

    Kind(int number, int most) {
        this.number = number;
        this.most = most;
    }

    public boolean isFromDriver() {
        return number < 0x80;
    }

    static Kind of(int number) throws Damaged {
        Kind kind = BY_NUMBER[number];
        if (kind == null) {
            throw Damaged.unknown("kind", number);
        }
        return kind;
    }
}
