package dev.clawperator.host;

import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Set;
import org.xmlpull.v1.XmlSerializer;

/**
 * A serializer that leaves out what only the newer writer of androidx writes: the one that is part of the platform's
 * command does not have these attributes.
 */
final class PlatformAttributes implements InvocationHandler {
    private static final Set<String> NEWER = Set.of("visible-to-user", "drawing-order", "hint", "display-id");

    private final XmlSerializer below;
    private XmlSerializer self;

    private PlatformAttributes(XmlSerializer below) {
        this.below = below;
    }

    static XmlSerializer over(XmlSerializer below) {
        PlatformAttributes handler = new PlatformAttributes(below);
        handler.self = (XmlSerializer) Proxy.newProxyInstance(
                PlatformAttributes.class.getClassLoader(), new Class<?>[] {XmlSerializer.class}, handler);
        return handler.self;
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        if (method.getName().equals("attribute") && NEWER.contains((String) arguments[1])) {
            return self;
        }
        try {
            Object answer = method.invoke(below, arguments);
            return answer == below ? self : answer;
        } catch (InvocationTargetException failed) {
            throw failed.getCause() instanceof IOException cause ? cause : failed.getCause();
        }
    }
}
