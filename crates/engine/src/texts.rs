//! Texts that steps read and later ones wait to see changed.

use std::fmt;

use clawperator_contract::Action;

use crate::run::Run;

/// A text that a step read. It is of a screen, and is not printed.
pub(crate) struct KeptText(String);

impl KeptText {
    pub(crate) fn is(&self, text: &str) -> bool {
        self.0 == text
    }
}

impl fmt::Debug for KeptText {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("KeptText")
    }
}

impl Run<'_> {
    /// Keeps the text that a step read, if a later step waits to see it changed.
    pub(crate) fn keep_text(&mut self, action: &Action, text: &str) {
        let id = action.id.as_str();
        let mut actions = self.execution.actions().iter();
        let wanted = actions.find_map(|later| later.since().filter(|named| *named == id));
        if let Some(id) = wanted {
            self.texts.insert(id, KeptText(text.to_owned()));
        }
    }
}
