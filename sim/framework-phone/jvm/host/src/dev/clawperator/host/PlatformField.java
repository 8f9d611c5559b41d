package dev.clawperator.host;

import java.lang.reflect.Field;

/** A field that the platform keeps to itself. It is looked up once, since some are read in every frame. */
final class PlatformField<T> {
    private final Field field;

    PlatformField(Class<?> owner, String name) {
        try {
            field = owner.getDeclaredField(name);
        } catch (NoSuchFieldException missing) {
            throw new IllegalStateException(missing);
        }
        field.setAccessible(true);
    }

    @SuppressWarnings("unchecked")
    T of(Object object) {
        try {
            return (T) field.get(object);
        } catch (IllegalAccessException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    void set(Object object, T value) {
        try {
            field.set(object, value);
        } catch (IllegalAccessException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
