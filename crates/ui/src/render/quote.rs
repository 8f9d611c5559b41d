//! A stranger's text inside one line.

use std::fmt::Write as _;

/// The longest name that can stand without quotes.
const LONGEST_IDENTIFIER: usize = 120;

/// The text as a JSON string on one line, with everything escaped that is not seen or that moves what is seen.
///
/// What stands between the quotes is exact: read as JSON it is the text, cut or not. A text of more than `most`
/// characters is cut, and `…` stands behind the closing quote, where no text can put it.
pub(crate) fn quote(text: &str, most: usize) -> String {
    let end = text.char_indices().nth(most).map(|(end, _)| end);
    let kept = end.and_then(|end| text.get(..end)).unwrap_or(text);
    let mut quoted = String::with_capacity(kept.len() + 2);
    quoted.push('"');
    let mut before = None;
    for character in kept.chars() {
        match character {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            '\r' => quoted.push_str("\\r"),
            _ if is_unseen(character, before) => escape(&mut quoted, character),
            _ => quoted.push(character),
        }
        before = Some(character);
    }
    quoted.push('"');
    if end.is_some() {
        quoted.push('…');
    }
    quoted
}

/// The longest text that is repeated in a sentence.
const LONGEST_QUOTED: usize = 200;

/// A stranger's text, as the lines of a snapshot have it: quoted, on one line, cut where it is long.
#[must_use]
pub fn quoted(text: &str) -> String {
    quote(text, LONGEST_QUOTED)
}

/// A package, activity or the name in an id: bare when it looks like one, quoted when it does not.
pub(crate) fn identifier(name: &str) -> String {
    if is_identifier(name) {
        name.to_owned()
    } else {
        quote(name, LONGEST_IDENTIFIER)
    }
}

/// Whether a name can stand without quotes.
fn is_identifier(name: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"._$-".contains(&byte);
    (1..=LONGEST_IDENTIFIER).contains(&name.len()) && name.bytes().all(is_plain)
}

fn escape(quoted: &mut String, character: char) {
    for unit in character.encode_utf16(&mut [0; 2]) {
        // Writing to a String cannot fail.
        let _ = write!(quoted, "\\u{unit:04x}");
    }
}

/// Whether a character has no picture of its own: controls, line and paragraph separators, marks that steer the
/// direction of text, characters without width, tags, and selectors of variants that do not follow something seen.
fn is_unseen(character: char, before: Option<char>) -> bool {
    match character {
        // One selector behind a character chooses its look (an emoji's colour). More of them can only hide something.
        '\u{fe00}'..='\u{fe0f}' => {
            before.is_none_or(|before| before == ' ' || is_unseen(before, None))
        }
        '\u{ad}'
        | '\u{34f}'
        | '\u{61c}'
        | '\u{115f}'
        | '\u{1160}'
        | '\u{17b4}'
        | '\u{17b5}'
        | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{3164}'
        | '\u{feff}'
        | '\u{ffa0}'
        | '\u{fff0}'..='\u{fffb}'
        | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}' => true,
        _ => character.is_control(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_seen_is_escaped_and_reads_back_as_json() {
        for (text, expected) in [
            ("Sign in", r#""Sign in""#),
            (r#"SAY "X" \ y"#, r#""SAY \"X\" \\ y""#),
            (
                "a\n@e1 [button] \"b\"\t\r",
                r#""a\n@e1 [button] \"b\"\t\r""#,
            ),
            ("\u{1b}[2J\u{85}", r#""\u001b[2J\u0085""#),
            ("abc\u{202e}cba\u{200b}", r#""abc\u202ecba\u200b""#),
            ("\u{2028}\u{2029}\u{feff}", r#""\u2028\u2029\ufeff""#),
            ("\u{e0041}", r#""\udb40\udc41""#),
            ("❤\u{fe0f}", "\"❤\u{fe0f}\""),
            ("❤\u{fe0f}\u{fe01}\u{fe02}", "\"❤\u{fe0f}\\ufe01\\ufe02\""),
            ("حساب", r#""حساب""#),
        ] {
            let quoted = quote(text, 100);
            assert_eq!(quoted, expected, "{text:?}");
            assert_eq!(
                serde_json::from_str::<String>(&quoted).expect("it is JSON"),
                text
            );
        }
    }

    #[test]
    fn a_cut_shows_behind_the_quote_where_no_text_can_stand() {
        assert_eq!(quote("abcdef", 6), r#""abcdef""#);
        assert_eq!(quote("abcdefg", 6), r#""abcdef"…"#);
        assert_eq!(quote("abc…", 6), r#""abc…""#);
        assert_eq!(quote("ééééé", 3), r#""ééé"…"#);
    }

    #[test]
    fn an_identifier_that_could_be_mistaken_is_quoted() {
        for (name, expected) in [
            ("com.example.App$Inner_2-x", "com.example.App$Inner_2-x"),
            ("com.example/x", r#""com.example/x""#),
            ("", r#""""#),
            ("a b", r#""a b""#),
            ("a\nb", r#""a\nb""#),
            ("título", r#""título""#),
        ] {
            assert_eq!(identifier(name), expected);
        }
    }
}
