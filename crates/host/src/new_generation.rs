//! A generation without a look.

use std::sync::Arc;

use clawperator_contract::{ErrorCode, Failure};
use clawperator_policy::Profile;

use crate::phone::Phone;
use crate::snapshots::FileSnapshots;

/// What others are told who want the phone meanwhile.
const HOLDER: &str = "new-generation";

impl Phone {
    /// The next number of this phone's generations. No screen has it, so no ref does; whoever acts by what is true of a
    /// node names it. The phone is held for a moment, as by a run: one that is taken gives none.
    pub async fn new_generation(&self, profile: Arc<Profile>) -> Result<u64, Failure> {
        let (identity, hold) = self.engine(profile).hold(HOLDER).await?;
        let store = self.store();
        let snapshots = FileSnapshots::new(store.snapshots(), Arc::clone(store.sources()));
        let generation = snapshots.skip(identity.key()).await;
        hold.release();
        let failed = |message| Failure::new(ErrorCode::HostIoFailed, message);
        let generation = generation.map_err(|error| failed(error.message))?;
        u64::try_from(generation).map_err(|error| failed(error.to_string()))
    }
}
