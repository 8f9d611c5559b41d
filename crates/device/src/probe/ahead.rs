//! The size of the screen, asked for in the request that asks which phone it is.

use std::time::Duration;

use clawperator_adb::{Deadline, DeviceHandle, OutputLimits};
use tokio::time::Instant;

use super::answer::Answer;
use super::display::{self, Display};
use super::error::ProbeResult;
use super::identity;
use super::two::{self, Second};
use crate::driver::Identity;

/// How old an answer may be: the screen may be turned at any time.
const FRESH: Duration = Duration::from_secs(1);

const LIMITS: OutputLimits = OutputLimits {
    stdout: identity::LIMIT + display::LIMIT,
    stderr: identity::LIMIT,
};

/// An answer that is on its way. Dropping it ends the request.
#[derive(Debug)]
pub struct DisplayAhead {
    second: Option<Second>,
    asked: Instant,
}

/// Asks which phone it is, and then for its display. Only the first answer is waited for.
pub async fn read(
    device: &DeviceHandle,
    deadline: Deadline,
) -> ProbeResult<(Identity, DisplayAhead)> {
    let asked = Instant::now();
    let second = display::command().errors_to_output();
    let said = two::ask(device, identity::line(), second, LIMITS, deadline).await?;
    let identity = identity::told(&Answer::from(said.first))?;
    let ahead = DisplayAhead {
        second: said.second,
        asked,
    };
    Ok((identity, ahead))
}

impl DisplayAhead {
    /// The answer; nothing where there is none, or only one that is too old.
    pub async fn finish(self, deadline: Deadline) -> ProbeResult<Option<Display>> {
        match self.second {
            Some(second) if self.asked.elapsed() < FRESH => {
                display::told(second.finish(deadline).await?).map(Some)
            }
            _ => Ok(None),
        }
    }
}
