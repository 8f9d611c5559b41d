//! What the engine is given.

use std::io;
use std::sync::Arc;

use clawperator_engine::{Jitter, NoLocks, NoSnapshots, Parts, Snapshots, TimeOfDay, TokioClock};
use clawperator_policy::{PolicyGuard, Profile, WallClock};

use crate::lock::FileLocks;
use crate::pictures::PictureFiles;
use crate::snapshots::FileSnapshots;
use crate::sources::Sources;
use crate::store::Store;

/// Whether a run's answers may name what is on the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Screens {
    /// They may, and screens are kept for refs.
    Told,
    /// No label is named, and no screen is kept.
    Withheld,
}

/// The clock, the chance, the files, the policy.
pub(crate) fn parts(store: &Store, profile: Arc<Profile>, screens: Screens) -> Parts {
    let clock = Arc::new(Wall(Arc::clone(store.sources())));
    let approvals = Some(store.approvals().files());
    let guard = PolicyGuard::new(profile, approvals, clock.clone());
    let (guard, snapshots): (_, Arc<dyn Snapshots>) = match screens {
        Screens::Told => (
            guard,
            Arc::new(FileSnapshots::new(store.snapshots(), clock)),
        ),
        Screens::Withheld => (guard.withholding_labels(), Arc::new(NoSnapshots)),
    };
    Parts {
        guard: Arc::new(guard),
        snapshots,
        locks: Arc::new(FileLocks::new(store.locks())),
        ..bare(store)
    }
}

/// The same for a screen that is only a file: nobody fights for it, and no approval is used up for a preview.
pub(crate) fn preview_parts(
    store: &Store,
    profile: Arc<Profile>,
    snapshots: Arc<dyn Snapshots>,
) -> Parts {
    let clock = Arc::new(Wall(Arc::clone(store.sources())));
    Parts {
        guard: Arc::new(PolicyGuard::new(profile, None, clock)),
        snapshots,
        ..bare(store)
    }
}

fn bare(store: &Store) -> Parts {
    let config = store.config();
    Parts {
        clock: Arc::new(TokioClock::start()),
        jitter: Arc::new(Chance(Arc::clone(store.sources()))),
        guard: Arc::new(clawperator_engine::AllowAll),
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
