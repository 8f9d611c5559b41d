//! One form for what looks the same: small letters, without accents and without what cannot be seen.
//!
//! The two tables are Unicode's, cut down to what can be part of the words looked for; tests hold them against the
//! crates that carry the whole of it, which would add more to the program than all of its words.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::dropped::{is_dropped, is_of_word};
use super::shown::shown;

/// Letters that are the same one in another dress: full-width, bold, circled, with an accent.
static COMPATIBLE: LazyLock<Rows> = LazyLock::new(|| Rows::read(include_str!("compatible.txt")));

/// Letters of other scripts that look like a Latin one.
static LOOKALIKES: LazyLock<Rows> = LazyLock::new(|| Rows::read(include_str!("lookalikes.txt")));

/// The text in every way in which somebody may read it, each of them once.
///
/// The words in `whole` are names, which stay in one piece where other words are taken apart.
pub(super) fn readings(text: &str, whole: &HashSet<String>) -> Vec<String> {
    let mut orders = vec![text.to_owned()];
    orders.extend(shown(text));
    let mut readings = Vec::new();
    for order in orders {
        let taken_apart = apart(&order, whole);
        let is_taken_apart = taken_apart != order;
        for text in std::iter::once(order).chain(is_taken_apart.then_some(taken_apart)) {
            let looks = (!text.is_ascii()).then(|| looks(&text));
            for reading in std::iter::once(fold(&text)).chain(looks) {
                if !readings.contains(&reading) {
                    readings.push(reading);
                }
            }
        }
    }
    readings
}

/// The text with the letters of other scripts read as the Latin ones they look like.
fn looks(text: &str) -> String {
    // A capital letter may look like another one than its small form, so this begins with the text itself.
    let looks: String = text.chars().flat_map(looks_like).collect();
    fold(&looks).chars().flat_map(looks_like).collect()
}

/// Words that were joined apart from each other: `btnBuyNow` is `btn Buy Now`.
fn apart(text: &str, whole: &HashSet<String>) -> String {
    let mut words = String::with_capacity(text.len());
    let is_end = |character: char| !character.is_alphanumeric() && !is_dropped(character);
    for word in text.split_inclusive(is_end) {
        let start = words.len();
        let mut after_small = false;
        for character in word.chars() {
            if character.is_uppercase() && after_small {
                words.push(' ');
            }
            if !is_dropped(character) {
                after_small = character.is_lowercase();
            }
            words.push(character);
        }
        let is_taken_apart = words.len() > start + word.len();
        let name = word.trim_end_matches(is_end);
        if is_taken_apart && whole.contains(&looks(name)) {
            words.truncate(start);
            words.push_str(word);
        }
    }
    words
}

/// The text as it is written.
pub(super) fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    let mut before = None;
    for character in text.chars() {
        if character.is_ascii() {
            before = Some(character);
            folded.push(character.to_ascii_lowercase());
            continue;
        }
        if is_dropped(character) && !is_of_word(character, before) {
            continue;
        }
        before = Some(character);
        for small in unboxed(character).to_lowercase() {
            match COMPATIBLE.get(small) {
                Some(letters) => folded.push_str(letters),
                // The dot of a Turkish capital letter is a mark of its own once it is small.
                None if small != character && is_dropped(small) => {}
                None => folded.push(small),
            }
        }
    }
    folded
}

fn looks_like(character: char) -> impl Iterator<Item = char> {
    let letters = (!character.is_ascii())
        .then(|| LOOKALIKES.get(character))
        .flatten();
    let kept = letters.is_none().then_some(character);
    // What looks like nothing else is kept as it is.
    letters.unwrap_or_default().chars().chain(kept)
}

/// What Unicode knows no plain form of, or another one: letters white on black, those that flags are made of, `№`.
fn unboxed(character: char) -> char {
    let first = match character {
        '\u{1f150}'..='\u{1f169}' => '\u{1f150}',
        '\u{1f170}'..='\u{1f189}' => '\u{1f170}',
        '\u{1f1e6}'..='\u{1f1ff}' => '\u{1f1e6}',
        // Its letters would be a word in front of whatever follows.
        '№' => return '#',
        _ => return character,
    };
    let letter = u32::from(character) - u32::from(first) + u32::from('a');
    char::from_u32(letter).unwrap_or(character)
}

/// What characters mean, in the order of the characters.
struct Rows(Vec<(char, &'static str)>);

impl Rows {
    /// Reads a table: each line is what is meant, a blank, and every character that means it. None of those is ASCII.
    fn read(table: &'static str) -> Self {
        let lines = table.lines().filter_map(|line| line.split_once(' '));
        let mut rows: Vec<(char, &str)> = lines
            .flat_map(|(letters, characters)| characters.chars().map(move |one| (one, letters)))
            .collect();
        rows.sort_unstable_by_key(|(character, _)| *character);
        Self(rows)
    }

    fn get(&self, character: char) -> Option<&'static str> {
        let place = self.0.binary_search_by_key(&character, |(one, _)| *one);
        let row = place.ok().and_then(|place| self.0.get(place));
        row.map(|(_, letters)| *letters)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, HashMap, HashSet};
    use std::sync::LazyLock;

    use regex_syntax::hir::{Class, HirKind};
    use unicode_normalization::UnicodeNormalization as _;

    use super::{fold, is_dropped};

    fn readings(text: &str) -> Vec<String> {
        super::readings(text, &HashSet::from(["paypal".to_owned()]))
    }

    /// Small capital letters. Unicode names them so, but says of few of them that they look like a letter.
    const SMALL_CAPITALS: &str = "a ᴀ b ʙ c ᴄ d ᴅ e ᴇ f ꜰ g ɢ h ʜ i ɪ j ᴊ k ᴋ l ʟ m ᴍ n ɴ o ᴏ p ᴘ q ꞯ r ʀ s ꜱ t ᴛ u ᴜ v ᴠ w ᴡ y ʏ z ᴢ";

    /// What looks like a small capital letter, which for `ᴋ` is the Cyrillic `к`, and the letter.
    fn small_capitals() -> HashMap<String, char> {
        let letters: Vec<char> = SMALL_CAPITALS.chars().filter(|one| *one != ' ').collect();
        letters
            .chunks(2)
            .map(|pair| {
                let looks = unicode_security::skeleton(&pair[1].to_string()).collect();
                (looks, pair[0])
            })
            .collect()
    }

    /// Letters that the words in the table are made of, but for those that are never another one in a dress.
    fn is_wanted(character: char) -> bool {
        character.is_ascii_alphanumeric()
            || matches!(character, '\u{400}'..='\u{52f}' | '\u{621}'..='\u{6d3}' | '\u{900}'..='\u{97f}')
            || matches!(character, '\u{3041}'..='\u{30ff}')
    }

    /// Marks that take a place of their own.
    fn is_spacing_mark(character: char) -> bool {
        static SPACING: LazyLock<HashSet<char>> = LazyLock::new(|| {
            let kind = regex_syntax::parse(r"\p{Mc}").unwrap().into_kind();
            let HirKind::Class(Class::Unicode(class)) = kind else {
                panic!("not a class");
            };
            let ranges = class.ranges().iter();
            ranges
                .flat_map(|range| range.start()..=range.end())
                .collect()
        });
        SPACING.contains(&character)
    }

    fn table(meaning: impl Fn(char) -> Option<String>) -> String {
        let mut rows: BTreeMap<String, String> = BTreeMap::new();
        for character in '\u{80}'..=char::MAX {
            if let Some(letters) = meaning(character) {
                rows.entry(letters).or_default().push(character);
            }
        }
        let lines = rows
            .iter()
            .map(|(letters, all)| format!("{letters} {all}\n"));
        lines.collect()
    }

    fn plain(text: impl Iterator<Item = char>) -> String {
        let kept: String = text.filter(|one| !is_dropped(*one)).collect();
        kept.to_lowercase()
    }

    #[test]
    fn letters_in_another_dress_are_those_that_unicode_knows() {
        let wanted = table(|character| {
            let is_small = character.to_lowercase().eq([character]);
            let letters = plain(std::iter::once(character).nfkd());
            let fits = letters.chars().all(is_wanted) && (1..=3).contains(&letters.chars().count());
            let is_kept = is_small && !is_dropped(character);
            (is_kept && fits && letters != character.to_string()).then_some(letters)
        });
        assert!(
            include_str!("compatible.txt") == wanted,
            "write this to compatible.txt:\n{wanted}"
        );
    }

    #[test]
    fn letters_that_look_like_latin_ones_are_those_that_unicode_knows() {
        let capitals = small_capitals();
        let wanted = table(|character| {
            let text = character.to_string();
            let looks: String = unicode_security::skeleton(&text).collect();
            // `В` looks like `B`, and `в` like a small one.
            let letters = match capitals.get(&looks) {
                Some(letter) => letter.to_string(),
                None => plain(looks.chars()),
            };
            let fits = letters.len() == 1 && letters.chars().all(|one| one.is_ascii_lowercase());
            // A mark that has a place of its own looks like a letter beside others.
            let is_seen = !is_dropped(character) || is_spacing_mark(character);
            let is_new = !fold(&text).is_ascii() || is_dropped(character);
            (fits && character.is_alphabetic() && is_seen && is_new).then_some(letters)
        });
        assert!(
            include_str!("lookalikes.txt") == wanted,
            "write this to lookalikes.txt:\n{wanted}"
        );
    }

    #[test]
    fn a_text_is_read_as_written_and_as_it_looks() {
        assert_eq!(readings("Ｂｕｙ\u{200b} 𝐍𝐨𝐰 é"), ["buy now e"]);
        assert_eq!(readings("🅱🆄🆈"), ["buy"]);
        assert_eq!(readings("ʙᴜʏ").last().unwrap(), "buy");
        assert_eq!(readings("BuyNow"), ["buynow", "buy now"]);
        assert_eq!(readings("PayPal"), ["paypal"]);
        assert_eq!(
            readings("\u{202e}woNyuB"),
            ["wonyub", "wo nyu b", "buynow", "buy now"]
        );
        assert_eq!(readings("Вuy").last().unwrap(), "buy");
        assert_eq!(readings("ОПЛАТИТЬ").first().unwrap(), "оплатить");
        assert_eq!(readings("ﾚｼﾞ").first(), readings("レジ").first());
    }
}
