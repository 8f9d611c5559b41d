package dev.clawperator.operator.hidden;

import dev.clawperator.operator.session.Asked;
import dev.clawperator.operator.session.RotationLock;
import java.io.IOException;

/** The lock of the screen's rotation, as the window service has it. */
public final class Rotation implements RotationLock.Calls {
    /** Whom the system is told that it is. */
    private static final String CALLER = "clawperator";
    private static final int DEFAULT_DISPLAY = 0;
    private static final int MOST_TURNS = 3;
    /** Before API 26 it is a program in Java, which takes about a second to start. */
    private static final String SETTINGS = "/system/bin/settings";
    private static final long SETTINGS_MS = 1_500;
    /** What it says of a setting that nobody has made; the system takes that for 0. */
    private static final String UNSET = "null";

    private final Hidden hidden;
    private final Services services;

    public Rotation(Hidden hidden, Services services) {
        this.hidden = hidden;
        this.services = services;
    }

    @Override
    public boolean isFrozen() {
        return (boolean) hidden.call(Call.ROTATION_FROZEN, services.windows());
    }

    @Override
    public int userRotation() {
        int rotation = hidden.has(Call.USER_ROTATION)
                ? (int) hidden.call(Call.USER_ROTATION, services.windows(), DEFAULT_DISPLAY)
                : setRotation();
        if (rotation < 0 || rotation > MOST_TURNS) {
            throw new IllegalStateException("the screen is locked to " + rotation + " quarter turns");
        }
        return rotation;
    }

    /** As the user's setting has it, which the window service reads too. */
    private int setRotation() {
        String user = String.valueOf(services.currentUser());
        try {
            String line = Asked.line(SETTINGS_MS, SETTINGS, "--user", user, "get", "system", "user_rotation");
            return UNSET.equals(line) ? 0 : Integer.parseInt(String.valueOf(line).trim());
        } catch (IOException silent) {
            throw new IllegalStateException("the user's rotation cannot be read", silent);
        }
    }

    @Override
    public void freeze(int rotation) {
        if (hidden.form(Call.FREEZE_ROTATION) == 0) {
            hidden.call(Call.FREEZE_ROTATION, services.windows(), rotation, CALLER);
        } else {
            hidden.call(Call.FREEZE_ROTATION, services.windows(), rotation);
        }
    }

    @Override
    public void thaw() {
        if (hidden.form(Call.THAW_ROTATION) == 0) {
            hidden.call(Call.THAW_ROTATION, services.windows(), CALLER);
        } else {
            hidden.call(Call.THAW_ROTATION, services.windows());
        }
    }
}
