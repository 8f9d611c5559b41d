//! Who calls.

use std::sync::Arc;

use clawperator_contract::runs::Surface;
use clawperator_contract::{ErrorCode, Failure};
use clawperator_host::{AllowedPhones, Profile, RunRequest};

/// Whoever calls tools.
#[derive(Debug, Clone)]
pub struct McpCaller {
    /// Under which runs are kept; no two callers have the same.
    pub name: String,
    /// By which runs are judged.
    pub profile: Arc<Profile>,
    /// The phones that may be used.
    pub phones: AllowedPhones,
    /// Whether phones may be changed, not only looked at.
    pub may_act: bool,
}

impl McpCaller {
    /// The serial that a call means, as far as it is known.
    pub(crate) fn device<'a>(&'a self, asked: Option<&'a str>) -> Result<Option<&'a str>, Failure> {
        if let Some(asked) = asked {
            self.require_phone(asked)?;
        }
        Ok(asked.or(self.phones.only()))
    }

    /// Refuses phones that are not this caller's.
    pub(crate) fn require_phone(&self, serial: &str) -> Result<(), Failure> {
        if self.phones.have(serial) {
            return Ok(());
        }
        let message = "this phone is not yours to use; nothing was sent";
        let failure = Failure::new(ErrorCode::NotPermitted, message);
        Err(failure.with_hint("`devices` lists those that are"))
    }

    /// Refuses whoever may only look.
    pub(crate) fn require_act(&self) -> Result<(), Failure> {
        if self.may_act {
            return Ok(());
        }
        let message = "you may only look; nothing was sent";
        let failure = Failure::new(ErrorCode::NotPermitted, message);
        Err(failure.with_hint("a person can give you a token with the scope `act`"))
    }

    /// A run in this caller's name, decided on a generation if it acts.
    pub(crate) fn request(&self, decided_on: Option<u64>) -> RunRequest {
        let mut request = RunRequest::new(Arc::clone(&self.profile), Surface::Mcp);
        request.name = Some(self.name.clone());
        request.decided_on = decided_on;
        request
    }
}
