//! One word, and how it is quoted.

use std::borrow::Cow;

use super::error::WordError;

/// One word for a program of the phone, as the program shall get it: any bytes but NUL.
///
/// In a line it stands in single quotes, between which mksh gives no byte a meaning; a single quote itself is written
/// as `'\''`. So an empty word, a newline, a leading dash or tilde, a `$` and bytes that are no text arrive as they
/// are. Whether a word that begins with a dash is an option is for the program to say; callers put `--` before words
/// from outside where the program knows it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Word(Cow<'static, [u8]>);

impl Word {
    /// A word of these bytes.
    pub fn new(bytes: impl AsRef<[u8]>) -> Result<Self, WordError> {
        let word = Self(Cow::Owned(bytes.as_ref().to_vec()));
        word.check()?;
        Ok(word)
    }

    /// A word that stands in the source. A NUL in it is found when the line is encoded.
    #[must_use]
    pub const fn fixed(text: &'static str) -> Self {
        Self(Cow::Borrowed(text.as_bytes()))
    }

    /// A number in decimal.
    #[must_use]
    pub fn number(value: impl Into<i64>) -> Self {
        Self(Cow::Owned(value.into().to_string().into_bytes()))
    }

    /// The bytes that the program gets.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// Appends the word as it stands in a line.
    pub(super) fn quote_into(&self, line: &mut Vec<u8>) -> Result<(), WordError> {
        self.check()?;
        line.push(b'\'');
        for byte in self.as_bytes() {
            if *byte == b'\'' {
                line.extend_from_slice(br"'\''");
            } else {
                line.push(*byte);
            }
        }
        line.push(b'\'');
        Ok(())
    }

    fn check(&self) -> Result<(), WordError> {
        match self.as_bytes().iter().position(|byte| *byte == 0) {
            None => Ok(()),
            Some(position) => Err(WordError::Nul { position }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stand_in_single_quotes() {
        for (word, expected) in [
            ("", "''"),
            ("plain", "'plain'"),
            ("-rf", "'-rf'"),
            ("~root", "'~root'"),
            ("a\nb", "'a\nb'"),
            ("it's", r"'it'\''s'"),
            ("'", r"''\'''"),
            ("$(reboot)`x`", "'$(reboot)`x`'"),
        ] {
            let mut line = Vec::new();
            Word::new(word).unwrap().quote_into(&mut line).unwrap();
            assert_eq!(String::from_utf8(line).unwrap(), expected);
        }
        let mut line = Vec::new();
        Word::number(-5_i64).quote_into(&mut line).unwrap();
        assert_eq!(line, b"'-5'");
    }

    #[test]
    fn a_nul_is_refused() {
        assert_eq!(Word::new("ab\0c"), Err(WordError::Nul { position: 2 }));
        let mut line = Vec::new();
        assert!(Word::fixed("\0").quote_into(&mut line).is_err());
    }
}
