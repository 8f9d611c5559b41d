//! A recipe from a recording, for a person to complete.
//!
//! What a recipe can run becomes a step with the best selector that the recording gives. What it cannot becomes a step
//! with `recorded`, which does not compile: nothing that was done is silently lost. A draft has no text that was not on
//! the screen as a label, unless typed texts were recorded.

mod acts;
mod selector;
mod write;

use crate::read::Recording;

/// A drafted recipe.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    /// The recipe as Markdown.
    pub text: String,
    pub steps: usize,
    /// Steps that a person has to replace before it compiles.
    pub marked: usize,
    /// What a person should know of it.
    pub notes: Vec<String>,
}

/// Drafts a recipe.
#[must_use]
pub fn draft(recording: &Recording) -> Draft {
    let acts = acts::acts(recording);
    write::write(recording, &acts)
}
