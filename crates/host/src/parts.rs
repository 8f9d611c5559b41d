//! What the engine is given.

use std::io;
use std::sync::Arc;

use clawperator_engine::{
    AllowAll, Jitter, NoLocks, NoSnapshots, Parts, Snapshots, TimeOfDay, TokioClock,
};
use clawperator_policy::{ApprovalStore, PolicyGuard, Profile, WallClock};

use crate::lock::FileLocks;
use crate::pictures::PictureFiles;
use crate::snapshots::FileSnapshots;
use crate::sources::Sources;
use crate::store::Store;

/// The clock, the chance, the files, the policy.
pub(crate) fn parts(store: &Store, profile: Arc<Profile>) -> Parts {
    let time = Arc::new(Wall(Arc::clone(store.sources())));
    Parts {
        guard: Arc::new(guard(store, profile)),
        snapshots: Arc::new(FileSnapshots::new(store.snapshots(), time)),
        locks: Arc::new(FileLocks::new(store.locks())),
        ..bare(store)
    }
}

/// The guard of this profile, with the approvals of this machine.
pub(crate) fn guard(store: &Store, profile: Arc<Profile>) -> PolicyGuard {
    let time = Arc::new(Wall(Arc::clone(store.sources())));
    let approvals = Arc::new(store.approvals().files()) as Arc<dyn ApprovalStore>;
    PolicyGuard::new(profile, Some(approvals), time)
}

/// The same for a screen that is only a file: nobody fights for it, and no approval is used up for a preview.
pub(crate) fn preview_parts(
    store: &Store,
    profile: Arc<Profile>,
    snapshots: Arc<dyn Snapshots>,
) -> Parts {
    let time = Arc::new(Wall(Arc::clone(store.sources())));
    Parts {
        guard: Arc::new(PolicyGuard::new(profile, None, time)),
        snapshots,
        ..bare(store)
    }
}

fn bare(store: &Store) -> Parts {
    let config = store.config();
    Parts {
        clock: Arc::new(TokioClock::start()),
        jitter: Arc::new(Chance(Arc::clone(store.sources()))),
        guard: Arc::new(AllowAll),
        artifacts: Arc::new(PictureFiles::new(&config.temporary, config.state.clone())),
        snapshots: Arc::new(NoSnapshots),
        locks: Arc::new(NoLocks),
    }
}

pub(crate) fn entropy() -> io::Result<[u8; 32]> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
    Ok(bytes)
}

/// The time of day, read when it is asked for.
#[derive(Debug)]
struct Wall(Arc<dyn Sources>);

impl WallClock for Wall {
    fn epoch_milliseconds(&self) -> u64 {
        self.0.epoch_milliseconds()
    }
}

impl TimeOfDay for Wall {
    fn epoch_milliseconds(&self) -> u64 {
        self.0.epoch_milliseconds()
    }
}

/// The chance in delays.
#[derive(Debug)]
struct Chance(Arc<dyn Sources>);

impl Jitter for Chance {
    fn next(&self) -> f64 {
        let mut bytes = [0; 4];
        // Without randomness every delay is as its policy says.
        match self.0.fill(&mut bytes) {
            Ok(()) => f64::from(u32::from_le_bytes(bytes)) / f64::from(u32::MAX) * 2.0 - 1.0,
            Err(_) => 0.0,
        }
    }
}
