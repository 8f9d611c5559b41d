//! What the engine needs and does not own.

use std::sync::Arc;

use clawperator_sources::Sources;

use crate::artifacts::Artifacts;
use crate::guard::Guard;
use crate::locks::PhoneLocks;
use crate::snapshots::Snapshots;

/// What a host hands in.
#[derive(Debug, Clone)]
pub struct Parts {
    /// The time, and the randomness in delays.
    pub sources: Arc<dyn Sources>,
    /// Who may say no.
    pub guard: Arc<dyn Guard>,
    /// Where pictures go.
    pub artifacts: Arc<dyn Artifacts>,
    /// The screens that refs were given for.
    pub snapshots: Arc<dyn Snapshots>,
    /// Who may have the phone.
    pub locks: Arc<dyn PhoneLocks>,
}
