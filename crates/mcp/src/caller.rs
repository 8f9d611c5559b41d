//! Who calls.

use std::sync::Arc;

use clawperator_contract::runs::Surface;
use clawperator_contract::{ErrorCode, Failure};
use clawperator_host::{Profile, RunRequest};

/// Whoever calls tools.
#[derive(Debug, Clone)]
pub struct McpCaller {
    /// Under which runs are kept; no two callers have the same.
    pub name: String,
    /// By which runs are judged.
    pub profile: Arc<Profile>,
    /// The phones that may be used; without it all.
    pub phones: Option<Vec<String>>,
    /// Whether phones may be changed, not only looked at.
    pub may_act: bool,
}

impl McpCaller {
    /// The serial that a call means, as far as it is known.
    pub(crate) fn device<'a>(&'a self, asked: Option<&'a str>) -> Result<Option<&'a str>, Failure> {
        if let Some(asked) = asked {
            self.require_phone(asked)?;
        }
        let only = match self.phones.as_deref() {
            Some([only]) => Some(&**only),
            _ => None,
        };
        Ok(asked.or(only))
    }

    /// Refuses phones that are not this caller's.
    pub(crate) fn require_phone(&self, serial: &str) -> Result<(), Failure> {
        if self.may_use(serial) {
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

    /// A failure to find a phone, without those that are not this caller's.
    pub(crate) fn only_its_own(&self, failure: Failure) -> Failure {
        if self.phones.is_none() {
            return failure;
        }
        failure.about_phones(|serial| self.may_use(serial))
    }

    /// A run in this caller's name.
    pub(crate) fn request(&self) -> RunRequest {
        let mut request = RunRequest::new(Arc::clone(&self.profile), Surface::Mcp);
        request.name = Some(self.name.clone());
        request
    }

    fn may_use(&self, serial: &str) -> bool {
        let phones = self.phones.as_ref();
        phones.is_none_or(|phones| phones.iter().any(|phone| phone == serial))
    }
}
