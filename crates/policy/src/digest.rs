//! What an approval is bound to.

use clawperator_contract::Execution;
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::profile::Profile;

/// The SHA-256 of an execution without its two ids, or of none, of the phone, of the profile and of one question about it.
///
/// In the step that is asked about, a ref counts by the node that it means, which is part of the question: a node that is
/// found again may have another number. In the other steps its number counts, which no other node ever has.
#[must_use]
#[expect(
    clippy::missing_panics_doc,
    reason = "an execution always serialises, so it does not panic"
)]
pub fn digest(
    execution: Option<&Execution>,
    asked: Option<&str>,
    phone: &str,
    profile: &Profile,
    question: &[String],
) -> [u8; 32] {
    // Not an empty value instead: one approval would hold for every execution that has none.
    #[expect(
        clippy::expect_used,
        reason = "an execution is maps with string keys and numbers that JSON has"
    )]
    let mut canonical = serde_json::to_value(execution).expect("an execution is JSON");
    if let Some(fields) = canonical.as_object_mut() {
        // The same thing sent again has other ids.
        fields.remove("commandId");
        fields.remove("taskId");
    }
    let actions = canonical.get_mut("actions").and_then(Value::as_array_mut);
    for action in actions.into_iter().flatten() {
        let is_asked = asked.is_some() && action.get("id").and_then(Value::as_str) == asked;
        let params = action.get_mut("params").and_then(Value::as_object_mut);
        if let Some(params) = params
            && params.contains_key("ref")
        {
            params.remove("generation");
            if is_asked {
                params.remove("ref");
            }
        }
    }
    let canonical = canonical.to_string();
    let parts: [&[u8]; 5] = [
        b"clawperator approval 3",
        canonical.as_bytes(),
        phone.as_bytes(),
        profile.name.as_bytes(),
        &profile.fingerprint,
    ];
    let mut hash = Sha256::new();
    for part in parts
        .into_iter()
        .chain(question.iter().map(String::as_bytes))
    {
        // Each with its length before it, so that no two lists of parts read the same.
        hash.update(u64::try_from(part.len()).unwrap_or(u64::MAX).to_be_bytes());
        hash.update(part);
    }
    hash.finalize().into()
}
