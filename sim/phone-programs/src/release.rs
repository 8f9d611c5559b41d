//! Releases of Android.

use std::fmt;
use std::str::FromStr;

/// A release of Android, in order of its appearance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Release {
    /// Android 9, API level 28.
    Android9,
    /// Android 10, API level 29.
    Android10,
    /// Android 11, API level 30.
    Android11,
    /// Android 12, API level 31.
    Android12,
    /// Android 12L, API level 32.
    Android12L,
    /// Android 13, API level 33.
    Android13,
    /// Android 14, API level 34.
    Android14,
    /// Android 15, API level 35.
    Android15,
    /// Android 16, API level 36.
    Android16,
}

impl Release {
    /// Every release that the programs can answer as.
    pub const ALL: [Self; 9] = [
        Self::Android9,
        Self::Android10,
        Self::Android11,
        Self::Android12,
        Self::Android12L,
        Self::Android13,
        Self::Android14,
        Self::Android15,
        Self::Android16,
    ];

    #[must_use]
    pub fn api_level(self) -> u32 {
        match self {
            Self::Android9 => 28,
            Self::Android10 => 29,
            Self::Android11 => 30,
            Self::Android12 => 31,
            Self::Android12L => 32,
            Self::Android13 => 33,
            Self::Android14 => 34,
            Self::Android15 => 35,
            Self::Android16 => 36,
        }
    }

    /// The major number; 12L is 12.
    #[must_use]
    pub fn major(self) -> u32 {
        match self {
            Self::Android9 => 9,
            Self::Android10 => 10,
            Self::Android11 => 11,
            Self::Android12 | Self::Android12L => 12,
            Self::Android13 => 13,
            Self::Android14 => 14,
            Self::Android15 => 15,
            Self::Android16 => 16,
        }
    }

    /// The release with that API level.
    #[must_use]
    pub fn from_api_level(level: u32) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|release| release.api_level() == level)
    }
}

impl fmt::Display for Release {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Android12L => formatter.write_str("12L"),
            other => write!(formatter, "{}", other.major()),
        }
    }
}

/// The text names no release that the programs can answer as.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no Android release `{0}`: use one of 9, 10, 11, 12, 12L, 13, 14, 15, 16")]
pub struct ParseReleaseError(String);

impl FromStr for Release {
    type Err = ParseReleaseError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL
            .into_iter()
            .find(|release| release.to_string().eq_ignore_ascii_case(text));
        found.ok_or_else(|| ParseReleaseError(text.chars().take(32).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::Release;

    #[test]
    fn every_release_comes_back_from_its_name_and_its_level() {
        for release in Release::ALL {
            assert_eq!(release.to_string().parse(), Ok(release));
            assert_eq!(Release::from_api_level(release.api_level()), Some(release));
        }
        assert_eq!(
            "8".parse::<Release>()
                .unwrap_err()
                .to_string()
                .split(':')
                .next(),
            Some("no Android release `8`")
        );
    }
}
