//! The locks of a state folder.

use std::path::PathBuf;

use async_trait::async_trait;
use clawperator_engine::{LockError, Phone, PhoneHold, PhoneLocks};

use super::phone_lock::PhoneLock;

/// Locks phones for this machine, with files in a folder for whoever cannot see its claims.
#[derive(Debug, Clone)]
pub struct FileLocks {
    folder: PathBuf,
}

impl FileLocks {
    /// The files are in this folder, which is made when it is first needed.
    #[must_use]
    pub const fn new(folder: PathBuf) -> Self {
        Self { folder }
    }
}

#[async_trait]
impl PhoneLocks for FileLocks {
    async fn take(&self, phone: &Phone, command_id: &str) -> Result<Box<dyn PhoneHold>, LockError> {
        let lock = PhoneLock::take(&self.folder, phone, command_id).await?;
        Ok(Box::new(lock))
    }
}
