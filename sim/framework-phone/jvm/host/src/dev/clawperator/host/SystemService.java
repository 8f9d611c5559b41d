package dev.clawperator.host;

import android.os.Binder;
import android.os.IBinder;
import android.os.IInterface;
import android.os.ServiceManager;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.robolectric.shadows.ShadowServiceManager;

/**
 * A service of the system. The platform's own clients speak to it as they are; what it does not know is left to the one
 * that was registered before it, or is answered with nothing.
 */
abstract class SystemService<T extends IInterface> implements InvocationHandler {
    /** Says that a call is not answered here. */
    static final Object UNKNOWN = new Object();

    private final Class<T> type;
    private final Binder binder = new Binder();
    private final T self;
    private T below;

    SystemService(Class<T> type) {
        this.type = type;
        self = type.cast(Proxy.newProxyInstance(SystemService.class.getClassLoader(), new Class<?>[] {type}, this));
        binder.attachInterface(self, type.getName());
    }

    /** Answers a call, or {@link #UNKNOWN}. */
    abstract Object answer(Method method, Object[] arguments) throws Exception;

    /** What clients speak to. */
    T self() {
        return self;
    }

    /** Takes a name over from whoever had it. Clients keep what they saw first, so it must be early. */
    void register(String name) {
        IBinder before = ServiceManager.getService(name);
        below = before == null ? null : type.cast(before.queryLocalInterface(type.getName()));
        ShadowServiceManager.addBinderService(name, type, self);
    }

    @Override
    public final Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        if (method.getDeclaringClass() == Object.class) {
            return ofObject(proxy, method, arguments);
        }
        if (method.getName().equals("asBinder")) {
            return binder;
        }
        Object answer = answer(method, arguments);
        if (answer != UNKNOWN) {
            return answer;
        }
        if (below == null) {
            return nothing(method.getReturnType());
        }
        try {
            return method.invoke(below, arguments);
        } catch (InvocationTargetException failed) {
            throw failed.getCause();
        }
    }

    private Object ofObject(Object proxy, Method method, Object[] arguments) {
        return switch (method.getName()) {
            case "equals" -> proxy == arguments[0];
            case "hashCode" -> System.identityHashCode(proxy);
            default -> type.getSimpleName();
        };
    }

    private static Object nothing(Class<?> type) {
        if (type == boolean.class) {
            return false;
        }
        if (type == int.class) {
            return 0;
        }
        if (type == long.class) {
            return 0L;
        }
        return type == float.class ? (Object) 0f : null;
    }
}
