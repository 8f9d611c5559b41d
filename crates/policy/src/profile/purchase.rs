//! What counts as a risk of buying where a profile has no `[purchase_risk]` of its own.

use clawperator_contract::Pattern;
use clawperator_contract::purchase::{FILLERS, FIRST_WORDS, PHRASES, SIGNS};

use super::Purchase;

/// The contract's words as label patterns. A test reads it, so it does not fail.
pub(super) fn by_default() -> Option<Purchase> {
    // A label is short; a sentence that holds such a word is none.
    let first = format!(r"(?i)({})\b.{{0,40}}", FIRST_WORDS.join("|"));
    let within = format!(" (({}) )?", FILLERS.join("|"));
    let phrases: Vec<String> = PHRASES
        .iter()
        .map(|phrase| phrase.replace(' ', &within))
        .collect();
    let phrases = format!(r"(?i)(.{{0,40}}\b)?({})\b.{{0,40}}", phrases.join("|"));
    let signs = format!(".{{0,20}}({}).{{0,20}}", SIGNS.join("|"));
    let labels: Result<_, _> = [first, phrases, signs]
        .iter()
        .map(|pattern| Pattern::compile(pattern))
        .collect();
    Some(Purchase {
        labels: labels.ok()?,
        activities: Vec::new(),
    })
}
