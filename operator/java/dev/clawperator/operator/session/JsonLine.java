package dev.clawperator.operator.session;

import java.nio.charset.StandardCharsets;

/** One object of JSON, as a line. */
final class JsonLine {
    private static final String DIGITS = "0123456789abcdef";

    private final StringBuilder line = new StringBuilder("{");

    JsonLine(String type) {
        text("type", type, Integer.MAX_VALUE);
    }

    JsonLine number(String key, long value) {
        key(key).append(value);
        return this;
    }

    JsonLine flag(String key, boolean value) {
        key(key).append(value);
        return this;
    }

    /** A text, cut after so many characters; nothing where there is none. */
    JsonLine text(String key, CharSequence value, int most) {
        if (value != null) {
            key(key);
            quote(value, most);
        }
        return this;
    }

    JsonLine numbers(String key, long... values) {
        key(key).append('[');
        for (int place = 0; place < values.length; place++) {
            line.append(place == 0 ? "" : ",").append(values[place]);
        }
        line.append(']');
        return this;
    }

    JsonLine begin(String key, char bracket) {
        key(key).append(bracket);
        return this;
    }

    /** Another object of a list. */
    JsonLine element() {
        if (line.charAt(line.length() - 1) != '[') {
            line.append(',');
        }
        line.append('{');
        return this;
    }

    JsonLine end(char bracket) {
        line.append(bracket);
        return this;
    }

    byte[] finish() {
        return line.append("}\n").toString().getBytes(StandardCharsets.UTF_8);
    }

    private StringBuilder key(String key) {
        char last = line.charAt(line.length() - 1);
        if (last != '{' && last != '[') {
            line.append(',');
        }
        quote(key, Integer.MAX_VALUE);
        return line.append(':');
    }

    private void quote(CharSequence value, int most) {
        line.append('"');
        int count = Math.min(value.length(), most);
        for (int place = 0; place < count; place++) {
            char unit = value.charAt(place);
            if (unit == '"' || unit == '\\') {
                line.append('\\').append(unit);
            } else if (unit < 0x20 || unit == 0x7f) {
                line.append("\\u00").append(DIGITS.charAt(unit >> 4)).append(DIGITS.charAt(unit & 15));
            } else if (!Character.isSurrogate(unit)) {
                line.append(unit);
            } else if (Character.isHighSurrogate(unit) && place + 1 < count
                    && Character.isLowSurrogate(value.charAt(place + 1))) {
                line.append(unit).append(value.charAt(++place));
            } else {
                line.append('\ufffd');
            }
        }
        line.append('"');
    }
}
