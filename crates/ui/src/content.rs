//! What a field, slider or dropdown holds, apart from what it is called.

use std::borrow::Cow;

use crate::label::{SEPARATOR, normalise_label};
use crate::node::Node;
use crate::role::Role;

impl<'t> Node<'t> {
    /// Where the node's own words stand, the best first.
    ///
    /// A field is called by its description or hint, and only where it has neither by its text, which may be a hint
    /// that the dump does not tell apart. A slider's text is its position if it begins with a number.
    pub(crate) fn own_words(self) -> [&'t str; 3] {
        match self.role() {
            Role::Textfield if self.content_desc() != self.text() => {
                [self.open_desc(), self.open_hint(), self.open_text()]
            }
            Role::Slider if is_position(self.text()) => [self.open_desc(), self.open_hint(), ""],
            _ => [self.open_text(), self.open_desc(), self.open_hint()],
        }
    }

    /// What the node holds, normalised, where its name does not say it: the content of a field, the position of a
    /// slider, the choice of a dropdown with words of its own. Never a password.
    #[must_use]
    pub fn content(self) -> Option<Cow<'t, str>> {
        let content = match self.role() {
            Role::Textfield if !self.is_showing_hint() => normalise_label(self.open_text()),
            Role::Slider if is_position(self.text()) => normalise_label(self.open_text()),
            Role::Dropdown => {
                let inside = self.tree().labelled(self.id().0 + 1..self.end());
                let own = inside.filter(|part| part.named_by() == Some(self));
                let labels: Vec<_> = own.map(Node::label).collect();
                labels.join(SEPARATOR).into()
            }
            _ => Cow::Borrowed(""),
        };
        Some(content).filter(|content| !content.is_empty() && self.name().as_ref() != Some(content))
    }
}

/// Whether a slider's text is where it stands: it begins with a number.
fn is_position(text: &str) -> bool {
    text.trim_start()
        .starts_with(|character: char| character.is_ascii_digit() || character == '-')
}
