//! What the doctor is told.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use clawperator_adb::{Deadline, DeviceHandle, Endpoint};
use clawperator_contract::Failure;
use clawperator_contract::doctor::{Check, CheckId, DriverAbilities};

use crate::driver::Acted;
use crate::resolve::DefaultPhone;

/// What the doctor is told.
#[derive(Debug, Clone)]
pub struct ExamineOptions {
    /// Where the adb server is, or is to be.
    pub endpoint: Endpoint,
    /// The adb program, when one was found.
    pub adb_program: Option<PathBuf>,
    /// The value of `--device`.
    pub device: Option<String>,
    /// The phone to use without `--device`.
    pub default_phone: Option<DefaultPhone>,
    /// Whether to fix what can be fixed safely: start the adb server, wake the screen, and open a lock that needs no
    /// secret. No secret is tried and nothing is installed.
    pub fix: bool,
    /// Who does to the phone what has to be done to it.
    pub hands: Arc<dyn DoctorHands>,
    /// How long things may take.
    pub limits: Limits,
}

/// Something that the doctor has done to a phone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Treatment {
    WakeScreen,
    /// Opens a lock that needs no secret.
    DismissLock,
    /// Sends a key that no app acts on, to see whether keys may be sent.
    TryInput,
}

/// Acts on a phone for the doctor, who only asks it things: the doctor has no lock and no profile itself.
#[async_trait]
pub trait DoctorHands: fmt::Debug + Send + Sync {
    /// Does it, and tells what the phone says. The failure says why nothing was sent, or that nobody knows what came
    /// of it.
    async fn act(
        &self,
        phone: &DeviceHandle,
        act: Treatment,
        within: Duration,
    ) -> Result<Acted, Failure>;

    /// What there is on the phone of the program of ours that may hold `UiAutomation`; nothing where none runs.
    async fn own_program(&self, _phone: &DeviceHandle, _deadline: Deadline) -> Option<OwnProgram> {
        None
    }

    /// What each driver can do of the actions on a phone of this API level. Nothing is sent for it.
    fn abilities(&self, _api_level: u32) -> Vec<DriverAbilities> {
        Vec::new()
    }

    /// Takes the phone for a look that would disturb another run, at once or not at all.
    async fn hold(&self, phone: &DeviceHandle) -> Result<Box<dyn DoctorHold>, Failure>;
}

/// A program of ours on the phone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnProgram {
    /// Whether it has `UiAutomation`.
    pub has_automation: bool,
    /// The processes that run it.
    pub processes: Vec<u32>,
    /// Which it is and who uses it, in words.
    pub says: String,
}

/// A phone that is held. Dropped, the next run waits until whatever was begun has ended.
pub trait DoctorHold: Send {
    /// Frees the phone, on which nothing is under way.
    fn release(self: Box<Self>);
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
