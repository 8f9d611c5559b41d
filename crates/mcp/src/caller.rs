//! Who calls.

use std::sync::Arc;

use clawperator_contract::runs::Surface;
use clawperator_contract::{ErrorCode, Failure};
use clawperator_host::{OutputFolder, Profile, RunRequest};

/// Whoever calls tools, and what they may do.
#[derive(Debug, Clone)]
pub struct McpCaller {
    /// Under which runs are kept; no two callers have the same.
    pub name: String,
    /// By which runs are judged.
    pub profile: Arc<Profile>,
    /// The only phones that may be used; without a list, all.
    pub phones: Option<Vec<String>>,
    /// The phone that is meant where a call names none.
    pub device: Option<String>,
    /// Whether the caller may act.
    pub may_act: bool,
    /// The one folder that pictures go to.
    pub output: Option<OutputFolder>,
}

impl McpCaller {
    /// The serial that a call means, as far as it is known.
    pub(crate) fn device<'a>(&'a self, asked: Option<&'a str>) -> Result<Option<&'a str>, Failure> {
        let only = match self.phones.as_deref() {
            Some([only]) => Some(only.as_str()),
            _ => None,
        };
        let meant = asked.or(self.device.as_deref()).or(only);
        if let Some(serial) = meant {
            self.require_phone(serial)?;
        }
        Ok(meant)
    }

    /// Refuses phones that are not this caller's.
    pub(crate) fn require_phone(&self, serial: &str) -> Result<(), Failure> {
        let is_fixed_elsewhere = self.device.as_deref().is_some_and(|fixed| fixed != serial);
        if self.may_use(serial) && !is_fixed_elsewhere {
            return Ok(());
        }
        let message = match &self.device {
            Some(fixed) => format!("this server drives {fixed} only"),
            None => "this phone is not one that the caller may use".to_owned(),
        };
        Err(Failure::new(ErrorCode::NotPermitted, message))
    }

    /// Whether the phone is one of the caller's.
    pub(crate) fn may_use(&self, serial: &str) -> bool {
        let phones = self.phones.as_ref();
        phones.is_none_or(|phones| phones.iter().any(|phone| phone == serial))
    }

    /// Refuses whoever may only look.
    pub(crate) fn require_act(&self) -> Result<(), Failure> {
        if self.may_act {
            return Ok(());
        }
        let message = "the token has no scope `act`; nothing was sent";
        Err(Failure::new(ErrorCode::NotPermitted, message))
    }

    /// A run in this caller's name.
    pub(crate) fn request(&self) -> RunRequest {
        let mut request = RunRequest::new(Arc::clone(&self.profile), Surface::Mcp);
        request.name = Some(self.name.clone());
        request.output.clone_from(&self.output);
        request
    }
}
