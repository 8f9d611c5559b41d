//! What tells one phone from all others: its serial number and the number of its boot.

use std::hash::{BuildHasher, RandomState};

use clawperator_phone_shell::files::new_boot_id;

use crate::builder::PhoneBuilder;

/// What a phone says of itself, for as long as it is there.
#[derive(Debug, Clone)]
pub(crate) struct PhoneIdentity {
    /// `ro.serialno`
    pub(crate) serial: String,
    /// `/proc/sys/kernel/random/boot_id`
    pub(crate) boot_id: String,
}

impl PhoneIdentity {
    /// Another one for each phone, also in other processes.
    pub(crate) fn of(builder: &PhoneBuilder) -> Self {
        let serial = builder.serial.clone();
        let serial = serial.unwrap_or_else(|| {
            // As long as those of its maker.
            let digits = RandomState::new().hash_one(0) & 0xffff_ffff;
            format!("0A041J{digits:08X}")
        });
        Self {
            serial,
            boot_id: new_boot_id(),
        }
    }
}

#[cfg(test)]
mod tests {
    use clawperator_phone_programs::Release;

    use super::*;

    #[test]
    fn no_two_phones_are_alike() {
        let builder = PhoneBuilder::new(Release::Android14);
        let (one, other) = (PhoneIdentity::of(&builder), PhoneIdentity::of(&builder));
        assert_ne!(one.serial, other.serial);
        assert_ne!(one.boot_id, other.boot_id);
        assert_eq!(one.boot_id.len(), 36);
        let named = PhoneIdentity::of(&builder.serial("R5CT"));
        assert_eq!(named.serial, "R5CT");
    }
}
