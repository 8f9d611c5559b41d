package dev.clawperator.operator.tests;

import dev.clawperator.operator.session.Board;
import dev.clawperator.operator.session.Refused;

/** A clipboard that has nothing, or says so. */
final class ClipTests {
    private ClipTests() {}

    /** A clipboard, as a phone lets it be used. */
    private static final class Phone implements Board.Calls<String> {
        String clip;
        /** It says of every clip that it is not there, as the platform does to those whom it does not trust. */
        boolean hides;
        boolean forbids;
        boolean locked;

        @Override
        public String get() {
            if (forbids) {
                throw new SecurityException("not yours");
            }
            return hides || locked ? null : clip;
        }

        @Override
        public void set(String to) {
            clip = to;
        }

        @Override
        public void clear() {
            clip = null;
        }

        @Override
        public boolean isLocked() {
            return locked;
        }
    }

    static void add(Suite suite) {
        suite.add("an empty clipboard is empty", () -> empty(suite));
        suite.add("one that shows nothing of what was put there is not taken for empty again", () -> hiding(suite));
        suite.add("a locked phone says nothing of its clipboard, and is believed later", () -> locked(suite));
        suite.add("one that forbids it is not read", () -> forbidding(suite));
    }

    private static void empty(Suite suite) throws Exception {
        Board<String> board = new Board<>(new Phone());
        suite.equal(board.get(), null, "nothing is there");
        suite.equal(board.put("text"), "text", "what is put there is seen");
        suite.equal(board.get(), "text", "and stays");
        board.restore(null);
        suite.equal(board.get(), null, "nothing is there again");
    }

    private static void hiding(Suite suite) throws Exception {
        Phone phone = new Phone();
        phone.clip = "precious";
        phone.hides = true;
        Board<String> board = new Board<>(phone);
        // Nobody can tell before something is put there.
        suite.equal(board.get(), null, "nothing is seen");
        suite.equal(board.put("text"), null, "nor what was put there");
        suite.equal(whyNot(board), "the phone does not let the shell read the clipboard", "what is known then");
        phone.hides = false;
        suite.equal(board.get(), "text", "what is seen is seen");
        phone.clip = null;
        suite.that(whyNot(board) != null, "nothing is not believed in this launch");
    }

    private static void locked(Suite suite) throws Exception {
        Phone phone = new Phone();
        phone.locked = true;
        Board<String> board = new Board<>(phone);
        suite.equal(whyNot(board), "a locked phone does not say what is on the clipboard", "while it is locked");
        suite.equal(board.put("text"), null, "nothing is seen");
        phone.locked = false;
        phone.clip = null;
        suite.equal(board.get(), null, "open, it is believed");
    }

    private static void forbidding(Suite suite) throws Exception {
        Phone phone = new Phone();
        phone.forbids = true;
        Board<String> board = new Board<>(phone);
        suite.that(whyNot(board).contains("does not let"), "it is not read");
        suite.equal(board.put("text"), null, "nor what was put there");
    }

    private static String whyNot(Board<String> board) {
        try {
            board.get();
            return null;
        } catch (Refused refused) {
            return refused.getMessage();
        }
    }
}
