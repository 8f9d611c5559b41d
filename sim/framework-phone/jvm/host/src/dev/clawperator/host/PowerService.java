package dev.clawperator.host;

import android.os.IPowerManager;
import java.lang.reflect.Method;

/** Whether the phone is awake, and what wakes it. */
final class PowerService extends SystemService<IPowerManager> {
    private final Phone.Parts phone;

    PowerService(Phone.Parts phone) {
        super(IPowerManager.class);
        this.phone = phone;
    }

    @Override
    Object answer(Method method, Object[] arguments) throws Exception {
        return switch (method.getName()) {
            case "isInteractive", "isDisplayInteractive" -> phone.isAwake();
            case "wakeUp", "wakeUpWithDisplayId" -> set(true);
            case "goToSleep", "goToSleepWithDisplayId" -> set(false);
            default -> UNKNOWN;
        };
    }

    private Object set(boolean awake) throws Exception {
        phone.loop.call(
                () -> {
                    phone.setAwake(awake);
                    return null;
                },
                State.SYSTEM_MILLIS);
        return null;
    }
}
