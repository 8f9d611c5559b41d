//! What counts as a risk of buying where a profile has no `[purchase_risk]` of its own.

use clawperator_contract::purchase::Words;

use super::Purchase;

/// The words that come with the program.
pub(super) fn by_default() -> Purchase {
    Purchase {
        words: Some(Words::shipped()),
        labels: Vec::new(),
        activities: Vec::new(),
    }
}
