//! What a dump is read with, and what it is read to.

use super::note::Note;
use crate::tree::Tree;

/// The attribute of `<hierarchy>` by which a dump of one window says where the keyboard is. No phone writes it: a driver
/// that asked for the place does.
pub const KEYBOARD_ATTRIBUTE: &str = "keyboard";

/// What is known of the phone besides the dump.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Surroundings {
    /// Width and height of the screen as it is turned now. A dump of a dialog alone does not tell.
    pub screen: Option<(u32, u32)>,
    /// The package of the current keyboard. Dumps with several roots but without windows do not tell.
    pub keyboard: Option<String>,
}

/// A tree and what had to be done to get it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parsed {
    /// What is on the screen.
    pub tree: Tree,
    /// What was unusual about the dump, in a fixed order; empty for a platform dump.
    pub notes: Vec<Note>,
}

impl Parsed {
    /// Whether nodes or parts of texts are missing that the phone had.
    #[must_use]
    pub fn is_incomplete(&self) -> bool {
        self.notes.iter().any(|note| note.is_loss())
    }
}
