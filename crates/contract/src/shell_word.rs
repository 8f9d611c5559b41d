//! Words for a shell.

/// A text as one word of a POSIX shell, whatever it holds: as it is where every shell reads it so, else in quotes. A dash
/// at its beginning is quoted for people: a shell passes it on all the same.
#[must_use]
pub fn shell_word(text: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_./:@%+=,".contains(&byte);
    if !text.is_empty() && !text.starts_with('-') && text.bytes().all(is_plain) {
        text.to_owned()
    } else {
        format!("'{}'", text.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_stays_one() {
        for (text, word) in [
            ("com.example:id/a", "com.example:id/a"),
            ("", "''"),
            ("a b", "'a b'"),
            ("it's", r"'it'\''s'"),
            ("$(x)", "'$(x)'"),
            ("--help", "'--help'"),
            ("ä", "'ä'"),
        ] {
            assert_eq!(shell_word(text), word);
        }
    }
}
