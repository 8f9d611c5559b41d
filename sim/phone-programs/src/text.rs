//! Texts of many lines.

use std::fmt::{Display, Write as _};

/// One line for each item, with something before it.
pub(crate) fn lines<T: Display>(before: &str, items: impl IntoIterator<Item = T>) -> String {
    let mut text = String::new();
    for item in items {
        let _ = writeln!(text, "{before}{item}");
    }
    text
}
