//! Recordings of what a person did, brought from the phone.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use clawperator_contract::{ErrorCode, Failure};
use clawperator_device::driver::{KeptRecording, RecordingFile};
use clawperator_policy::Profile;

use crate::io_words::io_words;
use crate::phone::Phone;

/// How long the phone has for each answer.
const WITHIN: Duration = Duration::from_secs(30);

impl Phone {
    /// The recordings that the phone has, the newest first.
    pub async fn recordings(&self, profile: Arc<Profile>) -> Result<Vec<KeptRecording>, Failure> {
        self.engine(profile).recordings(WITHIN).await
    }

    /// All of a recording, of at most so many bytes, if the profile lets it be read: it may show any app.
    pub async fn recording(
        &self,
        name: &str,
        most: usize,
        profile: Arc<Profile>,
    ) -> Result<RecordingFile, Failure> {
        self.engine(profile).recording(name, most, WITHIN).await
    }
}

/// Writes a new file that only this user can read.
pub fn write_new_file(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    clawperator_private_files::write_new(path, bytes).map_err(|error| {
        let message = format!(
            "the file `{}` was not written: {}",
            clawperator_contract::excerpt(&path.display().to_string()),
            io_words(&error)
        );
        Failure::new(ErrorCode::HostIoFailed, message)
            .with_hint("name a file that does not exist yet, in a folder that does")
    })
}
