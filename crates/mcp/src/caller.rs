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
    /// The only phone that may be used, where there is one.
    pub device: Option<String>,
}

impl McpCaller {
    /// The serial that a call means, as far as it is known.
    pub(crate) fn device<'a>(&'a self, asked: Option<&'a str>) -> Result<Option<&'a str>, Failure> {
        if let Some(asked) = asked {
            self.require_phone(asked)?;
        }
        Ok(asked.or(self.device.as_deref()))
    }

    /// Refuses phones that are not this caller's.
    pub(crate) fn require_phone(&self, serial: &str) -> Result<(), Failure> {
        match &self.device {
            Some(fixed) if fixed != serial => {
                let message = format!("this server drives {fixed} only");
                Err(Failure::new(ErrorCode::NotPermitted, message))
            }
            _ => Ok(()),
        }
    }

    /// A run in this caller's name.
    pub(crate) fn request(&self) -> RunRequest {
        let mut request = RunRequest::new(Arc::clone(&self.profile), Surface::Mcp);
        request.name = Some(self.name.clone());
        request
    }
}
