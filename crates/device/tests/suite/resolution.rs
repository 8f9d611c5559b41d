//! Which phone is chosen, or why none is.

use clawperator_adb::{DeviceEntry, DeviceState};
use clawperator_device::resolve::{Asked, resolve};

fn devices(list: &str) -> Vec<DeviceEntry> {
    let entry = |text: &str| {
        let (serial, state) = text.split_once('=').unwrap();
        DeviceEntry {
            serial: serial.to_owned(),
            state: DeviceState::parse(state),
            path: None,
            product: None,
            model: None,
            device: None,
            transport_id: None,
        }
    };
    list.split(';')
        .filter(|text| !text.is_empty())
        .map(entry)
        .collect()
}

const NONE: Option<&str> = None;

type Row = (
    &'static str,
    Option<&'static str>,
    Option<&'static str>,
    &'static str,
);

/// Devices, flag and variable; then the serial that is chosen, or the code and the message.
const TABLE: &[Row] = &[
    ("", NONE, NONE, "NO_DEVICES: No connected devices"),
    ("a=device", NONE, NONE, "a"),
    ("a=device", None, Some(""), "a"),
    ("a=device;b=device", Some("b"), NONE, "b"),
    ("a=device;b=device", None, Some("b"), "b"),
    ("a=device;b=device", Some("a"), Some("b"), "a"),
    ("a=device;b=offline;c=unauthorized", NONE, NONE, "a"),
    (
        "a=device;b=device",
        NONE,
        NONE,
        "MULTIPLE_DEVICES_DEVICE_ID_REQUIRED: Multiple devices are connected and none was chosen",
    ),
    (
        "a=device",
        Some("x"),
        NONE,
        "DEVICE_NOT_FOUND: Device x not found or not in device state",
    ),
    (
        "",
        Some("x"),
        NONE,
        "DEVICE_NOT_FOUND: Device x not found or not in device state",
    ),
    (
        "a=device",
        None,
        Some("x"),
        "DEVICE_NOT_FOUND: Device x not found or not in device state",
    ),
    (
        "a=recovery",
        Some("a"),
        NONE,
        "DEVICE_NOT_FOUND: Device a not found or not in device state",
    ),
    (
        "a=offline",
        NONE,
        NONE,
        "DEVICE_OFFLINE: Device a is offline",
    ),
    (
        "a=offline;b=device",
        Some("a"),
        NONE,
        "DEVICE_OFFLINE: Device a is offline",
    ),
    (
        "a=authorizing",
        NONE,
        NONE,
        "DEVICE_OFFLINE: Device a is authorizing",
    ),
    (
        "a=connecting",
        Some("a"),
        NONE,
        "DEVICE_OFFLINE: Device a is connecting",
    ),
    (
        "a=unauthorized",
        NONE,
        NONE,
        "DEVICE_UNAUTHORIZED: Device a is unauthorized",
    ),
    (
        "a=no permissions (missing udev rules? user is in the plugdev group); see [x]",
        NONE,
        NONE,
        "DEVICE_UNAUTHORIZED: Device a is no permissions (missing udev rules? user is in the plugdev group); see [x]",
    ),
    (
        "a=unauthorized;b=unauthorized",
        NONE,
        NONE,
        "DEVICE_UNAUTHORIZED: Device a is unauthorized",
    ),
    (
        "a=unauthorized;b=offline",
        NONE,
        NONE,
        "NO_DEVICES: No connected devices",
    ),
    (
        "a=bootloader",
        NONE,
        NONE,
        "NO_DEVICES: No connected devices",
    ),
    (
        "a=something new",
        NONE,
        NONE,
        "NO_DEVICES: No connected devices",
    ),
];

#[test]
fn the_table() {
    for &(list, flag, variable, expected) in TABLE {
        // A list is separated by semicolons, which the server's words about permissions have too.
        let list = if list.starts_with("a=no perm") {
            let mut entries = devices("a=device");
            entries[0].state = DeviceState::parse(&list[2..]);
            entries
        } else {
            devices(list)
        };
        let asked = Asked {
            flag,
            variable,
            retry: "clawperator snapshot",
        };
        let found = match resolve(&list, &asked) {
            Ok(entry) => entry.serial.clone(),
            Err(refusal) => format!("{}: {}", refusal.code, refusal.message),
        };
        assert_eq!(found, expected, "{list:?} {flag:?} {variable:?}");
    }
}

#[test]
fn refusals_say_what_to_do() {
    let list = devices("a=device;b=device;c=offline");
    let asked = Asked {
        retry: "clawperator snapshot",
        ..Asked::default()
    };
    let several = resolve(&list, &asked).unwrap_err();
    assert_eq!(
        several.hint,
        "Choose one of a, b, for example: clawperator snapshot --device a"
    );
    let details = serde_json::to_value(&several).unwrap();
    assert_eq!(
        details,
        serde_json::json!({
            "code": "MULTIPLE_DEVICES_DEVICE_ID_REQUIRED",
            "message": "Multiple devices are connected and none was chosen",
            "hint": "Choose one of a, b, for example: clawperator snapshot --device a",
            "details": {
                "connected": ["a", "b"],
                "devices": [
                    { "serial": "a", "state": "device" },
                    { "serial": "b", "state": "device" },
                    { "serial": "c", "state": "offline" },
                ],
            },
        })
    );
    let absent = Asked {
        variable: Some("x"),
        ..asked
    };
    let list = devices("a=device");
    let absent = resolve(&list, &absent).unwrap_err();
    assert_eq!(
        absent.hint,
        "Retry with: clawperator snapshot --device a (the serial is from ANDROID_SERIAL)"
    );
    assert_eq!(absent.details.device_id.as_deref(), Some("x"));
    assert_eq!(absent.details.connected, ["a"]);
    let mixed = devices("a=unauthorized;b=offline");
    let none = resolve(&mixed, &asked).unwrap_err();
    assert_eq!(none.hint, "None is ready: a is unauthorized, b is offline");
}
