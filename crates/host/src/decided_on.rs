//! What was decided on a look at one phone is not done on another that came to its name.

use std::sync::Arc;

use async_trait::async_trait;
use clawperator_engine::{LockError, Phone as PhoneIdentity, PhoneHold, PhoneLocks};

use crate::snapshots::FileSnapshots;

/// The locks of this machine, for the phone of one generation alone.
#[derive(Debug)]
pub(crate) struct DecidedOn {
    pub(crate) generation: u64,
    pub(crate) snapshots: FileSnapshots,
    pub(crate) locks: Arc<dyn PhoneLocks>,
}

#[async_trait]
impl PhoneLocks for DecidedOn {
    async fn take(
        &self,
        phone: &PhoneIdentity,
        command_id: &str,
    ) -> Result<Box<dyn PhoneHold>, LockError> {
        let of_phone = self.snapshots.gave(phone.key(), self.generation).await;
        if !of_phone.map_err(LockError::Claim)? {
            return Err(LockError::NotShown);
        }
        self.locks.take(phone, command_id).await
    }
}
