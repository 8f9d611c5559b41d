package dev.clawperator.host;

/**
 * What the phone was started with.
 *
 * @param token what a connection must say first
 * @param speed how many times as fast as real time the phone's clock runs
 * @param width pixels of a row of the display, upright
 * @param height rows of the display, upright
 * @param density dots per inch
 */
record Options(String token, double speed, int width, int height, int density) {
    private static final double SLOWEST = 0.01;
    private static final double FASTEST = 1000;
    private static final int SHORTEST_TOKEN = 16;

    /** The environment is the one channel that other users of the machine cannot read. */
    static Options fromEnvironment() {
        String token = System.getenv("FRAMEWORK_PHONE_TOKEN");
        if (token == null || token.length() < SHORTEST_TOKEN) {
            throw new IllegalArgumentException("FRAMEWORK_PHONE_TOKEN is missing or too short");
        }
        double speed = number("SPEED", 1);
        return new Options(
                token,
                Math.min(Math.max(speed, SLOWEST), FASTEST),
                (int) number("WIDTH", 1080),
                (int) number("HEIGHT", 2400),
                (int) number("DENSITY", 420));
    }

    private static double number(String name, double otherwise) {
        String text = System.getenv("FRAMEWORK_PHONE_" + name);
        return text == null ? otherwise : Double.parseDouble(text);
    }
}
