package dev.clawperator.operator.protocol;

/** A picture that was taken. */
public final class Pictured {
    public static final int SECURE_NO = 0;
    public static final int SECURE_YES = 1;
    public static final int SECURE_UNKNOWN = 2;

    /** What a picture's body has beside the picture. */
    public static final int OTHER_BYTES = 18;

    public int width;
    public int height;
    public int screenWidth;
    public int screenHeight;
    public int secure = SECURE_UNKNOWN;
    public boolean jpeg;
    public byte[] bytes;
}
