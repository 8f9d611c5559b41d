package dev.clawperator.operator.tests;

import dev.clawperator.operator.protocol.Act;
import dev.clawperator.operator.protocol.Way;
import dev.clawperator.operator.session.Refused;
import dev.clawperator.operator.session.TextWays;
import java.util.Collections;

/** Which way a text takes into a field. */
final class TextTests {
    private static final TextWays.Field EMPTY = new TextWays.Field(true, 0, false);
    private static final TextWays.Field FULL = new TextWays.Field(true, 4, false);
    private static final TextWays.Field FIXED = new TextWays.Field(false, 4, false);
    private static final TextWays.Field SECRET = new TextWays.Field(true, 4, true);
    private static final TextWays.Field EMPTY_SECRET = new TextWays.Field(true, 0, true);
    private static final String WORD = "Grüße";

    private TextTests() {}

    static void add(Suite suite) {
        suite.add("a text is set where all of the field is to go", () -> set(suite));
        suite.add("a text is typed where each character has a key", () -> keys(suite));
        suite.add("a text without keys is set into an empty field, and pasted into others", () -> others(suite));
        suite.add("a password is never pasted", () -> secrets(suite));
        suite.add("a way that is wanted is taken or refused", () -> wanted(suite));
    }

    private static void set(Suite suite) {
        suite.equal(way(Way.ANY, 4, "abc", FULL), "SET", "all of it goes");
        suite.equal(way(Way.ANY, 9, "abc", FULL), "SET", "more than all of it");
        suite.equal(way(Way.ANY, 4, "", SECRET), "SET", "cleared");
        suite.equal(way(Way.ANY, 1, "abc", EMPTY), "SET", "a field that shows nothing");
        suite.equal(way(Way.ANY, 4, "abc", FIXED), "KEYS", "a field that cannot be set");
    }

    private static void keys(Suite suite) {
        suite.equal(way(Way.ANY, 0, "abc", EMPTY), "KEYS", "nothing is to go");
        suite.equal(way(Way.ANY, 3, " ~", FULL), "KEYS", "a part is to stay");
        suite.equal(way(Way.ANY, 0, "", FULL), "KEYS", "nothing at all");
        suite.equal(way(Way.ANY, 0, text(500), FULL), "KEYS", "as much as keys type");
        suite.equal(way(Way.ANY, 0, text(501), FULL), "PASTE", "more than that");
        suite.that(!TextWays.isPrintable("a\n"), "a newline submits");
        suite.that(!TextWays.isPrintable("a\tb"), "a tab leaves the field");
        suite.that(!TextWays.isPrintable("\u007f"), "a delete");
    }

    private static void others(Suite suite) {
        suite.equal(way(Way.ANY, 0, WORD, EMPTY), "SET", "an empty field");
        suite.equal(way(Way.ANY, 0, WORD, FULL), "PASTE", "behind a text");
        suite.equal(way(Way.ANY, 3, WORD, FULL), "PASTE", "behind a part of it");
        suite.equal(way(Way.ANY, 4, WORD, FIXED), "PASTE", "a field that cannot be set");
        suite.equal(way(Way.ANY, 0, "a\nb", FULL), "PASTE", "two lines");
    }

    private static void secrets(Suite suite) {
        suite.equal(way(Way.ANY, 0, WORD, EMPTY_SECRET), "SET", "an empty one");
        suite.that(way(Way.ANY, 0, WORD, SECRET).contains("clear the field to set it"), "what helps");
        suite.that(way(Way.ANY, 0, text(501), SECRET).startsWith("more than 500"), "why it has no keys");
        suite.that(way(Way.PASTE, 0, "abc", SECRET).startsWith("passwords are not pasted"), "where paste is wanted");
    }

    private static void wanted(Suite suite) {
        suite.equal(way(Way.SET, 4, WORD, FULL), "SET", "set");
        suite.that(way(Way.SET, 3, "abc", FULL).startsWith("part of the field"), "a part is to stay");
        suite.that(way(Way.SET, 4, "abc", FIXED).startsWith("the field does not let"), "it is not offered");
        suite.equal(way(Way.KEYS, 4, "abc", FULL), "KEYS", "keys");
        suite.that(way(Way.KEYS, 0, WORD, EMPTY).startsWith("a character has no key"), "without keys");
        suite.that(!way(Way.KEYS, 0, WORD, EMPTY).contains(WORD), "nothing of the text is told");
        suite.equal(way(Way.PASTE, 0, "abc", FULL), "PASTE", "paste");
    }

    /** The way, or why there is none. */
    private static String way(Way way, long erase, String text, TextWays.Field field) {
        try {
            return new TextWays(new Act.Text(way, 0, 0, erase, text), true).of(field).name();
        } catch (Refused refused) {
            return refused.code.equals(TextWays.UNSUPPORTED) ? refused.getMessage() : refused.code;
        }
    }

    private static String text(int length) {
        return String.join("", Collections.nCopies(length, "x"));
    }
}
