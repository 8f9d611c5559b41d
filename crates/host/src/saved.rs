//! A saved dump in the place of a phone.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

use clawperator_contract::{ActionType, Advice, ErrorCode, Execution, Failure, Next};
use clawperator_device::SavedScreen;
use clawperator_engine::{Engine, SavedDump};
use clawperator_policy::Profile;

use crate::engine_parts::preview_parts;
use crate::store::Store;

/// No phone gives a longer one.
const LONGEST_DUMP: u64 = 16 * 1024 * 1024;

/// A screen from a file. It can be read, and touches go nowhere.
#[derive(Debug)]
pub struct SavedPhone {
    screen: SavedScreen,
}

impl SavedPhone {
    /// The screen in a file.
    pub fn open(dump: &Path) -> Result<Self, Failure> {
        let bytes = read(dump).map_err(|error| {
            let message = format!("`{}` could not be read: {error}", dump.display());
            Failure::new(ErrorCode::FileUnreadable, message)
        })?;
        let screen = SavedScreen::parse(bytes).map_err(|error| {
            let message = format!("`{}` is not a readable dump: {error}", dump.display());
            Failure::new(ErrorCode::FileUnreadable, message)
                .with_advice(Advice::new("save one from a phone").by(Next::SaveDump))
        })?;
        Ok(Self { screen })
    }

    /// Says what each step of an execution would find and touch. Nothing outlives it: refs follow from the dump.
    #[must_use]
    pub fn preview(self, profile: Arc<Profile>, store: &Store) -> Engine {
        let snapshots = Arc::new(SavedDump::new(self.screen.tree()));
        let parts = preview_parts(store, profile, snapshots);
        Engine::new(Arc::new(self.screen), parts)
    }

    /// Refuses an execution that does more than read.
    pub fn check_only_reads(execution: &Execution) -> Result<(), Failure> {
        let Some(action) = execution
            .actions()
            .iter()
            .find(|action| !only_reads(action.action_type()))
        else {
            return Ok(());
        };
        let message = format!(
            "{} changes the screen, which a saved dump does not allow",
            action.action_type().name()
        );
        Err(Failure::new(ErrorCode::CapabilityUnsupported, message)
            .with_advice(Advice::new("see what it would touch").by(Next::Preview)))
    }
}

/// Whether a dump is all that an action needs; a picture is not in one.
const fn only_reads(action_type: ActionType) -> bool {
    let takes_picture = matches!(
        action_type,
        ActionType::TakeScreenshot | ActionType::CaptureScreen
    );
    action_type.only_looks() && !takes_picture
}

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
