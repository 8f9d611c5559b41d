//! What an approval is bound to.

use clawperator_contract::Execution;
use sha2::{Digest, Sha256};

use crate::profile::Profile;

/// The SHA-256 of an execution without its two ids, of the phone and of the profile, each with its length before it.
#[must_use]
pub fn digest(execution: &Execution, serial: &str, profile: &Profile) -> [u8; 32] {
    let mut canonical = serde_json::to_value(execution).unwrap_or_default();
    if let Some(fields) = canonical.as_object_mut() {
        // The same thing sent again has other ids.
        fields.remove("commandId");
        fields.remove("taskId");
    }
    let canonical = canonical.to_string();
    let parts: [&[u8]; 5] = [
        b"clawperator approval 1",
        canonical.as_bytes(),
        serial.as_bytes(),
        profile.name.as_bytes(),
        &profile.fingerprint,
    ];
    let mut hash = Sha256::new();
    for part in parts {
        hash.update(u64::try_from(part.len()).unwrap_or(u64::MAX).to_be_bytes());
        hash.update(part);
    }
    hash.finalize().into()
}

/// The bytes in hexadecimal.
#[must_use]
pub(crate) fn hex(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        text.push_str(&format!("{byte:02x}"));
    }
    text
}
