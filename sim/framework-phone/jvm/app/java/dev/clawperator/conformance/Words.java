package dev.clawperator.conformance;

import java.util.List;

/** What the languages page shows, in both toolkits: a name and a text. */
public final class Words {
    public static final List<List<String>> ALL =
            List.of(
                    List.of("English", "Good morning"),
                    List.of("Deutsch", "Guten Morgen"),
                    List.of("Français", "Bonjour, ça va ?"),
                    List.of("Ελληνικά", "Καλημέρα"),
                    List.of("Русский", "Доброе утро"),
                    List.of("Polski", "Dzień dobry, żółw"),
                    List.of("Türkçe", "Günaydın"),
                    List.of("Tiếng Việt", "Chào buổi sáng"),
                    List.of("日本語", "おはようございます"),
                    List.of("한국어", "좋은 아침"),
                    List.of("中文", "早上好"),
                    List.of("العربية", "صباح الخير"),
                    List.of("עברית", "בוקר טוב"),
                    List.of("हिन्दी", "सुप्रभात"),
                    List.of("Emoji", "🌅☕🥐 👩\u200d💻 🇩🇪"),
                    List.of("Quotes", "He said \"it's <fine> & done\""),
                    List.of("Lines", "first\nsecond\tthird"),
                    List.of("Blanks", "  spaces  "),
                    List.of("Glyph", "\ue001 icon font"));

    private Words() {}
}
