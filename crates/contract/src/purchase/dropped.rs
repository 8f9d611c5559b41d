//! Characters that cannot be seen, or only change the one before them: accents, joiners, direction marks, soft hyphens.
//!
//! The table has ranges of code points, which a test holds against Unicode: all marks, all format characters and all
//! that is not shown where a font does not know it, and a few that are letters by name only.

use std::sync::LazyLock;

static DROPPED: LazyLock<Vec<(u32, u32)>> = LazyLock::new(|| {
    let lines = include_str!("dropped.txt").lines();
    lines.filter_map(range).collect()
});

/// `300-36f`, or one code point.
fn range(line: &str) -> Option<(u32, u32)> {
    let (first, last) = line.split_once('-').unwrap_or((line, line));
    let number = |digits| u32::from_str_radix(digits, 16).ok();
    Some((number(first)?, number(last)?))
}

/// Whether a text reads the same without the character, wherever it stands.
pub(super) fn is_dropped(character: char) -> bool {
    if character.is_ascii() {
        return false;
    }
    let code = u32::from(character);
    // The ranges are sorted, so this is the only one that it can be in.
    let place = DROPPED.partition_point(|(first, _)| *first <= code);
    let range = place.checked_sub(1).and_then(|place| DROPPED.get(place));
    range.is_some_and(|(_, last)| code <= *last)
}

/// Whether a mark is a vowel or a tone of the word that it stands in. Words of Hindi and Thai differ by nothing else; on a
/// letter of another script such a mark is only there to hide a word.
pub(super) fn is_of_word(mark: char, before: Option<char>) -> bool {
    // A dot below a letter of Hindi is often not written.
    const NUKTA: char = '\u{93c}';
    let both = |script: std::ops::RangeInclusive<char>| {
        script.contains(&mark) && before.is_some_and(|before| script.contains(&before))
    };
    mark != NUKTA && (both('\u{900}'..='\u{97f}') || both('\u{e01}'..='\u{e4e}'))
}

#[cfg(test)]
mod tests {
    use regex_syntax::hir::{Class, HirKind};

    use super::is_dropped;

    /// What Unicode says, and what looks like a mark: the stroke that makes Arabic words longer, and half-width marks.
    const WANTED: &str =
        r"[\p{Mn}\p{Me}\p{Mc}\p{Cf}\p{Default_Ignorable_Code_Point}\x{640}\x{ff9e}\x{ff9f}]";

    #[test]
    fn the_ranges_are_those_of_unicode() {
        let HirKind::Class(Class::Unicode(class)) =
            regex_syntax::parse(WANTED).unwrap().into_kind()
        else {
            panic!("not a class");
        };
        let line = |first: u32, last: u32| {
            if first == last {
                format!("{first:x}\n")
            } else {
                format!("{first:x}-{last:x}\n")
            }
        };
        let ranges = class.ranges().iter();
        let wanted: String = ranges
            .map(|range| line(range.start().into(), range.end().into()))
            .collect();
        assert!(
            include_str!("dropped.txt") == wanted,
            "write this to dropped.txt:\n{wanted}"
        );
        for range in class.ranges() {
            assert!(is_dropped(range.start()) && is_dropped(range.end()));
        }
        assert!(!is_dropped('a') && !is_dropped('\u{2ff}') && !is_dropped('é'));
    }
}
