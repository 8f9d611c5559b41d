//! How a phone is described when it is made.

use std::time::SystemTime;

use crate::release::Release;

/// How a phone is described when it is made.
#[derive(Debug, Clone)]
pub struct PhoneConfig {
    /// The release that its programs answer as.
    pub release: Release,
    /// What the phone's properties say it is.
    pub hardware: Hardware,
    /// `ro.serialno`
    pub serial: String,
    /// When it was booted, for uptimes.
    pub booted_at: SystemTime,
}

/// What the phone's properties say it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Hardware {
    /// A phone by Google, by its model, such as `Pixel 7`.
    Phone {
        /// `ro.product.model`
        model: String,
        /// `ro.product.device`
        device: String,
    },
    /// The emulator with a virtual device of that name, such as `Medium_Phone`.
    Emulator {
        /// `ro.boot.qemu.avd_name`
        avd_name: String,
    },
}

impl PhoneConfig {
    /// A Pixel phone.
    #[must_use]
    pub fn phone(release: Release, serial: impl Into<String>, booted_at: SystemTime) -> Self {
        let (model, device) = match release {
            Release::Android9 => ("Pixel 2", "walleye"),
            Release::Android10 => ("Pixel 3", "blueline"),
            Release::Android11 => ("Pixel 4", "flame"),
            Release::Android12 | Release::Android12L => ("Pixel 6", "oriole"),
            Release::Android13 | Release::Android14 => ("Pixel 7", "panther"),
            Release::Android15 => ("Pixel 8", "shiba"),
            Release::Android16 => ("Pixel 9", "tokay"),
        };
        let hardware = Hardware::Phone {
            model: model.to_owned(),
            device: device.to_owned(),
        };
        Self {
            release,
            hardware,
            serial: serial.into(),
            booted_at,
        }
    }

    #[must_use]
    pub fn emulator(release: Release, serial: impl Into<String>, booted_at: SystemTime) -> Self {
        let hardware = Hardware::Emulator {
            avd_name: format!("Medium_Phone_API_{}", release.api_level()),
        };
        Self {
            release,
            hardware,
            serial: serial.into(),
            booted_at,
        }
    }
}
