//! Which phone it is, whatever adb calls it.

/// What a phone says of itself.
///
/// adb has several names for one phone: by cable, by each address over Wi-Fi, by each spelling of an address.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Identity {
    /// Its serial number; absent where it says none. Phones of some makers, and emulators, share one.
    pub serial: Option<String>,
    /// The name of the virtual device, where it is an emulator that says it.
    pub virtual_device: Option<String>,
    /// The number of its boot: random, of this phone alone, and another one after each start.
    pub boot: Option<String>,
}

/// Serial numbers that are none: makers leave them as they were.
const NOT_A_SERIAL: [&str; 4] = ["unknown", "0", "0123456789ABCDEF", "123456789ABCDEF"];

impl Identity {
    /// The serial number, if it is this phone's alone.
    #[must_use]
    pub fn own_serial(&self) -> Option<&str> {
        let serial = self.serial.as_deref()?;
        let is_shared = NOT_A_SERIAL
            .iter()
            .any(|known| serial.eq_ignore_ascii_case(known))
            || serial.bytes().all(|byte| byte == b'0')
            // Every emulator of a version says the same one.
            || serial.starts_with("EMULATOR");
        (!is_shared).then_some(serial)
    }
}
