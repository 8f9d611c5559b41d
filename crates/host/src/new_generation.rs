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
    /// node names it. The phone is held for a moment, as by a run: one that is taken gives none. With the generation
    /// that something was decided on, another phone that has this one's name now gives none either.
    pub async fn new_generation(
        &self,
        profile: Arc<Profile>,
        decided_on: Option<u64>,
    ) -> Result<u64, Failure> {
        let engine = self.engine(profile);
        let engine = match decided_on {
            Some(generation) => engine.locked_by(self.of_generation(generation)),
            None => engine,
        };
        let (identity, hold) = engine.hold(HOLDER).await?;
        let store = self.store();
        let snapshots = FileSnapshots::new(store.snapshots(), Arc::clone(store.sources()));
        let generation = snapshots.skip(identity.key()).await;
        hold.release();
        let failed = |message| Failure::new(ErrorCode::HostIoFailed, message);
        let generation = generation.map_err(|error| failed(error.message))?;
        u64::try_from(generation).map_err(|error| failed(error.to_string()))
    }
}
