package dev.clawperator.operator.protocol;

/** How much of anything a message can have. */
public final class Limits {
    public static final int NAMES = 16_384;
    public static final int NAME_BYTES = 1_024;
    public static final int WINDOWS = 64;
    public static final int TITLE_BYTES = 1_024;
    public static final int NODES = 20_000;
    public static final int DEPTH = 255;
    public static final int NODE_TEXT_BYTES = 131_072;
    public static final int PACKAGE_BYTES = 256;
    public static final int ACTIVITY_BYTES = 512;
    public static final int CODE_BYTES = 64;
    public static final int MESSAGE_BYTES = 2_048;
    public static final int HOLDER_BYTES = 256;
    public static final int FINGERS = 10;
    public static final int POINTS = 500;
    public static final int SPOTS = 20;
    public static final int TYPED_BYTES = 40_000;
    public static final int CLIP_BYTES = 131_072;
    public static final int NOTICES = 32;
    public static final int NOTICE_BYTES = 1_024;
    public static final int RECORDINGS = 64;
    public static final int RECORDING_NAME_BYTES = 64;
    /** Of one part of a recording. */
    public static final int PART_BYTES = 1 << 20;

    private Limits() {}
}
