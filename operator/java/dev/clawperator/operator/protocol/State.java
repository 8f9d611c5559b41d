package dev.clawperator.operator.protocol;

/** The state of the phone at one moment. */
public final class State {
    public static final int DISPLAY_OFF = 0;
    public static final int DISPLAY_ON = 1;
    public static final int DISPLAY_UNKNOWN = 2;
    public static final int LOCK_OPEN = 0;
    public static final int LOCK_CLOSED = 1;
    public static final int LOCK_CLOSED_BY_SECRET = 2;
    public static final int LOCK_UNKNOWN = 3;

    public int display = DISPLAY_UNKNOWN;
    public int lock = LOCK_UNKNOWN;
    public int user;
    /** In quarter turns, 0 to 3. */
    public int rotation;
    /** As the screen is turned, in pixels of input. */
    public int width;
    public int height;
    public int density;
    /** What is in front; null where the phone does not say. */
    public String frontPackage;
    /** With all of its name. */
    public String frontActivity;
    /** The title of a window of the system that has the keys, and lies over every app. */
    public String covering;

    void write(Writer writer) {
        writer.u8(display);
        writer.u8(lock);
        writer.i32(user);
        writer.u8(rotation & 3);
        writer.i32(width);
        writer.i32(height);
        writer.i32(density);
        // A name that is cut off would be the name of something else.
        writer.optionText(within(frontPackage, Limits.PACKAGE_BYTES), Limits.PACKAGE_BYTES);
        writer.optionText(within(frontActivity, Limits.ACTIVITY_BYTES), Limits.ACTIVITY_BYTES);
        writer.optionText(covering, Limits.TITLE_BYTES);
    }

    private static String within(String name, int most) {
        if (name == null) {
            return null;
        }
        return new Writer().text(name, most) ? name : null;
    }
}
