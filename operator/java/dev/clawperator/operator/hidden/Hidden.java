package dev.clawperator.operator.hidden;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.EnumMap;
import java.util.Map;

/** Looks calls up on this phone and makes them. */
public final class Hidden {
    private static final int NONE = -1;

    private final Map<Call, Found> found = new EnumMap<>(Call.class);

    private static final class Found {
        final int form;
        final Member member;

        Found(int form, Member member) {
            this.form = form;
            this.member = member;
        }
    }

    public boolean has(Call call) {
        return find(call).form != NONE;
    }

    /** Which of its forms a call has here, from 0. */
    public int form(Call call) {
        Found here = find(call);
        if (here.form == NONE) {
            throw new Missing(call);
        }
        return here.form;
    }

    /** Makes a call; the target of a static one or of a constructor is null. What it throws comes out as it is. */
    public Object call(Call call, Object target, Object... arguments) {
        Found here = find(call);
        if (here.form == NONE) {
            throw new Missing(call);
        }
        try {
            if (here.member instanceof Method) {
                return ((Method) here.member).invoke(target, arguments);
            }
            if (here.member instanceof Field) {
                return ((Field) here.member).get(target);
            }
            return ((Constructor<?>) here.member).newInstance(arguments);
        } catch (InvocationTargetException thrown) {
            throw unwrapped(call, thrown.getCause());
        } catch (ReflectiveOperationException refused) {
            throw new IllegalStateException(call + " cannot be called", refused);
        }
    }

    private static RuntimeException unwrapped(Call call, Throwable cause) {
        if (cause instanceof RuntimeException) {
            return (RuntimeException) cause;
        }
        if (cause instanceof Error) {
            throw (Error) cause;
        }
        return new IllegalStateException(call + " failed", cause);
    }

    private synchronized Found find(Call call) {
        Found here = found.get(call);
        if (here == null) {
            here = search(call);
            found.put(call, here);
        }
        return here;
    }

    private static Found search(Call call) {
        String[] forms = call.forms();
        for (int form = 0; form < forms.length; form++) {
            try {
                return new Found(form, resolve(forms[form]));
            } catch (ReflectiveOperationException | LinkageError absent) {
                // Another release has it.
            }
        }
        return new Found(NONE, null);
    }

    private static Member resolve(String form) throws ReflectiveOperationException {
        if (form.startsWith("field ")) {
            int colon = form.indexOf(':');
            String name = form.substring("field ".length(), colon);
            Field field = type(owner(name)).getDeclaredField(last(name));
            check(field.getType(), form.substring(colon + 1));
            field.setAccessible(true);
            return field;
        }
        int open = form.indexOf('(');
        int close = form.indexOf(')');
        Class<?>[] parameters = types(form.substring(open + 1, close));
        if (form.startsWith("new ")) {
            Constructor<?> made = type(form.substring("new ".length(), open)).getDeclaredConstructor(parameters);
            made.setAccessible(true);
            return made;
        }
        boolean isStatic = form.startsWith("static ");
        String name = form.substring(isStatic ? "static ".length() : 0, open);
        Method method = type(owner(name)).getDeclaredMethod(last(name), parameters);
        check(method.getReturnType(), form.substring(close + 1));
        if (Modifier.isStatic(method.getModifiers()) != isStatic) {
            throw new NoSuchMethodException(form);
        }
        method.setAccessible(true);
        return method;
    }

    private static void check(Class<?> is, String wanted) throws NoSuchMethodException {
        if (!is.getName().equals(wanted)) {
            throw new NoSuchMethodException(wanted);
        }
    }

    private static String owner(String name) {
        return name.substring(0, name.lastIndexOf('.'));
    }

    private static String last(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }

    private static Class<?>[] types(String names) throws ClassNotFoundException {
        if (names.isEmpty()) {
            return new Class<?>[0];
        }
        String[] each = names.split(",");
        Class<?>[] types = new Class<?>[each.length];
        for (int place = 0; place < each.length; place++) {
            types[place] = type(each[place]);
        }
        return types;
    }

    private static Class<?> type(String name) throws ClassNotFoundException {
        switch (name) {
            case "int":
                return int.class;
            case "long":
                return long.class;
            case "boolean":
                return boolean.class;
            default:
                return Class.forName(name);
        }
    }
}
