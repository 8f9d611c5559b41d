//! What the server's refusals mean.

use crate::error::AdbError;
use crate::wire::DeviceState;

/// Turns the text after `FAIL` into an error. The texts are those of adb 29 to 36.
pub(crate) fn interpret(service: &str, serial: &str, text: &str) -> AdbError {
    let serial_or = |found: &str| {
        if serial.is_empty() {
            found.to_owned()
        } else {
            serial.to_owned()
        }
    };
    // Some services put their own words in front; `adb connect` and friends are not mapped here.
    let text = text.trim();
    if let Some(found) = text
        .strip_prefix("device '")
        .and_then(|rest| rest.strip_suffix("' not found"))
    {
        return AdbError::DeviceNotFound {
            serial: serial_or(found),
        };
    }
    // An empty refusal is one without words.
    let first = text.lines().next().unwrap_or_default();
    match first {
        "device not found" => AdbError::DeviceNotFound {
            serial: serial_or(""),
        },
        "device offline" => offline(serial, DeviceState::Offline),
        "device still connecting" => offline(serial, DeviceState::Connecting),
        "device still authorizing" => offline(serial, DeviceState::Authorizing),
        "more than one device/emulator" | "more than one device" | "more than one emulator" => {
            AdbError::MultipleDevices
        }
        "no devices/emulators found" | "no devices found" | "no emulators found" => {
            AdbError::NoDevices
        }
        _ if first.starts_with("device unauthorized")
            || first.starts_with("insufficient permissions for device")
            || first.starts_with("no permissions") =>
        {
            AdbError::DeviceUnauthorized {
                serial: serial.to_owned(),
                message: text.to_owned(),
            }
        }
        _ => AdbError::ServiceRefused {
            service: service.to_owned(),
            message: text.to_owned(),
        },
    }
}

fn offline(serial: &str, state: DeviceState) -> AdbError {
    AdbError::DeviceOffline {
        serial: serial.to_owned(),
        state,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_have_codes() {
        let unauthorized = "device unauthorized.\nThis adb server's $ADB_VENDOR_KEYS is not set\nTry 'adb kill-server' if that seems wrong.\nOtherwise check for a confirmation dialog on your device.";
        for (text, code) in [
            ("device 'x' not found", "DEVICE_NOT_FOUND"),
            ("device 'it's' not found", "DEVICE_NOT_FOUND"),
            ("device offline", "DEVICE_OFFLINE"),
            ("device still connecting", "DEVICE_OFFLINE"),
            ("device still authorizing", "DEVICE_OFFLINE"),
            (unauthorized, "DEVICE_UNAUTHORIZED"),
            (
                "insufficient permissions for device: user in plugdev group; are your udev rules wrong?\nSee [http://developer.android.com/tools/device.html] for more information",
                "DEVICE_UNAUTHORIZED",
            ),
            (
                "more than one device/emulator",
                "MULTIPLE_DEVICES_DEVICE_ID_REQUIRED",
            ),
            ("no devices/emulators found", "NO_DEVICES"),
            ("closed", "DEVICE_SHELL_UNAVAILABLE"),
        ] {
            let error = interpret("shell", "x", text);
            assert_eq!(error.code().name(), code, "{text}");
        }
    }

    #[test]
    fn the_server_names_the_device_when_the_caller_did_not() {
        assert!(matches!(
            interpret("features", "", "device 'it's' not found"),
            AdbError::DeviceNotFound { serial } if serial == "it's"
        ));
    }
}
