//! Text: `input text`, which types what a keyboard has keys for.

use std::time::Duration;

use clawperator_adb::{Deadline, DeviceHandle};
use clawperator_contract::ErrorCode;

use super::input::{input, key_code, run};
use super::verdict::Deed;
use crate::driver::{ActError, Present, TextEntry};
use crate::line::{Command, Word};

/// The most characters of one `input text`: each is two key events, and the phone injects them one after the other.
const CHUNK: usize = 200;

/// The most keys of one `input keyevent`.
const KEYS: usize = 100;

/// The most characters that are taken away one by one.
const MOST_ERASED: usize = 2_000;

/// What the driver can type: a newline would submit a form and a tab leave the field, and what is outside ASCII no
/// key has.
pub(super) fn can_type(text: &str) -> Result<(), String> {
    let Some((position, character)) = text
        .chars()
        .enumerate()
        .find(|(_, character)| !matches!(character, ' '..='~'))
    else {
        return Ok(());
    };
    // The character may be one of a password, so its kind is named and not itself.
    let kind = if character.is_ascii() {
        "a control character"
    } else {
        "a character outside ASCII"
    };
    Err(format!(
        "the shell driver types printable ASCII only; the text has {kind} at position {position}"
    ))
}

pub(super) async fn enter(
    handle: &DeviceHandle,
    entry: TextEntry<'_>,
    within: Duration,
) -> Result<(), ActError> {
    if let Err(message) = can_type(entry.text) {
        return Err(ActError::NotSent {
            code: ErrorCode::TextUnsupported,
            message,
        });
    }
    let typed: Vec<_> = chunks(entry.text)
        .map(type_chunk)
        .collect::<Result<_, _>>()?;
    let erase = match entry.present {
        Present::Stays => 0,
        // Taking away what is not there does no harm.
        Present::Goes { shown } => shown.min(MOST_ERASED),
    };
    let deadline = Deadline::after(within);
    let mut begun = false;
    for (deed, command) in keys(erase).chain(typed) {
        let left = deadline.remaining().unwrap_or(within);
        let outcome = run(handle, deed, command, ErrorCode::ActionFailed, left).await;
        match outcome {
            Ok(()) => begun = true,
            // The first part refused is all of it refused; a later one leaves what came before.
            Err(ActError::NotSent { message, .. } | ActError::Refused { message, .. }) if begun => {
                return Err(ActError::Partly { message });
            }
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// The cursor to the end, and as many deletions.
fn keys(erase: usize) -> impl Iterator<Item = (Deed, Command)> {
    let codes = std::iter::once(key_code::MOVE_END)
        .chain(std::iter::repeat_n(key_code::DELETE, erase))
        .collect::<Vec<_>>();
    codes
        .chunks(KEYS)
        .map(|codes| {
            let deed = match codes {
                [_] => Deed::Key,
                _ => Deed::Keys,
            };
            let command = codes.iter().fold(input("keyevent"), |command, code| {
                command.word(Word::number(*code))
            });
            (deed, command)
        })
        .collect::<Vec<_>>()
        .into_iter()
}

/// What types a piece. Only NUL cannot be a word, and it is not printable.
fn type_chunk(chunk: String) -> Result<(Deed, Command), ActError> {
    let word = Word::new(chunk).map_err(|error| ActError::NotSent {
        code: ErrorCode::TextUnsupported,
        message: error.to_string(),
    })?;
    Ok((Deed::Text, input("text").word(word)))
}

/// Cuts a text so that `input text` types it as it is: a space is written `%s`, which has no escape, so a text that
/// has `%s` of its own is cut between the two.
fn chunks(text: &str) -> impl Iterator<Item = String> {
    let mut chunks = Vec::new();
    let mut chunk = String::new();
    let mut characters = 0;
    for character in text.chars() {
        if characters == CHUNK || (character == 's' && chunk.ends_with('%')) {
            chunks.push(std::mem::take(&mut chunk));
            characters = 0;
        }
        if character == ' ' {
            // A `%` before a blank would become `%%s`, which ends in the blank all the same.
            chunk.push_str("%s");
        } else {
            chunk.push(character);
        }
        characters += 1;
    }
    if !chunk.is_empty() {
        chunks.push(chunk);
    }
    chunks.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the platform makes of the word of `input text`.
    fn typed(word: &str) -> String {
        let mut text = String::new();
        let mut rest = word.chars().peekable();
        while let Some(character) = rest.next() {
            if character == '%' && rest.peek() == Some(&'s') {
                rest.next();
                text.push(' ');
            } else {
                text.push(character);
            }
        }
        text
    }

    #[test]
    fn chunks_type_the_text() {
        for text in [
            "hello world",
            "%s",
            "100%s and %%s",
            "% s",
            "%",
            "%%",
            "a % b",
            " ",
            "-d 5 'quoted' \"twice\" $(x) `y` ; & |",
        ] {
            let back: String = chunks(text).map(|chunk| typed(&chunk)).collect();
            assert_eq!(back, text);
        }
        let long = "ab %s".repeat(500);
        assert!(chunks(&long).all(|chunk| chunk.len() <= 2 * CHUNK));
        let back: String = chunks(&long).map(|chunk| typed(&chunk)).collect();
        assert_eq!(back, long);
    }

    #[test]
    fn what_has_no_key_is_named_by_its_kind() {
        assert!(can_type("~ !").is_ok());
        assert!(
            can_type("a\nb")
                .unwrap_err()
                .contains("control character at position 1")
        );
        let error = can_type("paßwort").unwrap_err();
        assert!(error.contains("outside ASCII at position 2"));
        assert!(!error.contains('ß'));
    }
}
