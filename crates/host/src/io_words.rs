//! The system's errors in words.

use std::fmt::Display;

/// What the operating system says, without its number for it.
#[must_use]
pub fn io_words(error: &impl Display) -> String {
    let words = error.to_string();
    match words.split_once(" (os error") {
        Some((words, _)) => words.to_owned(),
        None => words,
    }
}
