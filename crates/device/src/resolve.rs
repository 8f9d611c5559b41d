//! Which phone is meant.

use clawperator_adb::{Deadline, DeviceEntry, DeviceHandle, DeviceState, Server};
use clawperator_contract::phones::{DeviceDetails, DeviceList, ListedDevice};
use clawperator_contract::{ErrorCode, Failure, FailureDetails};

/// What was asked for.
#[derive(Debug, Clone, Copy, Default)]
pub struct Asked<'a> {
    /// The value of `--device`.
    pub flag: Option<&'a str>,
    /// The value of `ANDROID_SERIAL`, which counts when there is no flag; an empty one is none.
    pub variable: Option<&'a str>,
    /// The command that was typed, such as `clawperator snapshot`; hints repeat it with a serial number. Where it is
    /// empty, they name the flag alone: the words of a command may hold what must not be repeated.
    pub retry: &'a str,
}

impl<'a> Asked<'a> {
    fn serial(&self) -> Option<&'a str> {
        let variable = self.variable.filter(|serial| !serial.trim().is_empty());
        self.flag.or(variable)
    }
}

/// Why no phone was chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// What kind of trouble it is.
    pub code: ErrorCode,
    /// What is wrong.
    pub message: String,
    /// What to do next.
    pub hint: String,
    /// The particulars.
    pub details: Box<DeviceDetails>,
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        Self {
            code: refusal.code.into(),
            message: refusal.message,
            hint: Some(refusal.hint),
            details: Some(FailureDetails::Devices(refusal.details)),
        }
    }
}

/// What to do where no phone is connected.
pub const NONE_CONNECTED: &str = "Connect a phone with USB debugging on, or start a virtual one: clawperator virtual-phone --connect";

/// What stands in the way of whoever wants to use a phone.
struct Trouble {
    code: ErrorCode,
    hint: String,
}

/// Asks the server for its phones and chooses one of them: the way to a phone for every command that is for one.
pub async fn find(
    server: &Server,
    asked: &Asked<'_>,
    deadline: Deadline,
) -> Result<DeviceHandle, Failure> {
    let named = asked.serial().and_then(|serial| server.device(serial).ok());
    // What the phone can do will be asked for next, and the two questions take no longer than one. Whether there is
    // such a phone is for the list to say.
    let (devices, _) = tokio::join!(server.devices(deadline), async {
        match &named {
            Some(phone) => phone.features(deadline).await.is_ok(),
            None => false,
        }
    });
    let devices = devices?;
    let chosen = resolve(&devices, asked)?;
    match named {
        Some(phone) if phone.serial() == chosen.serial => Ok(phone),
        _ => Ok(server.device(&chosen.serial)?),
    }
}

/// The phones of a server, each that cannot be used with the reason and what to do.
#[must_use]
pub fn list(devices: &[DeviceEntry]) -> DeviceList {
    DeviceList {
        devices: devices.iter().map(listed).collect(),
    }
}

/// Chooses the phone that was asked for, or the only one.
///
/// Serial numbers are compared as they are. A phone that was not named is chosen only while no other is listed: one
/// that is offline for a moment may be the one that is meant, and what is meant for it must not be done on another.
pub fn resolve<'d>(
    devices: &'d [DeviceEntry],
    asked: &Asked<'_>,
) -> Result<&'d DeviceEntry, Refusal> {
    let list = List { devices, asked };
    match asked.serial() {
        Some(serial) => match devices.iter().find(|entry| entry.serial == serial) {
            Some(entry) => list.usable(entry),
            None => Err(list.absent(serial)),
        },
        None => list.only(),
    }
}

struct List<'d, 'a> {
    devices: &'d [DeviceEntry],
    asked: &'a Asked<'a>,
}

impl<'d> List<'d, '_> {
    fn usable(&self, entry: &'d DeviceEntry) -> Result<&'d DeviceEntry, Refusal> {
        let Some(trouble) = trouble(&entry.state) else {
            return Ok(entry);
        };
        let serial = &entry.serial;
        let message = if trouble.code == ErrorCode::DeviceNotFound {
            not_found(serial)
        } else {
            format!("Device {serial} is {}", entry.state)
        };
        Err(self.refusal(trouble.code, message, trouble.hint, Some(serial)))
    }

    fn only(&self) -> Result<&'d DeviceEntry, Refusal> {
        match (
            self.devices,
            self.devices.iter().find(|entry| is_ready(entry)),
        ) {
            ([only], Some(_)) => Ok(only),
            (_, Some(ready)) => Err(self.several(ready)),
            (_, None) => Err(self.none()),
        }
    }

    fn several(&self, first: &DeviceEntry) -> Refusal {
        let named = |entry: &DeviceEntry| match trouble(&entry.state) {
            None => entry.serial.clone(),
            Some(_) => format!("{} ({})", entry.serial, entry.state),
        };
        let serials: Vec<String> = self.devices.iter().map(named).collect();
        let serials = serials.join(", ");
        self.refusal(
            ErrorCode::MultipleDevicesDeviceIdRequired,
            "Multiple devices are connected and none was chosen".to_owned(),
            format!("Choose one of {serials}, {}", self.chosen_by(&first.serial)),
            None,
        )
    }

    /// Where all that are there have the same trouble, the trouble is told and not that nothing is there.
    fn none(&self) -> Refusal {
        let code = |entry: &DeviceEntry| trouble(&entry.state).map(|trouble| trouble.code);
        if let Some(first) = self.devices.first()
            && self.devices.iter().all(|entry| code(entry) == code(first))
            && code(first) != Some(ErrorCode::DeviceNotFound)
            && let Err(refusal) = self.usable(first)
        {
            return refusal;
        }
        let hint = if self.devices.is_empty() {
            NONE_CONNECTED.to_owned()
        } else {
            let states: Vec<String> = self
                .devices
                .iter()
                .map(|entry| format!("{} is {}", entry.serial, entry.state))
                .collect();
            format!("None is ready: {}", states.join(", "))
        };
        self.refusal(
            ErrorCode::NoDevices,
            "No connected devices".to_owned(),
            hint,
            None,
        )
    }

    fn absent(&self, serial: &str) -> Refusal {
        let mut hint = match &*self.connected() {
            [] => "No phone is ready; run: clawperator devices".to_owned(),
            [only] if self.asked.retry.is_empty() => format!("Retry with --device {only}"),
            [only] => format!("Retry with: {} --device {only}", self.asked.retry),
            several => format!("Choose one of {}", several.join(", ")),
        };
        if self.asked.flag.is_none() {
            hint.push_str(" (the serial is from ANDROID_SERIAL)");
        }
        self.refusal(
            ErrorCode::DeviceNotFound,
            not_found(serial),
            hint,
            Some(serial),
        )
    }

    /// How to choose a phone, by way of example.
    fn chosen_by(&self, serial: &str) -> String {
        let retry = self.asked.retry;
        if retry.is_empty() {
            format!("for example: add --device {serial} to the command")
        } else {
            format!("for example: {retry} --device {serial}")
        }
    }

    fn connected(&self) -> Vec<String> {
        self.devices
            .iter()
            .filter(|entry| is_ready(entry))
            .map(|entry| entry.serial.clone())
            .collect()
    }

    fn refusal(
        &self,
        code: ErrorCode,
        message: String,
        hint: String,
        device_id: Option<&str>,
    ) -> Refusal {
        Refusal {
            code,
            message,
            hint,
            details: Box::new(DeviceDetails {
                device_id: device_id.map(str::to_owned),
                connected: self.connected(),
                devices: self.devices.iter().map(listed).collect(),
            }),
        }
    }
}

fn listed(entry: &DeviceEntry) -> ListedDevice {
    let (code, hint) = trouble(&entry.state)
        .map(|trouble| (trouble.code.into(), trouble.hint))
        .unzip();
    ListedDevice {
        serial: entry.serial.clone(),
        state: entry.state.to_string(),
        model: entry.model.clone(),
        product: entry.product.clone(),
        code,
        hint,
    }
}

fn is_ready(entry: &DeviceEntry) -> bool {
    trouble(&entry.state).is_none()
}

/// What stands in the way of a phone in this state; nothing when it can be used.
fn trouble(state: &DeviceState) -> Option<Trouble> {
    let (code, hint) = match state {
        DeviceState::Device => return None,
        DeviceState::Offline => (
            ErrorCode::DeviceOffline,
            "Reconnect the phone, or run: adb reconnect offline",
        ),
        DeviceState::Connecting | DeviceState::Authorizing => (
            ErrorCode::DeviceOffline,
            "Wait a moment, then run: clawperator devices",
        ),
        DeviceState::Unauthorized => (
            ErrorCode::DeviceUnauthorized,
            "Unlock the phone and accept the dialog that asks to allow USB debugging",
        ),
        DeviceState::NoPermissions(_) => (
            ErrorCode::DeviceUnauthorized,
            "Give this user access to the USB device (udev rules on Linux), then reconnect the phone",
        ),
        DeviceState::Bootloader
        | DeviceState::Host
        | DeviceState::Recovery
        | DeviceState::Rescue
        | DeviceState::Sideload
        | DeviceState::Detached
        | DeviceState::Other(_) => {
            return Some(Trouble {
                code: ErrorCode::DeviceNotFound,
                hint: format!("It is in state {state}; start Android on it"),
            });
        }
    };
    Some(Trouble {
        code,
        hint: hint.to_owned(),
    })
}

fn not_found(serial: &str) -> String {
    format!("Device {serial} not found or not in device state")
}
