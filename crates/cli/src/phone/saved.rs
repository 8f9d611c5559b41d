//! A saved dump in the place of a phone.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

use clawperator_contract::{ActionType, ErrorCode, Execution, Failure};
use clawperator_device::SavedScreen;
use clawperator_engine::{Engine, Executor, Options, Parts, SavedDump, never};
use clawperator_policy::Profile;
use tokio::sync::watch;

use super::parts::parts;
use super::{Hearer, Ran};
use crate::run::Context;
use crate::runtime::{Threads, block_on};

/// Runs an execution that only reads.
pub(crate) fn read_saved(
    dump: &Path,
    execution: &Execution,
    options: Options,
    profile: Profile,
    context: &Context<'_, '_>,
) -> Result<Ran, Failure> {
    let acts = |action_type| {
        !matches!(
            action_type,
            ActionType::SnapshotUi
                | ActionType::ReadText
                | ActionType::ReadKeyValuePair
                | ActionType::WaitForNode
                | ActionType::WaitForNavigation
                | ActionType::Sleep
        )
    };
    if let Some(action) = execution
        .actions
        .iter()
        .find(|action| acts(action.action_type()))
    {
        let message = format!(
            "{} changes the screen, which a saved dump does not allow",
            action.action_type().name()
        );
        return Err(Failure::new(ErrorCode::CapabilityUnsupported, message)
            .with_hint("add --dry-run to see what it would touch"));
    }
    preview_on_saved(dump, execution, options, profile, context)
}

/// Runs an execution whose touches go nowhere.
pub(crate) fn preview_on_saved(
    dump: &Path,
    execution: &Execution,
    options: Options,
    profile: Profile,
    context: &Context<'_, '_>,
) -> Result<Ran, Failure> {
    let bytes = read(dump).map_err(|error| {
        let message = format!("`{}` could not be read: {error}", dump.display());
        Failure::new(ErrorCode::FileUnreadable, message)
    })?;
    let screen = SavedScreen::parse(bytes).map_err(|error| {
        let message = format!("`{}` is not a readable dump: {error}", dump.display());
        Failure::new(ErrorCode::FileUnreadable, message)
            .with_hint("save one with `clawperator snapshot --xml > screen.xml`")
    })?;
    let (tell, _told) = watch::channel(None);
    let hearer = Hearer::new(tell, execution.actions.len());
    let result = block_on(Threads::One, async {
        // Nothing of a saved screen outlives the command, and nobody fights for it. Its refs follow from the dump.
        let parts = Parts {
            snapshots: Arc::new(SavedDump::new(screen.tree())),
            locks: None,
            // An approval is not used up for a preview.
            ..parts(profile, None, context)?
        };
        let engine = Engine::new(Arc::new(screen), parts);
        engine.execute(execution, options, &hearer, never()).await
    })?;
    Ok(Ran {
        result,
        step_millis: hearer.step_millis(),
    })
}

/// No phone gives a longer one.
const LONGEST_DUMP: u64 = 16 * 1024 * 1024;

fn read(dump: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(dump)?
        .take(LONGEST_DUMP + 1)
        .read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LONGEST_DUMP {
        return Err(io::Error::other("it is too long for a dump"));
    }
    Ok(bytes)
}
