//! How a phone is described before it is started.

use std::sync::Arc;
use std::time::Duration;

use clawperator_adbd::Auth;
use clawperator_phone_screen::{Lock, Scenes, ScreenConfig};

use crate::clock::ClockMode;
use crate::latency::Latency;
use crate::phone::{PhoneError, VirtualPhone};
use crate::stage::PhoneScreen;
use clawperator_phone_programs::Release;

/// What a phone is made from. Everything has a default; [`PhoneBuilder::build`] makes the phone.
#[derive(Debug, Clone)]
pub struct PhoneBuilder {
    pub(crate) release: Release,
    pub(crate) serial: Option<String>,
    pub(crate) model: String,
    pub(crate) device: String,
    pub(crate) scenes: Option<Arc<Scenes>>,
    pub(crate) screen: Option<Arc<dyn PhoneScreen>>,
    pub(crate) auth: Auth,
    pub(crate) latency: Latency,
    pub(crate) clock: ClockMode,
    pub(crate) wall_clock: Duration,
    pub(crate) size: (u32, u32),
    pub(crate) density: u32,
    pub(crate) lock: Lock,
    pub(crate) storage: u64,
}

/// How much the files of a phone may take.
const STORAGE: u64 = 256 * 1024 * 1024;

impl PhoneBuilder {
    pub(crate) fn new(release: Release) -> Self {
        let screen = ScreenConfig::default();
        let (model, device) = product(release);
        Self {
            release,
            serial: None,
            model: model.to_owned(),
            device: device.to_owned(),
            scenes: None,
            screen: None,
            auth: Auth::Open,
            latency: Latency::None,
            clock: ClockMode::Real,
            wall_clock: screen.wall_clock,
            size: screen.size,
            density: screen.density,
            lock: Lock::None,
            storage: STORAGE,
        }
    }

    /// What the phone says its serial number is; one of its own when nothing is said. Over TCP adb calls it by its
    /// address all the same.
    #[must_use]
    pub fn serial(mut self, serial: impl Into<String>) -> Self {
        self.serial = Some(serial.into());
        self
    }

    /// What the phone says its model is, such as `Pixel 7`, and the name of the device inside, such as `panther`.
    #[must_use]
    pub fn model(mut self, model: impl Into<String>, device: impl Into<String>) -> Self {
        self.model = model.into();
        self.device = device.into();
        self
    }

    /// The apps; those that are shipped when nothing is said. Phones of one process share them.
    #[must_use]
    pub fn scenes(mut self, scenes: Arc<Scenes>) -> Self {
        self.scenes = Some(scenes);
        self
    }

    /// Another screen than a scripted one. Such a phone has no scenes, no lock and no journal of its own, refuses the
    /// faults of a scripted screen, and keeps its screen when it is reset.
    #[must_use]
    pub fn screen(mut self, screen: Arc<dyn PhoneScreen>) -> Self {
        self.screen = Some(screen);
        self
    }

    /// Who may connect; everybody when nothing is said.
    #[must_use]
    pub fn auth(mut self, auth: Auth) -> Self {
        self.auth = auth;
        self
    }

    /// What the way to the phone is like.
    #[must_use]
    pub fn latency(mut self, latency: Latency) -> Self {
        self.latency = latency;
        self
    }

    /// How fast time passes on the phone.
    #[must_use]
    pub fn clock(mut self, clock: ClockMode) -> Self {
        self.clock = clock;
        self
    }

    /// What the wall clock shows at boot, as time since 1970; a morning in May 2024 when nothing is said.
    #[must_use]
    pub fn wall_clock(mut self, since_1970: Duration) -> Self {
        self.wall_clock = since_1970;
        self
    }

    /// The display's size in pixels, upright, and its density.
    #[must_use]
    pub fn display(mut self, size: (u32, u32), density: u32) -> Self {
        self.size = size;
        self.density = density;
        self
    }

    /// The lock screen; none when nothing is said.
    #[must_use]
    pub fn lock(mut self, lock: Lock) -> Self {
        self.lock = lock;
        self
    }

    /// How many bytes the phone's files may take together; 256 MiB when nothing is said.
    #[must_use]
    pub fn storage(mut self, bytes: u64) -> Self {
        self.storage = bytes;
        self
    }

    /// Makes the phone. It listens nowhere yet.
    pub fn build(self) -> Result<VirtualPhone, PhoneError> {
        VirtualPhone::new(self)
    }
}

/// A phone that came with this release: model and device.
fn product(release: Release) -> (&'static str, &'static str) {
    match release {
        Release::Android9 => ("Pixel 2", "walleye"),
        Release::Android10 => ("Pixel 3", "blueline"),
        Release::Android11 => ("Pixel 4", "flame"),
        Release::Android12 | Release::Android12L => ("Pixel 6", "oriole"),
        Release::Android13 | Release::Android14 => ("Pixel 7", "panther"),
        Release::Android15 => ("Pixel 8", "shiba"),
        Release::Android16 => ("Pixel 9", "tokay"),
    }
}
