//! Which phone a run is on.

use std::fmt;

use clawperator_device::driver::Identity;

use clawperator_contract::hex;
use sha2::{Digest, Sha256};

/// A phone: as adb calls it, and as it says itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Phone {
    name: String,
    identity: Identity,
    key: PhoneKey,
}

/// What is kept of a phone is kept under this: the same for every name that adb has for it, and after every start.
///
/// Where nothing but the way to it tells a phone from others of its kind, another one may be at its end later. Then what
/// is kept is of one boot.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PhoneKey {
    text: String,
    boot: Option<String>,
}

impl Phone {
    /// The phone of this name that says this of itself.
    #[must_use]
    pub fn new(name: &str, identity: Identity) -> Self {
        let (text, is_only_the_way) = match (
            identity.own_serial(),
            &identity.serial,
            &identity.virtual_device,
        ) {
            (Some(serial), _, _) => (serial.to_owned(), false),
            (None, serial, Some(device)) => {
                // An emulator may give no serial; its name tells it apart.
                let serial = serial.as_deref().unwrap_or_default();
                (format!("{serial}@{device}"), false)
            }
            (None, _, None) => (name.to_owned(), true),
        };
        let boot = identity.boot.clone().filter(|_| is_only_the_way);
        Self {
            name: name.to_owned(),
            identity,
            key: PhoneKey { text, boot },
        }
    }

    /// As adb calls it.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The serial number that it says itself, which other phones may say too.
    #[must_use]
    pub fn serial(&self) -> Option<&str> {
        self.identity.serial.as_deref()
    }

    /// The number of its boot, where it says one.
    #[must_use]
    pub fn boot(&self) -> Option<&str> {
        self.identity.boot.as_deref()
    }

    /// What is kept of it is kept under this.
    #[must_use]
    pub const fn key(&self) -> &PhoneKey {
        &self.key
    }

    /// What its lock is named after. The number of a boot is of one phone alone, so it comes first.
    #[must_use]
    pub fn lock_name(&self) -> String {
        let (kind, own) = match &self.identity.boot {
            Some(boot) => ("boot", boot.as_str()),
            None => ("key", self.key.as_str()),
        };
        // Half of the digits are enough to tell phones apart, and short enough for the name of a socket.
        let digest: [u8; 32] = Sha256::digest(format!("{kind} {own}")).into();
        hex(&digest).chars().take(32).collect()
    }
}

impl PhoneKey {
    /// As a text, which may be that of another phone where there is a boot.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The number of the boot that what is kept is of, where the text is only the way to the phone.
    #[must_use]
    pub fn boot(&self) -> Option<&str> {
        self.boot.as_deref()
    }

    /// As a text with the boot: equal only for equal keys.
    #[must_use]
    pub fn exact(&self) -> String {
        match &self.boot {
            Some(boot) => format!("{}#{boot}", self.text),
            None => self.text.clone(),
        }
    }
}

impl fmt::Display for PhoneKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn phone(name: &str, serial: Option<&str>, avd: Option<&str>, boot: Option<&str>) -> Phone {
        let owned = |text: Option<&str>| text.map(str::to_owned);
        let identity = Identity {
            serial: owned(serial),
            virtual_device: owned(avd),
            boot: owned(boot),
        };
        Phone::new(name, identity)
    }

    #[test]
    fn a_phone_is_the_same_under_every_name_and_after_every_start() {
        let cable = phone("R5CT", Some("R5CT"), None, Some("b1"));
        let wifi = phone("10.0.0.2:5555", Some("R5CT"), None, Some("b1"));
        assert_eq!(cable.key(), wifi.key());
        assert_eq!(cable.lock_name(), wifi.lock_name());
        let later = phone("R5CT", Some("R5CT"), None, Some("b2"));
        assert_eq!(cable.key(), later.key());
        assert_ne!(cable.lock_name(), later.lock_name());
    }

    #[test]
    fn phones_that_share_a_serial_number_are_told_apart() {
        for shared in ["EMULATOR36X1X9X0", "unknown", "0123456789abcdef", "0000"] {
            let one = phone("emulator-5554", Some(shared), Some("Pixel"), Some("b1"));
            let other = phone("emulator-5556", Some(shared), Some("Tablet"), Some("b2"));
            assert_ne!(one.key(), other.key(), "{shared}");
            assert_ne!(one.lock_name(), other.lock_name(), "{shared}");
            let renamed = phone("127.0.0.1:5555", Some(shared), Some("Pixel"), Some("b1"));
            assert_eq!(one.key(), renamed.key(), "{shared}");
            let bare = phone("emulator-5554", Some(shared), None, None);
            assert_eq!(bare.key().as_str(), "emulator-5554", "{shared}");
        }
    }

    #[test]
    fn a_phone_that_goes_by_its_name_is_of_one_boot() {
        for shared in [None, Some("unknown"), Some("000000")] {
            let of = |boot| phone("10.0.0.2:5555", shared, None, boot);
            let (one, other, silent) = (of(Some("b1")), of(Some("b2")), of(None));
            assert_eq!(one.key(), of(Some("b1")).key(), "{shared:?}");
            for (left, right) in [(&one, &other), (&one, &silent)] {
                assert_ne!(left.key(), right.key(), "{shared:?}");
                assert_ne!(left.key().exact(), right.key().exact(), "{shared:?}");
                assert_eq!(left.key().as_str(), right.key().as_str());
            }
        }
        let known = phone("10.0.0.2:5555", Some("R5CT"), None, Some("b1"));
        assert_eq!(known.key().boot(), None);
        assert_eq!(known.key().exact(), "R5CT");
    }

    #[test]
    fn a_phone_that_says_nothing_goes_by_its_name() {
        let [one, same, other] = ["a:1", "a:1", "a:2"].map(|name| phone(name, None, None, None));
        assert_eq!(one.lock_name(), same.lock_name());
        assert_ne!(one.lock_name(), other.lock_name());
        assert_eq!(one.lock_name().len(), 32);
    }
}
