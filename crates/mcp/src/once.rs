//! At most once: a generation carries one acting call of a caller.

use clawperator_contract::{ErrorCode, Failure, hex};
use clawperator_host::Sequence;
use clawperator_host::jobs::{Claim, IdempotencyKey, Jobs};
use rmcp::model::JsonObject;
use sha2::{Digest as _, Sha256};

/// The claim of a call on its generation. The same call has the same claim, also in another process and after a restart,
/// for as long as the numbers go on: one of the same number in another sequence is another.
pub(crate) fn claim(
    jobs: &Jobs,
    caller: &str,
    serial: &str,
    (generation, sequence): (u64, &Sequence),
    call: (&str, &JsonObject),
) -> Result<Claim, Failure> {
    // A serial may be longer than a key, and have signs that a key has not.
    let phone = hex(&Sha256::digest(serial.as_bytes()));
    let phone = phone.get(..32).unwrap_or(&phone);
    let key = format!("mcp-{phone}-{generation}-{}", sequence.as_str());
    let key = IdempotencyKey::parse(&key)
        .ok_or_else(|| Failure::new(ErrorCode::InternalError, "a key has no form"))?;
    let (tool, arguments) = call;
    let arguments = serde_json::to_vec(arguments)
        .map_err(|error| Failure::new(ErrorCode::InternalError, error.to_string()))?;
    let request = [b"mcp/", tool.as_bytes(), b"\n", &arguments].concat();
    jobs.claim(Some(caller), &key, &request)
}

/// What a caller is told whose generation has carried another call.
pub(crate) fn used(generation: u64) -> Failure {
    let message =
        format!("another call was made on generation {generation}; nothing was sent by this one");
    Failure::new(ErrorCode::IdempotencyKeyReused, message)
        .with_hint("look at the screen with `snapshot`, and act on its generation")
}

/// What a caller is told that names a generation it was never given.
pub(crate) fn never_given(generation: u64) -> Failure {
    let message = format!(
        "generation {generation} was in no answer of this server to you, or you have acted on a newer one since; this \
         call sent nothing, but the same call to a server before this one may have"
    );
    Failure::new(ErrorCode::StaleRef, message)
        .with_hint("look at the screen with `snapshot`, and act on its generation")
}
