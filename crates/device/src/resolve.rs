//! Which phone is meant.

use clawperator_adb::{DeviceEntry, DeviceState};
use serde::Serialize;

/// What was asked for.
#[derive(Debug, Clone, Copy, Default)]
pub struct Asked<'a> {
    /// The value of `--device`.
    pub flag: Option<&'a str>,
    /// The value of `ANDROID_SERIAL`, which counts when there is no flag; an empty one is none.
    pub variable: Option<&'a str>,
    /// The command that was typed, such as `clawperator snapshot`; hints repeat it with a serial number.
    pub retry: &'a str,
}

/// Why no phone was chosen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Refusal {
    /// A code of the execution contract.
    pub code: &'static str,
    /// What is wrong.
    pub message: String,
    /// What to do next.
    pub hint: String,
    /// The particulars.
    pub details: Box<RefusalDetails>,
}

/// The particulars of a [`Refusal`].
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RefusalDetails {
    /// The phone that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub device_id: Option<String>,
    /// The serial numbers of the phones that are ready.
    pub connected: Vec<String>,
    /// Every phone that the server knows.
    pub devices: Vec<ListedDevice>,
}

/// A phone in a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ListedDevice {
    /// The serial number.
    pub serial: String,
    /// The state, in adb's words.
    pub state: String,
    /// The model, as the adb server has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
}

/// What a state means for whoever wants to use the phone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Readiness {
    Ready,
    Offline,
    Unauthorized,
    Elsewhere,
}

/// Chooses the phone that was asked for, or the only one that is ready.
///
/// Serial numbers are compared as they are. A phone that is not ready stands in the way of nothing: with one that is
/// ready beside it, that one is chosen.
pub fn resolve<'d>(
    devices: &'d [DeviceEntry],
    asked: &Asked<'_>,
) -> Result<&'d DeviceEntry, Refusal> {
    let variable = asked.variable.filter(|serial| !serial.trim().is_empty());
    let list = List { devices, asked };
    match asked.flag.or(variable) {
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
        let serial = &entry.serial;
        match readiness(&entry.state) {
            Readiness::Ready => Ok(entry),
            Readiness::Offline => Err(self.refusal(
                "DEVICE_OFFLINE",
                format!("Device {serial} is {}", entry.state),
                "Reconnect the phone, or run: adb reconnect offline".to_owned(),
                Some(serial),
            )),
            Readiness::Unauthorized => Err(self.refusal(
                "DEVICE_UNAUTHORIZED",
                format!("Device {serial} is {}", entry.state),
                unauthorized_hint(&entry.state).to_owned(),
                Some(serial),
            )),
            Readiness::Elsewhere => Err(self.refusal(
                "DEVICE_NOT_FOUND",
                format!("Device {serial} not found or not in device state"),
                format!("It is in state {}; start Android on it", entry.state),
                Some(serial),
            )),
        }
    }

    fn only(&self) -> Result<&'d DeviceEntry, Refusal> {
        let mut ready = self
            .devices
            .iter()
            .filter(|entry| readiness(&entry.state) == Readiness::Ready);
        match (ready.next(), ready.next()) {
            (Some(only), None) => Ok(only),
            (Some(first), Some(_)) => Err(self.several(first)),
            (None, _) => Err(self.none()),
        }
    }

    fn several(&self, first: &DeviceEntry) -> Refusal {
        let serials = self.connected().join(", ");
        let retry = self.retry();
        self.refusal(
            "MULTIPLE_DEVICES_DEVICE_ID_REQUIRED",
            "Multiple devices are connected and none was chosen".to_owned(),
            format!(
                "Choose one of {serials}, for example: {retry} --device {}",
                first.serial
            ),
            None,
        )
    }

    /// Where all that are there have the same trouble, the trouble is told and not that nothing is there.
    fn none(&self) -> Refusal {
        if let Some(first) = self.devices.first()
            && self
                .devices
                .iter()
                .all(|entry| readiness(&entry.state) == readiness(&first.state))
            && readiness(&first.state) != Readiness::Elsewhere
            && let Err(refusal) = self.usable(first)
        {
            return refusal;
        }
        let hint = if self.devices.is_empty() {
            "Connect a phone with USB debugging on, then run: clawperator devices".to_owned()
        } else {
            let states: Vec<String> = self
                .devices
                .iter()
                .map(|entry| format!("{} is {}", entry.serial, entry.state))
                .collect();
            format!("None is ready: {}", states.join(", "))
        };
        self.refusal("NO_DEVICES", "No connected devices".to_owned(), hint, None)
    }

    fn absent(&self, serial: &str) -> Refusal {
        let retry = self.retry();
        let mut hint = match &*self.connected() {
            [] => "No phone is ready; run: clawperator devices".to_owned(),
            [only] => format!("Retry with: {retry} --device {only}"),
            several => format!("Choose one of {}", several.join(", ")),
        };
        if self.asked.flag.is_none() {
            hint.push_str(" (the serial is from ANDROID_SERIAL)");
        }
        self.refusal(
            "DEVICE_NOT_FOUND",
            format!("Device {serial} not found or not in device state"),
            hint,
            Some(serial),
        )
    }

    fn retry(&self) -> &str {
        if self.asked.retry.is_empty() {
            "clawperator devices"
        } else {
            self.asked.retry
        }
    }

    fn connected(&self) -> Vec<String> {
        self.devices
            .iter()
            .filter(|entry| readiness(&entry.state) == Readiness::Ready)
            .map(|entry| entry.serial.clone())
            .collect()
    }

    fn refusal(
        &self,
        code: &'static str,
        message: String,
        hint: String,
        device_id: Option<&str>,
    ) -> Refusal {
        let listed = |entry: &DeviceEntry| ListedDevice {
            serial: entry.serial.clone(),
            state: entry.state.to_string(),
            model: entry.model.clone(),
        };
        Refusal {
            code,
            message,
            hint,
            details: Box::new(RefusalDetails {
                device_id: device_id.map(str::to_owned),
                connected: self.connected(),
                devices: self.devices.iter().map(listed).collect(),
            }),
        }
    }
}

fn readiness(state: &DeviceState) -> Readiness {
    match state {
        DeviceState::Device => Readiness::Ready,
        DeviceState::Offline | DeviceState::Connecting | DeviceState::Authorizing => {
            Readiness::Offline
        }
        DeviceState::Unauthorized | DeviceState::NoPermissions(_) => Readiness::Unauthorized,
        DeviceState::Bootloader
        | DeviceState::Host
        | DeviceState::Recovery
        | DeviceState::Rescue
        | DeviceState::Sideload
        | DeviceState::Detached
        | DeviceState::Other(_) => Readiness::Elsewhere,
    }
}

fn unauthorized_hint(state: &DeviceState) -> &'static str {
    if matches!(state, DeviceState::NoPermissions(_)) {
        "Give this user access to the USB device (udev rules on Linux), then reconnect the phone"
    } else {
        "Unlock the phone and accept the dialog that asks to allow USB debugging"
    }
}
