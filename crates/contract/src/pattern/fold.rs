//! Texts with upper and lower case made the same.

use std::borrow::Cow;
use std::cell::RefCell;

use regex_syntax::hir::{ClassUnicode, ClassUnicodeRange};

/// The text with each character replaced by the first of all that Unicode's simple case folding holds for the same: equal
/// results mean that only case differs. It is the folding of patterns, and depends on no language.
#[must_use]
pub fn folded(text: &str) -> Cow<'_, str> {
    let changes = text.char_indices().find_map(|(at, character)| {
        let first = fold(character);
        (first != character).then_some(at)
    });
    let Some(at) = changes else {
        return Cow::Borrowed(text);
    };
    let (same, rest) = text.split_at(at);
    let mut folded = String::with_capacity(text.len());
    folded.push_str(same);
    folded.extend(rest.chars().map(fold));
    Cow::Owned(folded)
}

fn fold(character: char) -> char {
    // Of the letters up to z the upper case comes first, before what else folds to them.
    if character.is_ascii() {
        return character.to_ascii_uppercase();
    }
    KNOWN.with_borrow_mut(|known| {
        let place = character as usize % KNOWN_CHARACTERS;
        match known.get_mut(place) {
            Some((of, first)) if *of == character => *first,
            Some(entry) => {
                *entry = (character, first_of(character));
                entry.1
            }
            None => first_of(character),
        }
    })
}

const KNOWN_CHARACTERS: usize = 1_024;

thread_local! {
    /// Characters that were folded before: a text has few different ones, and looking one up takes a while.
    static KNOWN: RefCell<Vec<(char, char)>> = RefCell::new(vec![('\0', '\0'); KNOWN_CHARACTERS]);
}

fn first_of(character: char) -> char {
    let mut same = ClassUnicode::new([ClassUnicodeRange::new(character, character)]);
    same.case_fold_simple();
    let first = same.iter().next().map(ClassUnicodeRange::start);
    first.unwrap_or(character)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pattern::{Case, Pattern};

    #[test]
    fn only_case_goes() {
        for (one, other, same) in [
            ("Sign in", "SIGN IN", true),
            ("Straße", "STRAßE", true),
            ("Straße", "STRASSE", false),
            ("STRASSE", "straſſe", true),
            ("ΟΔΟΣ", "οδος", true),
            ("Zoë", "ZOË", true),
            ("Zoe", "Zoë", false),
            ("İ", "i", false),
            ("ı", "I", false),
            ("300 K", "300 \u{212a}", true),
            ("東京 👍", "東京 👍", true),
        ] {
            assert_eq!(folded(one) == folded(other), same, "{one} {other}");
        }
    }

    #[test]
    fn it_is_the_folding_of_patterns() {
        for character in ('\0'..=char::MAX).step_by(7) {
            let text = character.to_string();
            let first = folded(&text).into_owned();
            let pattern = Pattern::compile_in(&regex_syntax::escape(&first), Case::Ignored);
            assert!(pattern.unwrap().matches(&text), "{character:?}");
        }
    }
}
