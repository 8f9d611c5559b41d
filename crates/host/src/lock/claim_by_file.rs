//! The claim where there are no sockets without a file: the system's lock on a file that every user can open.
//!
//! Whoever owns the folder of all users can put another file in its place, which no claim on Linux allows.

use std::fs::TryLockError;

use clawperator_engine::LockError;

use super::shared::Shared;

/// The phone is this process's for as long as this lives.
#[derive(Debug)]
pub(super) struct Claim {
    _file: Shared,
}

impl Claim {
    #[expect(clippy::unused_async, reason = "claims elsewhere wait")]
    pub(super) async fn take(name: &str) -> Result<Self, LockError> {
        let mut file = Shared::open(name).map_err(LockError::Claim)?;
        match file.try_lock() {
            Ok(()) => Ok(Self { _file: file }),
            Err(TryLockError::WouldBlock) => Err(LockError::Held {
                holder: file.holder(),
            }),
            Err(TryLockError::Error(error)) => Err(LockError::Claim(error)),
        }
    }
}

/// What stands for the claim in the line's waits.
pub(super) fn socket(name: &str) -> String {
    name.to_owned()
}
