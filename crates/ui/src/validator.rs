//! What a text that was read should look like.

use clawperator_contract::actions::{ReadTextParams, Validator};
use clawperator_contract::{Pattern, PatternRefused};

/// The most characters of a text that a validator looks at; a longer one does not fit.
///
/// The largest legal pattern takes 0.6 s for 2,000 characters, and the time grows with the text. The reference of
/// `read_text` names this number.
pub const MAX_VALIDATED_CHARACTERS: usize = 1_000;

/// A validator, ready to be asked.
#[derive(Debug)]
pub enum TextValidator {
    /// A number, and if there is one a unit: `°C`, `°F`, `C`, `F` or a bare degree sign.
    Temperature,
    /// Numbers separated by full stops.
    Version,
    /// A pattern that the whole text must match.
    Pattern(Pattern),
}

impl TextValidator {
    /// The validator that an action asks for; `None` when it asks for none.
    pub fn of(params: &ReadTextParams) -> Result<Option<Self>, PatternRefused> {
        let pattern = params.validator_pattern.as_ref();
        Ok(match (params.validator, pattern) {
            (None, _) => None,
            (Some(Validator::Temperature), _) => Some(Self::Temperature),
            (Some(Validator::Version), _) => Some(Self::Version),
            (Some(Validator::Regex), Some(pattern)) => {
                Some(Self::Pattern(Pattern::compile(pattern.as_str())?))
            }
            // Validation refuses this; a pattern of nothing accepts nothing but nothing.
            (Some(Validator::Regex), None) => Some(Self::Pattern(Pattern::compile("")?)),
        })
    }

    /// Whether the text is what it should be. Blanks around a temperature or version do not count; a pattern sees them.
    #[must_use]
    pub fn accepts(&self, text: &str) -> bool {
        if text.len() > MAX_VALIDATED_CHARACTERS
            && text.chars().nth(MAX_VALIDATED_CHARACTERS).is_some()
        {
            return false;
        }
        match self {
            Self::Temperature => is_temperature(text.trim()),
            Self::Version => is_version(text.trim()),
            Self::Pattern(pattern) => pattern.matches(text),
        }
    }
}

fn is_temperature(text: &str) -> bool {
    let number = text.strip_suffix(['C', 'F']).unwrap_or(text).trim_end();
    let number = number.strip_suffix('°').unwrap_or(number).trim_end();
    let digits = number
        .strip_prefix(['-', '+', '\u{2212}'])
        .unwrap_or(number);
    match digits.split_once(['.', ',']) {
        Some((whole, fraction)) => is_digits(whole) && is_digits(fraction),
        None => is_digits(digits),
    }
}

fn is_version(text: &str) -> bool {
    text.split('.').all(is_digits)
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(validator: &TextValidator, accepted: &[&str], refused: &[&str]) {
        for text in accepted {
            assert!(validator.accepts(text), "{text:?}");
        }
        for text in refused {
            assert!(!validator.accepts(text), "{text:?}");
        }
    }

    #[test]
    fn temperatures_are_numbers_with_or_without_a_unit() {
        check(
            &TextValidator::Temperature,
            &[
                "21",
                "21.5",
                "-3",
                "\u{2212}3,5 °C",
                "70°F",
                "70 F",
                "21 C",
                " 21° ",
            ],
            &[
                "",
                "°C",
                "21.",
                ".5",
                "21 K",
                "21 °C today",
                "2 1",
                "21CF",
                "--3",
            ],
        );
    }

    #[test]
    fn versions_are_numbers_between_full_stops() {
        check(
            &TextValidator::Version,
            &["14", "1.2.3", "0.0.0.1", " 16 "],
            &["", "1.", ".1", "1..2", "v1", "1.2-beta", "1 2"],
        );
    }

    #[test]
    fn a_pattern_sees_the_whole_text_and_no_long_one() {
        let validator = TextValidator::Pattern(Pattern::compile("[a-z ]*").unwrap());
        let longest = "a".repeat(MAX_VALIDATED_CHARACTERS);
        check(
            &validator,
            &["", "abc", " abc ", &longest],
            &["abc1", &format!("{longest}a")],
        );
    }
}
