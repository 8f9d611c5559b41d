//! Which phone is meant.

use clawperator_adb::{Deadline, DeviceEntry, DeviceHandle, DeviceState, Server};
use clawperator_contract::phones::{DeviceDetails, DeviceList, ListedDevice};
use clawperator_contract::{Advice, ErrorCode, Failure, FailureDetails, Next};
use tracing::debug;

/// Which phone is asked for.
#[derive(Debug, Clone, Copy, Default)]
pub struct ResolveRequest<'a> {
    /// The serial that a caller names.
    pub serial: Option<&'a str>,
    /// What counts when the caller names none; an empty serial is none.
    pub default: Option<&'a DefaultPhone>,
    /// Whether lines are run in the phone's shell next, for which it must be known what the phone can do.
    pub runs_lines: bool,
}

/// The phone to use where none is named. It is never replaced by another one that happens to be there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DefaultPhone {
    pub serial: String,
    /// Where the serial is set: the name of a variable, or the path of a file.
    pub set_in: String,
}

impl<'a> ResolveRequest<'a> {
    fn wanted(&self) -> Option<&'a str> {
        self.serial.or(self.default().map(|phone| &*phone.serial))
    }

    fn default(&self) -> Option<&'a DefaultPhone> {
        self.default.filter(|phone| !phone.serial.trim().is_empty())
    }

    /// Why the phone is the one that is meant, for the log.
    fn reason(&self) -> &'static str {
        match (self.serial, self.wanted()) {
            (Some(_), _) => "it was asked for by its serial",
            (None, Some(_)) => "its serial is the default",
            (None, None) => "it is the only one",
        }
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
    pub advice: Advice,
    /// The particulars.
    pub details: Box<DeviceDetails>,
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        Self::new(refusal.code, refusal.message)
            .with_advice(refusal.advice)
            .with_details(FailureDetails::Devices(refusal.details))
    }
}

/// What to do where no phone is connected.
#[must_use]
pub fn connect_one() -> Advice {
    Advice::new("Connect a phone with USB debugging on, or start a virtual one")
        .by(Next::StartVirtualPhone)
}

/// What stands in the way of whoever wants to use a phone.
struct Trouble {
    code: ErrorCode,
    hint: String,
}

/// Asks the server for its phones and chooses one of them: the way to a phone for every command that is for one.
pub async fn find(
    server: &Server,
    asked: &ResolveRequest<'_>,
    deadline: Deadline,
) -> Result<DeviceHandle, Failure> {
    let named = asked.wanted().and_then(|serial| server.device(serial).ok());
    // What the phone can do may be asked for next, and the two questions take no longer than one. Whether there is
    // such a phone is for the list to say.
    let (devices, _) = tokio::join!(server.devices(deadline), async {
        match &named {
            Some(phone) if asked.runs_lines => phone.features(deadline).await.is_ok(),
            _ => false,
        }
    });
    let devices = devices?;
    let chosen = resolve(&devices, asked)?;
    debug!(
        serial = chosen.serial,
        listed = devices.len(),
        because = asked.reason(),
        "phone chosen"
    );
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
    asked: &ResolveRequest<'_>,
) -> Result<&'d DeviceEntry, Refusal> {
    let list = List { devices, asked };
    match asked.wanted() {
        Some(serial) => match devices.iter().find(|entry| entry.serial == serial) {
            Some(entry) => list.usable(entry),
            None => Err(list.absent(serial)),
        },
        None => list.only(),
    }
}

struct List<'d, 'a> {
    devices: &'d [DeviceEntry],
    asked: &'a ResolveRequest<'a>,
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
        Err(self.refusal(
            trouble.code,
            message,
            Advice::new(trouble.hint),
            Some(serial),
        ))
    }

    fn only(&self) -> Result<&'d DeviceEntry, Refusal> {
        match (
            self.devices,
            self.devices.iter().find(|entry| is_ready(entry)),
        ) {
            ([only], Some(_)) => Ok(only),
            (_, Some(_)) => Err(self.several()),
            (_, None) => Err(self.none()),
        }
    }

    fn several(&self) -> Refusal {
        let named = |entry: &DeviceEntry| match trouble(&entry.state) {
            None => entry.serial.clone(),
            Some(_) => format!("{} ({})", entry.serial, entry.state),
        };
        let serials: Vec<String> = self.devices.iter().map(named).collect();
        let serials = serials.join(", ");
        self.refusal(
            ErrorCode::MultipleDevicesDeviceIdRequired,
            "Multiple devices are connected and none was chosen".to_owned(),
            Advice::new(format!("Choose one of {serials}")).by(Next::ChooseDevice),
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
        let advice = if self.devices.is_empty() {
            connect_one()
        } else {
            let states: Vec<String> = self
                .devices
                .iter()
                .map(|entry| format!("{} is {}", entry.serial, entry.state))
                .collect();
            Advice::new(format!("None is ready: {}", states.join(", ")))
        };
        self.refusal(
            ErrorCode::NoDevices,
            "No connected devices".to_owned(),
            advice,
            None,
        )
    }

    fn absent(&self, serial: &str) -> Refusal {
        let (mut hint, next) = match &*self.connected() {
            [] => (
                "No phone is ready; list the phones".to_owned(),
                Next::ListDevices,
            ),
            [only] => (format!("Only {only} is ready"), Next::ChooseDevice),
            several => (
                format!("Choose one of {}", several.join(", ")),
                Next::ChooseDevice,
            ),
        };
        if self.asked.serial.is_none()
            && let Some(default) = self.asked.default()
        {
            hint.push_str(&format!(" (the serial is from {})", default.set_in));
        }
        self.refusal(
            ErrorCode::DeviceNotFound,
            not_found(serial),
            Advice::new(hint).by(next),
            Some(serial),
        )
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
        advice: Advice,
        device_id: Option<&str>,
    ) -> Refusal {
        Refusal {
            code,
            message,
            advice,
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
            "Wait a moment, then list the phones again",
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
