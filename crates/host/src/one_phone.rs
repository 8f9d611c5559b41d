//! What was decided on a look at one phone is not done on another that came to its name.

use std::sync::Arc;

use async_trait::async_trait;
use clawperator_engine::{LockError, Phone as PhoneIdentity, PhoneHold, PhoneLocks};

use crate::lock::FileLocks;
use crate::snapshots::FileSnapshots;
use crate::store::Store;

/// The locks of this machine, for one phone alone.
#[derive(Debug)]
pub(crate) struct OnePhone {
    which: Which,
    snapshots: FileSnapshots,
    locks: FileLocks,
}

/// How that phone is known, whatever adb calls it.
#[derive(Debug, Clone)]
pub(crate) enum Which {
    /// Its key is this, with its boot where it has one.
    Key(String),
    /// This generation was given for it.
    Generation(u64),
}

impl OnePhone {
    pub(crate) fn new(which: Which, store: &Store) -> Arc<Self> {
        let sources = Arc::clone(store.sources());
        Arc::new(Self {
            which,
            snapshots: FileSnapshots::new(store.snapshots(), sources),
            locks: FileLocks::new(store.locks()),
        })
    }
}

#[async_trait]
impl PhoneLocks for OnePhone {
    async fn take(
        &self,
        phone: &PhoneIdentity,
        command_id: &str,
    ) -> Result<Box<dyn PhoneHold>, LockError> {
        self.check(phone).await?;
        self.locks.take(phone, command_id).await
    }

    async fn take_in_turn(
        &self,
        phone: &PhoneIdentity,
        command_id: &str,
        ahead: &(dyn Fn(usize) + Send + Sync),
    ) -> Result<Box<dyn PhoneHold>, LockError> {
        self.check(phone).await?;
        self.locks.take_in_turn(phone, command_id, ahead).await
    }

    async fn look(&self, phone: &PhoneIdentity) -> Result<(), LockError> {
        self.check(phone).await
    }
}

impl OnePhone {
    /// Refuses any phone but the one.
    async fn check(&self, phone: &PhoneIdentity) -> Result<(), LockError> {
        let is_it = match &self.which {
            Which::Key(key) => phone.key().exact() == *key,
            Which::Generation(generation) => {
                let gave = self.snapshots.gave(phone.key(), *generation);
                gave.await.map_err(LockError::Claim)?
            }
        };
        if is_it {
            Ok(())
        } else {
            Err(LockError::NotShown)
        }
    }
}
