//! Launches of the Operator, remembered over commands in files of this user's.

use std::fs;
use std::path::{Path, PathBuf};

use async_trait::async_trait;
use clawperator_device::driver::Identity;
use clawperator_device_operator::{KnownLaunch, Launches};
use clawperator_operator_protocol::{Launch, Secret};
use clawperator_private_files::{self as private, Readable};
use serde::{Deserialize, Serialize};
use tracing::debug;

use crate::blocking::blocking;

/// The largest file that is one of these.
const MOST_BYTES: u64 = 4_096;
/// How many launches are kept; older ones ended long ago.
const MOST_LAUNCHES: usize = 2_048;
const ENDING: &str = "json";

/// A folder with a file for each launch.
#[derive(Debug, Clone)]
pub(crate) struct FileLaunches {
    folder: PathBuf,
}

/// What a file has.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Kept {
    secret: [u8; 32],
    serial: Option<String>,
    virtual_device: Option<String>,
    boot: Option<String>,
}

impl FileLaunches {
    pub(crate) const fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    fn path(&self, launch: Launch) -> PathBuf {
        self.folder.join(format!("{launch}.{ENDING}"))
    }

    /// Removes the oldest where there are too many.
    fn trim(&self) -> std::io::Result<()> {
        let mut files = Vec::new();
        for entry in fs::read_dir(&self.folder)? {
            let entry = entry?;
            files.push((entry.metadata()?.modified()?, entry.path()));
        }
        let spare = files.len().saturating_sub(MOST_LAUNCHES);
        files.sort();
        for (_, path) in files.into_iter().take(spare) {
            private::remove(&path)?;
        }
        Ok(())
    }

    /// Removes what is known of a phone.
    fn remove_of(&self, phone: &Identity) -> std::io::Result<()> {
        for entry in fs::read_dir(&self.folder)? {
            let path = entry?.path();
            if read(&path).is_some_and(|known| known.is_of(phone)) {
                private::remove(&path)?;
            }
        }
        Ok(())
    }

    fn keep(&self, launch: Launch, kept: &Kept) -> std::io::Result<()> {
        private::make_folder(&self.folder)?;
        private::replace(&self.path(launch), &serde_json::to_vec(kept)?)?;
        self.trim()
    }
}

/// What a file has, unless others could read it: whoever could read the secret could be taken for the Operator.
fn read(path: &Path) -> Option<KnownLaunch> {
    let bytes = private::read(path, MOST_BYTES, Readable::Refused).ok()??;
    let kept: Kept = serde_json::from_slice(&bytes).ok()?;
    Some(KnownLaunch {
        secret: Secret::new(kept.secret),
        identity: Identity {
            serial: kept.serial,
            virtual_device: kept.virtual_device,
            boot: kept.boot,
        },
    })
}

#[async_trait]
impl Launches for FileLaunches {
    async fn recall(&self, launch: Launch) -> Option<KnownLaunch> {
        let path = self.path(launch);
        blocking(move || read(&path)).await
    }

    async fn remember(&self, launch: Launch, known: KnownLaunch) {
        let kept = Kept {
            secret: known.secret.to_bytes(),
            serial: known.identity.serial,
            virtual_device: known.identity.virtual_device,
            boot: known.identity.boot,
        };
        let folder = self.clone();
        // Without the file the next command asks the phone.
        if let Err(error) = blocking(move || folder.keep(launch, &kept)).await {
            debug!(%error, "the launch is not remembered");
        }
    }

    async fn forget_phone(&self, phone: &Identity) {
        let (folder, phone) = (self.clone(), phone.clone());
        // What stays is a secret of nobody.
        let _ = blocking(move || folder.remove_of(&phone)).await;
    }

    async fn forget(&self, launch: Launch) {
        let path = self.path(launch);
        // What stays is found to be wrong again.
        let _ = blocking(move || private::remove(&path)).await;
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    #[tokio::test]
    async fn a_launch_is_remembered_for_this_user_alone() {
        let folder = tempfile::tempdir().unwrap();
        let launches = FileLaunches::new(folder.path().join("launches"));
        let launch = Launch([7; 16]);
        assert!(launches.recall(launch).await.is_none());
        let known = KnownLaunch {
            secret: Secret::new([9; 32]),
            identity: Identity {
                serial: Some("A1".to_owned()),
                virtual_device: None,
                boot: Some("b".to_owned()),
            },
        };
        launches.remember(launch, known.clone()).await;
        let again = launches.recall(launch).await.unwrap();
        assert_eq!(again.identity, known.identity);
        assert_eq!(again.secret.to_bytes(), [9; 32]);
        let path = launches.path(launch);
        let mode = fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
        assert!(launches.recall(launch).await.is_none());
        launches.forget(launch).await;
        assert!(!path.exists());
        let other = Launch([8; 16]);
        launches.remember(launch, known.clone()).await;
        let another = KnownLaunch {
            identity: Identity {
                serial: Some("B2".to_owned()),
                boot: Some("c".to_owned()),
                ..known.identity.clone()
            },
            ..known.clone()
        };
        launches.remember(other, another).await;
        let later = Identity {
            boot: Some("d".to_owned()),
            ..known.identity
        };
        launches.forget_phone(&later).await;
        assert!(launches.recall(launch).await.is_none());
        assert!(launches.recall(other).await.is_some());
    }
}
