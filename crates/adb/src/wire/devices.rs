//! The list of devices.
//!
//! ```text
//! short   SERIAL \t STATE \n
//! long    SERIAL (padded to 22) ' ' STATE [' ' path] [' product:' P ' model:' M ' device:' D] ' transport_id:' N \n
//! ```

use std::fmt;

use super::WireError;

/// Which of the two forms a list has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListForm {
    /// Serial and state, as `host:devices` and `host:track-devices` send them.
    Short,
    /// With product, model and path, as `host:devices-l` sends them.
    Long,
}

/// One device of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeviceEntry {
    /// The serial number, by which the device is chosen.
    pub serial: String,
    /// What state the server sees it in.
    pub state: DeviceState,
    /// Where it is plugged in, such as `usb:1-1`.
    pub path: Option<String>,
    /// `ro.product.name`.
    pub product: Option<String>,
    /// `ro.product.model`, its punctuation replaced by the server.
    pub model: Option<String>,
    /// `ro.product.device`.
    pub device: Option<String>,
    /// The server's number of this connection; another one after a reconnect.
    pub transport_id: Option<u64>,
}

/// The state of a device, in the server's words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DeviceState {
    /// Ready for commands.
    Device,
    /// Connected, and not answering.
    Offline,
    /// The phone has not accepted this computer's key.
    Unauthorized,
    /// The exchange of keys is under way.
    Authorizing,
    /// The connection is being made.
    Connecting,
    Bootloader,
    /// The device is itself a host.
    Host,
    Recovery,
    /// In rescue mode.
    Rescue,
    /// Waiting for a sideloaded package.
    Sideload,
    /// Released by the server for another program.
    Detached,
    /// This user may not open the USB device; the words are the server's.
    NoPermissions(String),
    /// A state that this client does not know.
    Other(String),
}

impl DeviceState {
    /// Reads a state's name.
    #[must_use]
    pub fn parse(name: &str) -> Self {
        match name {
            "device" => Self::Device,
            "offline" => Self::Offline,
            "unauthorized" => Self::Unauthorized,
            "authorizing" => Self::Authorizing,
            "connecting" => Self::Connecting,
            "bootloader" => Self::Bootloader,
            "host" => Self::Host,
            "recovery" => Self::Recovery,
            "rescue" => Self::Rescue,
            "sideload" => Self::Sideload,
            "detached" => Self::Detached,
            _ if name.starts_with(NO_PERMISSIONS) => Self::NoPermissions(name.to_owned()),
            _ => Self::Other(name.to_owned()),
        }
    }
}

impl fmt::Display for DeviceState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Device => "device",
            Self::Offline => "offline",
            Self::Unauthorized => "unauthorized",
            Self::Authorizing => "authorizing",
            Self::Connecting => "connecting",
            Self::Bootloader => "bootloader",
            Self::Host => "host",
            Self::Recovery => "recovery",
            Self::Rescue => "rescue",
            Self::Sideload => "sideload",
            Self::Detached => "detached",
            Self::NoPermissions(name) | Self::Other(name) => name,
        })
    }
}

/// Reads a whole list.
pub fn parse_devices(list: &[u8], form: ListForm) -> Result<Vec<DeviceEntry>, WireError> {
    let list = String::from_utf8_lossy(list);
    list.split('\n')
        .filter(|line| !line.trim().is_empty())
        .map(|line| match form {
            ListForm::Short => short_line(line),
            ListForm::Long => long_line(line),
        })
        .collect()
}

const NO_PERMISSIONS: &str = "no permissions";

/// What the server prints for a device whose serial number it could not read.
const NO_SERIAL: &str = "(no serial number)";

fn short_line(line: &str) -> Result<DeviceEntry, WireError> {
    match line.split_once('\t') {
        Some((serial, state)) if !serial.is_empty() && !state.is_empty() => Ok(DeviceEntry {
            serial: serial.to_owned(),
            state: DeviceState::parse(state),
            path: None,
            product: None,
            model: None,
            device: None,
            transport_id: None,
        }),
        Some(_) | None => Err(WireError::DeviceLine),
    }
}

fn long_line(line: &str) -> Result<DeviceEntry, WireError> {
    let (serial, rest) = if let Some(rest) = line.strip_prefix(NO_SERIAL) {
        (NO_SERIAL, rest)
    } else {
        line.split_once(' ').ok_or(WireError::DeviceLine)?
    };
    let rest = rest.trim_start();
    let (state, attributes) = split_state(rest);
    if serial.is_empty() || state.is_empty() {
        return Err(WireError::DeviceLine);
    }
    let mut entry = DeviceEntry {
        serial: serial.to_owned(),
        state: DeviceState::parse(state),
        path: None,
        product: None,
        model: None,
        device: None,
        transport_id: None,
    };
    for attribute in attributes.split_ascii_whitespace() {
        match attribute.split_once(':') {
            Some(("product", value)) => entry.product = Some(value.to_owned()),
            Some(("model", value)) => entry.model = Some(value.to_owned()),
            Some(("device", value)) => entry.device = Some(value.to_owned()),
            Some(("transport_id", value)) => entry.transport_id = value.parse().ok(),
            Some(_) | None if entry.path.is_none() => entry.path = Some(attribute.to_owned()),
            Some(_) | None => {}
        }
    }
    Ok(entry)
}

/// Splits the state from what follows it. The state is one word, but for the missing permissions, whose sentence
/// ends with an address in brackets.
fn split_state(rest: &str) -> (&str, &str) {
    if rest.starts_with(NO_PERMISSIONS) {
        let end = match rest.find("; see [") {
            Some(see) => rest
                .get(see..)
                .and_then(|address| address.find(']'))
                .map(|bracket| see + bracket + 1),
            None => rest.find(" usb:").or_else(|| rest.find(" transport_id:")),
        };
        return rest.split_at(end.unwrap_or(rest.len()));
    }
    rest.split_once(' ').unwrap_or((rest, ""))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_short_form() {
        let list = b"emulator-5554\tdevice\n127.0.0.1:6001\toffline\nR5\tno permissions (missing udev rules? user is in the plugdev group); see [http://developer.android.com/tools/device.html]\nX\tfrobnicating\n";
        let entries = parse_devices(list, ListForm::Short).unwrap();
        let shown: Vec<String> = entries
            .iter()
            .map(|entry| format!("{} {}", entry.serial, entry.state))
            .collect();
        assert_eq!(
            shown,
            [
                "emulator-5554 device",
                "127.0.0.1:6001 offline",
                "R5 no permissions (missing udev rules? user is in the plugdev group); see [http://developer.android.com/tools/device.html]",
                "X frobnicating",
            ]
        );
        assert!(matches!(entries[2].state, DeviceState::NoPermissions(_)));
        assert_eq!(entries[3].state, DeviceState::Other("frobnicating".into()));
    }

    #[test]
    fn the_long_form() {
        let list = b"emulator-5554          device product:sdk model:Pixel_7 device:emu64x transport_id:1\n\
            0123456789ABCDEF0123456789 device usb:1-1 product:p model:m device:d transport_id:12\n\
            127.0.0.1:6001         unauthorized transport_id:3\n\
            R5                     no permissions (user in plugdev group; are your udev rules wrong?); see [http://developer.android.com/tools/device.html] usb:1-2 transport_id:4\n\
            (no serial number)     no permissions; see [http://developer.android.com/tools/device.html] usb:1-3 transport_id:5\n";
        let entries = parse_devices(list, ListForm::Long).unwrap();
        assert_eq!(
            entries[0],
            DeviceEntry {
                serial: "emulator-5554".into(),
                state: DeviceState::Device,
                path: None,
                product: Some("sdk".into()),
                model: Some("Pixel_7".into()),
                device: Some("emu64x".into()),
                transport_id: Some(1),
            }
        );
        assert_eq!(entries[1].serial, "0123456789ABCDEF0123456789");
        assert_eq!(entries[1].path.as_deref(), Some("usb:1-1"));
        assert_eq!(entries[2].state, DeviceState::Unauthorized);
        assert_eq!(entries[2].transport_id, Some(3));
        assert!(
            matches!(&entries[3].state, DeviceState::NoPermissions(words) if words.ends_with(']'))
        );
        assert_eq!(entries[3].path.as_deref(), Some("usb:1-2"));
        assert_eq!(entries[4].serial, "(no serial number)");
        assert_eq!(entries[4].transport_id, Some(5));
    }

    #[test]
    fn a_line_without_a_state_is_refused() {
        for (line, form) in [
            (&b"abc\n"[..], ListForm::Short),
            (b"\tdevice\n", ListForm::Short),
            (b"abc\n", ListForm::Long),
            (b"abc   \n", ListForm::Long),
        ] {
            assert_eq!(parse_devices(line, form), Err(WireError::DeviceLine));
        }
        assert_eq!(parse_devices(b"", ListForm::Long), Ok(Vec::new()));
    }

    proptest! {
        #[test]
        fn nothing_panics(list in proptest::collection::vec(any::<u8>(), 0..200), text in "\\PC{0,20}( no permissions[; se\\[\\]:a-z ]{0,40})?\n") {
            for form in [ListForm::Short, ListForm::Long] {
                let _ = parse_devices(&list, form);
                let _ = parse_devices(text.as_bytes(), form);
            }
        }

        #[test]
        fn what_the_server_prints_is_read_back(serial in "[A-Za-z0-9.:_-]{1,40}", state in "device|offline|recovery|frob", id in any::<u64>()) {
            let long = format!("{serial:<22} {state} usb:3-4 product:p model:m device:d transport_id:{id}\n");
            let entries = parse_devices(long.as_bytes(), ListForm::Long).unwrap();
            prop_assert_eq!(&entries[0].serial, &serial);
            prop_assert_eq!(entries[0].state.to_string(), state.clone());
            prop_assert_eq!(entries[0].transport_id, Some(id));
            let short = format!("{serial}\t{state}\n");
            let entries = parse_devices(short.as_bytes(), ListForm::Short).unwrap();
            prop_assert_eq!(&entries[0].serial, &serial);
        }
    }
}
