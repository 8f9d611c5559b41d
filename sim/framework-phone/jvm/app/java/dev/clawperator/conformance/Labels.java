package dev.clawperator.conformance;

import java.util.List;

/** Labels that look like plain words and are not, with a name that says what is in them. */
public final class Labels {
    public static final List<List<String>> ALL =
            List.of(
                    List.of("plain", "Save now"),
                    List.of("no-break", "Send\u00a0now"),
                    List.of("zero-width", "Print\u200bnow"),
                    List.of("soft hyphen", "Ship\u00adment"),
                    List.of("joined emoji", "Call \ud83d\udc69\u200d\ud83d\udcbb"),
                    List.of("emoji", "\ud83d\udc4d Like"),
                    List.of("combining", "Cafe\u0301"),
                    List.of("composed", "Th\u00e9"),
                    List.of("right-to-left mark", "Stop\u200f"),
                    List.of("blanks around", "  Open  "),
                    List.of("two lines", "First\nSecond"),
                    List.of("capitals", "DELETE"),
                    List.of("quotes", "Say \"yes\" & <go>"));

    private Labels() {}
}
