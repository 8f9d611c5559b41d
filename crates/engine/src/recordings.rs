//! The recordings that a phone has, outside of any execution: what is in one is judged as reading the screen is.

use std::time::Duration;

use clawperator_contract::{ErrorCode, Failure, Window};
use clawperator_device::driver::{KeptRecording, RecordingFile};

use crate::abilities::RECORDING;
use crate::engine::Engine;
use crate::failures::refused;
use crate::guarded_device::NotPermitted;
use crate::intent::Intent;
use crate::reading::Looks;

/// The most bytes of a name.
const MOST_OF_NAME: usize = 64;

/// Whether a name can be that of a recording.
pub(crate) fn is_name(name: &str) -> bool {
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
    !name.is_empty() && name.len() <= MOST_OF_NAME && name.bytes().all(is_allowed)
}

impl Engine {
    /// The recordings that the phone has, by name and size.
    pub async fn recordings(&self, within: Duration) -> Result<Vec<KeptRecording>, Failure> {
        self.phone(within).await?;
        self.check_records()?;
        let kept = self.device.recordings(within).await;
        kept.map_err(|error| Failure::new(error.code, error.message))
    }

    /// All of a recording, if the guard allows that it is read: it may show any app.
    pub async fn recording(
        &self,
        name: &str,
        most: usize,
        within: Duration,
    ) -> Result<RecordingFile, Failure> {
        if !is_name(name) {
            let message = format!(
                "not the name of a recording: `{}`",
                clawperator_contract::excerpt(name)
            );
            return Err(Failure::new(ErrorCode::UnknownName, message)
                .with_hint("a name has letters, digits, `_` and `-`, at most 64"));
        }
        let phone = self.phone(within).await?;
        self.check_records()?;
        let escort = self.parts.guard.escort_doctor(&phone);
        let device = self.device.guarded_by(&*escort);
        let mut looks = Looks::default();
        looks.add_unread();
        let shown = looks.in_windows(Window::All);
        match device.ask(None, Intent::Read(Some(shown)), within).await {
            Ok(_permit) => {}
            Err(NotPermitted::Refused(verdict)) => return Err(refused(verdict)),
            Err(NotPermitted::Unknown(error)) => {
                return Err(Failure::new(error.code, error.message));
            }
        }
        let file = self.device.recording(name, most, within).await;
        file.map_err(|error| Failure::new(error.code, error.message))?
            .ok_or_else(|| {
                let message = format!("the phone has no recording '{name}'");
                Failure::new(ErrorCode::UnknownName, message)
                    .with_hint("list its recordings for those that it has")
            })
    }

    fn check_records(&self) -> Result<(), Failure> {
        let able = self.device.capabilities();
        if !RECORDING.is_missing(able) {
            return Ok(());
        }
        let message = format!(
            "the {} driver does not record; nothing was sent",
            able.driver.name()
        );
        Err(Failure::new(ErrorCode::CapabilityUnsupported, message).with_hint(RECORDING.hint))
    }
}
