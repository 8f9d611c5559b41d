//! How a phone is made, and what can be made to go wrong on it.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::clock::ScreenClock;

/// How a phone is at boot.
#[derive(Debug, Clone)]
pub struct ScreenConfig {
    /// The display's size in pixels, upright.
    pub size: (u32, u32),
    /// The display's density.
    pub density: u32,
    /// The battery's level in percent.
    pub battery: u8,
    /// Time since 1970 at boot, in the phone's zone.
    pub wall_clock: Duration,
    /// What the phone's clock runs by.
    pub clock: ScreenClock,
    /// The lock screen.
    pub lock: Lock,
    /// What texts read as `{{device.NAME}}`: `android`, `model`, `build`, …
    pub facts: BTreeMap<String, String>,
}

/// The lock screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Lock {
    /// There is none.
    None,
    /// A swipe opens it.
    Swipe,
    /// These digits open it.
    Pin(String),
}

/// Faults of the screen. Everything off is a phone that works.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ScreenFaults {
    /// After a tap the tree stays as it was for so long.
    pub stale_after_tap: Duration,
    /// So many taps reach nothing.
    pub lose_taps: u32,
    /// So many dumps find no root.
    pub null_roots: u32,
    /// So many dumps are killed.
    pub killed_dumps: u32,
    /// The phone never comes to rest.
    pub never_idle: bool,
    /// Every text in the tree ends with an emoji.
    pub emoji_in_text: bool,
    /// Events may not be injected.
    pub refuse_input: bool,
    /// This app comes to the front behind every other that is started.
    pub pushes_in: Option<String>,
}

/// 14 May 2024, 10:08.
const MORNING: Duration = Duration::from_mins(28_594_688);

impl Default for ScreenConfig {
    fn default() -> Self {
        let facts = [
            ("android", "14"),
            ("model", "Pixel 7"),
            ("name", "Pixel 7"),
            ("build", "UP1A.231005.007"),
            ("patch", "October 5, 2023"),
            (
                "kernel",
                "5.10.157-android13-4-00003-gdfb4120eb046-ab10381520",
            ),
            ("baseband", "g5300q-230925-231005-B-10919827"),
            ("serial", "0A041JEC200000"),
        ];
        Self {
            size: (1_080, 2_400),
            density: 420,
            battery: 87,
            wall_clock: MORNING,
            clock: ScreenClock::real(),
            lock: Lock::None,
            facts: facts
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .into(),
        }
    }
}
