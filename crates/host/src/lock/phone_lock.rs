//! The lock of one phone.

use std::fs::{File, TryLockError};
use std::path::Path;

use clawperator_contract::Holder;
use clawperator_engine::{LockError, Phone, PhoneHold};
use clawperator_private_files as private;

use super::claim::Claim;
use super::holder_mark::{read_holder, write_holder};
use super::shared::Shared;
use super::user;
use crate::blocking::blocking;
use crate::file_name::file_stem;

/// A phone that is this run's until it is dropped.
#[derive(Debug)]
pub(super) struct PhoneLock {
    file: File,
    shared: Option<Shared>,
    left_behind: bool,
    holder: Holder,
    /// Given up last: whoever gets it finds everything else free.
    _claim: Claim,
}

impl PhoneLock {
    /// Takes the phone for this run, at once or not at all.
    pub(super) async fn take(
        directory: &Path,
        phone: &Phone,
        command_id: &str,
    ) -> Result<Self, LockError> {
        let holder = Holder {
            command_id: command_id.to_owned(),
            process_id: std::process::id(),
            user: Some(user::name(private::user())),
        };
        let name = phone.lock_name();
        let claim = Claim::take(&name).await?;
        let path = directory.join(format!("{}.lock", file_stem(phone.key().as_str())));
        let taken = blocking(move || {
            let lock = Self::lock(&path, &name, holder, claim)?;
            Ok(Fresh(Some(lock)))
        });
        let mut fresh = taken.await?;
        // It is there until somebody takes it out.
        fresh.0.take().ok_or(LockError::Held { holder: None })
    }

    fn lock(path: &Path, name: &str, holder: Holder, claim: Claim) -> Result<Self, LockError> {
        let io = |source| LockError::Io {
            path: path.to_owned(),
            source,
        };
        if let Some(directory) = path.parent() {
            private::make_folder(directory).map_err(io)?;
        }
        let mut file = private::open_in_place(path).map_err(io)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(LockError::Held {
                    holder: read_holder(&mut file),
                });
            }
            Err(TryLockError::Error(source)) => return Err(io(source)),
        }
        // Where the folder of all users cannot be used, the wait after a killed run is for this state folder's runs
        // alone. The claim does not depend on it.
        let mut shared = Shared::open(name).ok();
        let left_behind = file.metadata().map_err(io)?.len() > 0
            || shared.as_ref().is_some_and(Shared::is_marked);
        write_holder(&mut file, &holder).map_err(io)?;
        if shared
            .as_mut()
            .is_some_and(|shared| shared.mark(&holder).is_err())
        {
            shared = None;
        }
        Ok(Self {
            file,
            shared,
            left_behind,
            holder,
            _claim: claim,
        })
    }
}

/// A lock on its way to whoever asked for it. Nobody may be there any more, and then nothing was done to the phone.
struct Fresh(Option<PhoneLock>);

impl Drop for Fresh {
    fn drop(&mut self) {
        if let Some(lock) = self.0.take()
            && !lock.left_behind
        {
            Box::new(lock).release();
        }
    }
}

impl PhoneHold for PhoneLock {
    fn was_left_behind(&self) -> bool {
        self.left_behind
    }

    fn holder(&self) -> Option<&Holder> {
        Some(&self.holder)
    }

    fn release(mut self: Box<Self>) {
        // One that cannot say so is taken for one that was cut off, at the price of a short wait.
        drop(self.file.set_len(0));
        if let Some(shared) = self.shared.take() {
            shared.clear();
        }
    }
}

/// The lock is given back and not left to the end of the file: a program that another thread is just starting has the
/// file too, until it is running, and would hold the lock for as long.
impl Drop for PhoneLock {
    fn drop(&mut self) {
        drop(self.file.unlock());
    }
}
