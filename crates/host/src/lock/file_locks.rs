//! The locks of a state folder.

use std::path::PathBuf;

use async_trait::async_trait;
use clawperator_engine::{LockError, Phone, PhoneHold, PhoneLocks};

use super::line::{self, Place};
use super::{claim, phone_lock::PhoneLock};

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
        if let Some(first) = line::first(&phone.lock_name()).await {
            return Err(LockError::Held {
                holder: Some(first),
            });
        }
        let lock = PhoneLock::take(&self.folder, phone, command_id).await?;
        Ok(Box::new(lock))
    }

    async fn take_in_turn(
        &self,
        phone: &Phone,
        command_id: &str,
        ahead: &(dyn Fn(usize) + Send + Sync),
    ) -> Result<Box<dyn PhoneHold>, LockError> {
        let name = phone.lock_name();
        // Given up when the phone is this run's, and with this future.
        let _first = Place::first_in_line(&name, ahead)
            .await
            .map_err(LockError::Claim)?;
        let claim = claim::socket(&name);
        loop {
            match PhoneLock::take(&self.folder, phone, command_id).await {
                Ok(lock) => return Ok(Box::new(lock)),
                Err(LockError::Held { .. }) => {
                    ahead(0);
                    line::until_closed(&claim).await;
                }
                Err(error) => return Err(error),
            }
        }
    }
}
