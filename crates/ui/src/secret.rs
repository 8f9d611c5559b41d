//! Passwords: known by their length, never by their characters.

use std::borrow::Cow;

use crate::node::Node;

/// What a character of a password is shown as.
const MASK: &str = "•";

impl<'t> Node<'t> {
    /// Whether the text is a password that was typed.
    ///
    /// The platform masks one, but for the last character while it is new, and an app may show it whole. Where the dump
    /// gives no hint, a text without a mask may be the hint, and is taken for it.
    #[must_use]
    pub fn is_secret(self) -> bool {
        let text = self.text();
        let is_content = !self.hint().is_empty() && self.hint() != text;
        self.is_password() && !text.is_empty() && (is_content || text.contains(is_mask))
    }

    /// The text, where it is no password that was typed.
    pub(crate) fn open_text(self) -> &'t str {
        if self.is_secret() { "" } else { self.text() }
    }

    /// The text, with every character of a password masked.
    #[must_use]
    pub fn masked_text(self) -> Cow<'t, str> {
        if self.is_secret() {
            MASK.repeat(self.text().chars().count()).into()
        } else {
            self.text().into()
        }
    }
}

const fn is_mask(character: char) -> bool {
    matches!(character, '•' | '●' | '∙' | '·' | '*' | '⬤')
}
