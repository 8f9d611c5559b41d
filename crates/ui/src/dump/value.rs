//! The value of an attribute: references resolved, length bounded, nothing in it that a reader could trip over.

use std::borrow::Cow;

/// The longest reference that is looked for: `&#x10ffff;`.
const LONGEST_REFERENCE: usize = 10;

/// Resolves references and replaces control characters, as the platform's own dumper does, by a full stop.
pub(super) fn resolve(raw: &str) -> Cow<'_, str> {
    // Most values are ASCII, and going through bytes is several times faster than going through characters.
    let is_plain = |byte: &u8| (b' '..0x7f).contains(byte) && *byte != b'&';
    if raw.as_bytes().iter().all(is_plain)
        || raw
            .chars()
            .all(|character| character != '&' && allowed(character) == character)
    {
        return Cow::Borrowed(raw);
    }
    let mut resolved = String::with_capacity(raw.len());
    let mut rest = raw.chars();
    while let Some(character) = rest.next() {
        if character != '&' {
            resolved.push(allowed(character));
        } else if let Some((character, after)) = reference(rest.as_str()) {
            resolved.push(allowed(character));
            rest = after.chars();
        } else {
            resolved.push('&');
        }
    }
    Cow::Owned(resolved)
}

/// The text, or its first `most` characters; whether it was cut.
pub(super) fn bound(text: &str, most: usize) -> (&str, bool) {
    // The byte length bounds the character count from above and is known for free.
    if text.len() <= most {
        return (text, false);
    }
    match text.char_indices().nth(most) {
        Some((end, _)) => (text.split_at(end).0, true),
        None => (text, false),
    }
}

/// The character that a reference stands for, and the text behind it; `rest` begins behind the `&`.
fn reference(rest: &str) -> Option<(char, &str)> {
    let (name, after) = split_reference(rest)?;
    let character = match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        _ => return numeric(name.strip_prefix('#')?, after),
    };
    Some((character, after))
}

fn split_reference(rest: &str) -> Option<(&str, &str)> {
    let end = rest
        .bytes()
        .take(LONGEST_REFERENCE)
        .position(|byte| byte == b';')?;
    Some((rest.get(..end)?, rest.get(end + 1..)?))
}

fn numeric<'t>(digits: &str, after: &'t str) -> Option<(char, &'t str)> {
    let number = code(digits)?;
    // Some writers give the two halves of a surrogate pair a reference each.
    if (0xd800..0xdc00).contains(&number)
        && let Some(rest) = after.strip_prefix("&#")
        && let Some((digits, after)) = split_reference(rest)
        && let Some(low @ 0xdc00..0xe000) = code(digits)
    {
        let number = 0x1_0000 + ((number - 0xd800) << 10) + (low - 0xdc00);
        return Some((char::from_u32(number)?, after));
    }
    Some((
        char::from_u32(number).unwrap_or(char::REPLACEMENT_CHARACTER),
        after,
    ))
}

fn code(digits: &str) -> Option<u32> {
    match digits.strip_prefix(['x', 'X']) {
        Some(digits) => u32::from_str_radix(digits, 16).ok(),
        None => digits.parse().ok(),
    }
}

/// Characters that XML does not allow, and those that a terminal obeys.
fn allowed(character: char) -> char {
    match character {
        '\n' | '\r' | '\t' => character,
        '\0'..'\u{20}' | '\u{7f}'..='\u{84}' | '\u{86}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => '.',
        _ => character,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_and_control_characters_are_resolved() {
        for (raw, expected) in [
            ("plain é 世", "plain é 世"),
            (
                "a &amp; b &lt;c&gt; &apos;d&apos; &quot;",
                "a & b <c> 'd' \"",
            ),
            ("one&#10;two&#13;&#9;", "one\ntwo\r\t"),
            ("&#128187; &#x1F4BB;", "💻 💻"),
            ("&#55357;&#56507;", "💻"),
            ("&#55357;x", "\u{fffd}x"),
            ("&#55357;&#55357;&#56507;", "\u{fffd}💻"),
            ("&#1114112;", "\u{fffd}"),
            ("&#0;\u{0}\u{1b}[2J", "...[2J"),
            (
                "AT&T & co; &nbsp; &#; &#x; &",
                "AT&T & co; &nbsp; &#; &#x; &",
            ),
            ("&amp;lt;", "&lt;"),
        ] {
            assert_eq!(resolve(raw), expected, "{raw}");
        }
    }

    #[test]
    fn a_bound_counts_characters() {
        assert_eq!(bound("ééé", 3), ("ééé", false));
        assert_eq!(bound("ééé", 2), ("éé", true));
        assert_eq!(bound("", 0), ("", false));
        assert_eq!(bound("a", 0), ("", true));
    }
}
