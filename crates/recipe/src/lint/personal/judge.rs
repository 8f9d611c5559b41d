//! Whether a text is personal.

use super::kind::{Kind, Place};
use super::{guesses, patterns, strings};

/// What a text is likely to be, if it is personal.
pub(crate) fn judge(text: &str, place: Place) -> Option<Kind> {
    patterns::find(text, place)
        .or_else(|| strings::find(text, place))
        .or_else(|| guesses::find(text, place))
}

/// What a sentence for people gives away by its form: an address, a number, a serial, a token. Names are not guessed at.
#[must_use]
pub fn personal_pattern(sentence: &str) -> Option<&'static str> {
    patterns::find(sentence, Place::Prose)
        .or_else(|| strings::find(sentence, Place::Prose))
        .map(Kind::name)
}
