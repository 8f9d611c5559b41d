package dev.clawperator.operator.hidden;

import dev.clawperator.operator.session.RotationLock;

/** The lock of the screen's rotation, as the window service has it. */
public final class Rotation implements RotationLock.Calls {
    /** Whom the system is told that it is. */
    private static final String CALLER = "clawperator";

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
    public int rotation() {
        return (int) hidden.call(Call.ROTATION, services.windows());
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
