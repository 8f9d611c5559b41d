//! What the doctor is told.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use clawperator_adb::{DeviceHandle, Endpoint};
use clawperator_contract::Failure;
use clawperator_contract::doctor::{Check, CheckId};

/// What the doctor is told.
#[derive(Debug, Clone)]
pub struct ExamineOptions {
    /// Where the adb server is, or is to be.
    pub endpoint: Endpoint,
    /// The adb program, when one was found.
    pub adb_program: Option<PathBuf>,
    /// The value of `--device`.
    pub device: Option<String>,
    /// The value of `ANDROID_SERIAL`.
    pub android_serial: Option<String>,
    /// Whether to fix what can be fixed safely.
    pub repair: Repair,
    /// How long things may take.
    pub limits: Limits,
}

/// Whether to fix what is found.
#[derive(Debug, Clone)]
pub enum Repair {
    /// Only look.
    Nothing,
    /// Start the adb server, wake the screen, and open a lock that needs no secret. No secret is tried and nothing is
    /// installed. The phone is changed by whoever this is.
    Safe(Arc<dyn FixPhone>),
}

impl Repair {
    /// Who changes the phone; nobody where nothing is fixed.
    pub(super) fn phone(&self) -> Option<&dyn FixPhone> {
        match self {
            Self::Nothing => None,
            Self::Safe(phone) => Some(&**phone),
        }
    }

    pub(super) const fn is_safe(&self) -> bool {
        matches!(self, Self::Safe(_))
    }
}

/// Something that makes a phone usable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PhoneFix {
    WakeScreen,
    /// Opens a lock that needs no secret.
    DismissLock,
}

/// Changes a phone for the doctor, who only looks: it waits for no other run and asks no profile itself.
#[async_trait]
pub trait FixPhone: fmt::Debug + Send + Sync {
    /// Sends what fixes it. The failure says why nothing was sent, or that nobody knows what came of it.
    async fn fix(
        &self,
        phone: &DeviceHandle,
        fix: PhoneFix,
        within: Duration,
    ) -> Result<(), Failure>;
}

/// How long checks may take, each for itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// A check of this machine; starting a server has as long again.
    pub host: Duration,
    /// A check of the phone; waking it has as long again.
    pub phone: Duration,
    /// The dump of the screen, which itself waits ten seconds for the screen to come to rest.
    pub dump: Duration,
}

/// Who is told how far the doctor is.
pub trait Progress: Send {
    /// A check begins. One that is skipped does not.
    fn started(&mut self, id: CheckId);

    /// A check has ended, or is skipped.
    fn finished(&mut self, check: &Check);
}

/// Nobody.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Default for Limits {
    fn default() -> Self {
        Self {
            host: Duration::from_secs(10),
            phone: Duration::from_secs(10),
            dump: Duration::from_secs(30),
        }
    }
}

impl Limits {
    /// How long this check may take.
    #[must_use]
    pub fn of(&self, id: CheckId) -> Duration {
        match id {
            CheckId::AdbProgram | CheckId::AdbServer | CheckId::AdbVersions => self.host,
            CheckId::UiDump => self.dump,
            CheckId::Discovery
            | CheckId::Authorisation
            | CheckId::Shell
            | CheckId::Release
            | CheckId::ScreenOn
            | CheckId::ScreenUnlocked
            | CheckId::ScreenSize
            | CheckId::Input
            | CheckId::UiAutomation => self.phone,
        }
    }
}

impl Progress for Silent {
    fn started(&mut self, _: CheckId) {}

    fn finished(&mut self, _: &Check) {}
}
