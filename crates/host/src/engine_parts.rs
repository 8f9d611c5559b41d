//! What the engine is given.

use std::sync::Arc;

use clawperator_engine::{AllowAll, Artifacts, NoLocks, NoSnapshots, Parts, Snapshots};
use clawperator_policy::{ApprovalStore, PolicyGuard, Profile};

use crate::lock::FileLocks;
use crate::named_files::NamedFiles;
use crate::output_folder::OutputFolder;
use crate::pictures::PictureFiles;
use crate::snapshots::FileSnapshots;
use crate::store::Store;

/// Time, randomness, the files, the policy. Pictures and files go into the output folder, if there is one; else files
/// are those that were named for the run.
pub(crate) fn parts(
    store: &Store,
    profile: Arc<Profile>,
    output: Option<OutputFolder>,
    files: NamedFiles,
) -> Parts {
    let sources = Arc::clone(store.sources());
    let bare = bare(store);
    let artifacts = match output {
        Some(output) => Arc::new(output) as Arc<dyn Artifacts>,
        None => Arc::new(pictures(store).with_files(files)),
    };
    Parts {
        artifacts,
        guard: Arc::new(guard(store, profile)),
        snapshots: Arc::new(FileSnapshots::new(store.snapshots(), sources)),
        locks: Arc::new(FileLocks::new(store.locks())),
        ..bare
    }
}

/// The guard of this profile, with the approvals of this machine.
pub(crate) fn guard(store: &Store, profile: Arc<Profile>) -> PolicyGuard {
    let approvals = Arc::new(store.approvals().into_store()) as Arc<dyn ApprovalStore>;
    PolicyGuard::new(profile, Some(approvals))
}

/// What is needed to take a phone, and nothing that acts on it.
pub(crate) fn lock_parts(store: &Store) -> Parts {
    Parts {
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
    Parts {
        guard: Arc::new(PolicyGuard::new(profile, None)),
        snapshots,
        ..bare(store)
    }
}

fn bare(store: &Store) -> Parts {
    Parts {
        sources: Arc::clone(store.sources()),
        guard: Arc::new(AllowAll),
        artifacts: Arc::new(pictures(store)),
        snapshots: Arc::new(NoSnapshots),
        locks: Arc::new(NoLocks),
    }
}

fn pictures(store: &Store) -> PictureFiles {
    let config = store.config();
    PictureFiles::new(&config.temporary, config.state.clone())
}
