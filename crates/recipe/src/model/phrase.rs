//! A text with placeholders: `Turn on ${inputs.tile}`.

use crate::source::Position;

/// A text of a recipe in which inputs are filled in.
///
/// It is taken apart once. What is filled in later is never looked at again, so that a value cannot bring a
/// placeholder along.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Phrase {
    /// Where it stands.
    pub at: Position,
    /// As it was written.
    pub written: String,
    /// Its parts, in order.
    pub parts: Vec<Part>,
}

/// A piece of a [`Phrase`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    Text(String),
    /// The value of the input of that name.
    Input(String),
}

impl Phrase {
    /// Takes a text apart; the answer says what is wrong with a placeholder.
    pub(crate) fn parse(at: Position, written: &str) -> Result<Self, String> {
        let mut parts = Vec::new();
        let mut rest = written;
        while let Some((before, after)) = rest.split_once("${") {
            let Some((inside, behind)) = after.split_once('}') else {
                return Err("a placeholder is not closed".to_owned());
            };
            let name = inside
                .strip_prefix("inputs.")
                .filter(|name| is_name(name))
                .ok_or_else(|| "a placeholder must be `${inputs.NAME}`".to_owned())?;
            if !before.is_empty() {
                parts.push(Part::Text(before.to_owned()));
            }
            parts.push(Part::Input(name.to_owned()));
            rest = behind;
        }
        if !rest.is_empty() {
            parts.push(Part::Text(rest.to_owned()));
        }
        Ok(Self {
            at,
            written: written.to_owned(),
            parts,
        })
    }

    /// The inputs it names, in order.
    pub fn inputs(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().filter_map(|part| match part {
            Part::Input(name) => Some(name.as_str()),
            Part::Text(_) => None,
        })
    }

    /// The text around the placeholders, in order.
    pub fn literals(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().filter_map(|part| match part {
            Part::Text(text) => Some(text.as_str()),
            Part::Input(_) => None,
        })
    }

    /// The input that the phrase is nothing but, if it is.
    #[must_use]
    pub fn sole_input(&self) -> Option<&str> {
        match self.parts.as_slice() {
            [Part::Input(name)] => Some(name),
            _ => None,
        }
    }
}

/// Whether a word can name an input, an output or a step: letters, digits, `_` and `-`, beginning with a letter.
///
/// No dot: the compiler's own steps have one in their ids, so that none can clash with a step that was written.
pub(crate) fn is_name(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_alphabetic())
        && word
            .chars()
            .all(|character| character.is_ascii_alphanumeric() || matches!(character, '_' | '-'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(written: &str) -> Result<Vec<Part>, String> {
        Phrase::parse(Position::START, written).map(|phrase| phrase.parts)
    }

    #[test]
    fn placeholders_are_told_from_text() {
        let text = |text: &str| Part::Text(text.to_owned());
        let input = |name: &str| Part::Input(name.to_owned());
        assert_eq!(parts("Devices").unwrap(), [text("Devices")]);
        assert_eq!(parts("${inputs.a}").unwrap(), [input("a")]);
        assert_eq!(
            parts("x ${inputs.a}${inputs.b-1} $5 {y}").unwrap(),
            [text("x "), input("a"), input("b-1"), text(" $5 {y}")]
        );
        assert_eq!(parts("").unwrap(), []);
    }

    #[test]
    fn anything_else_with_a_brace_is_refused() {
        for wrong in [
            "${",
            "${a}",
            "${inputs.}",
            "${inputs.a",
            "${inputs.a b}",
            "${ inputs.a }",
            "${inputs.${inputs.a}}",
            "${outputs.a}",
            "${inputs.1a}",
        ] {
            assert!(parts(wrong).is_err(), "{wrong}");
        }
    }
}
