//! Which phone is chosen, or why none is.

use clawperator_adb::{DeviceEntry, DeviceState, Endpoint, Server, ServerOptions, StartServer};
use clawperator_contract::{Advice, ErrorCode, Failure, FailureCode, Next};
use clawperator_device::resolve::{DefaultPhone, ResolveRequest, find, list, resolve};

use super::fixture::{PrivateServer, free_port, programs, soon};
use super::handset::{Condition, Phone};

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
    ("a=device;b=offline;c=unauthorized", Some("a"), NONE, "a"),
    (
        "a=device;b=offline",
        NONE,
        NONE,
        "MULTIPLE_DEVICES_DEVICE_ID_REQUIRED: Multiple devices are connected and none was chosen",
    ),
    (
        "a=unauthorized;b=device",
        NONE,
        NONE,
        "MULTIPLE_DEVICES_DEVICE_ID_REQUIRED: Multiple devices are connected and none was chosen",
    ),
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

fn set_in_variable(serial: &str) -> DefaultPhone {
    DefaultPhone {
        serial: serial.to_owned(),
        set_in: "ANDROID_SERIAL".to_owned(),
    }
}

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
        let default = variable.map(set_in_variable);
        let asked = ResolveRequest {
            serial: flag,
            default: default.as_ref(),
            runs_lines: true,
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
    let asked = ResolveRequest::default();
    let several = resolve(&list, &asked).unwrap_err();
    let choose = Advice::new("Choose one of a, b, c (offline)").by(Next::ChooseDevice);
    assert_eq!(several.advice, choose);
    let failure = Failure::from(several);
    assert_eq!(
        serde_json::to_value(&failure).unwrap(),
        serde_json::json!({
            "code": "MULTIPLE_DEVICES_DEVICE_ID_REQUIRED",
            "message": "Multiple devices are connected and none was chosen",
            "hint": "Choose one of a, b, c (offline)",
            "next": ["choose_device"],
            "details": {
                "connected": ["a", "b"],
                "devices": [
                    { "serial": "a", "state": "device" },
                    { "serial": "b", "state": "device" },
                    {
                        "serial": "c",
                        "state": "offline",
                        "code": "DEVICE_OFFLINE",
                        "hint": "Reconnect the phone, or run: adb reconnect offline",
                    },
                ],
            },
        })
    );
    let default = set_in_variable("x");
    let absent = ResolveRequest {
        default: Some(&default),
        ..asked
    };
    let list = devices("a=device");
    let absent = resolve(&list, &absent).unwrap_err();
    let choose = "Only a is ready (the serial is from ANDROID_SERIAL)";
    assert_eq!(absent.advice, Advice::new(choose).by(Next::ChooseDevice));
    assert_eq!(absent.details.device_id.as_deref(), Some("x"));
    assert_eq!(absent.details.connected, ["a"]);
    let mixed = devices("a=unauthorized;b=offline");
    let none = resolve(&mixed, &asked).unwrap_err();
    let states = "None is ready: a is unauthorized, b is offline";
    assert_eq!(none.advice, Advice::new(states));
}

#[test]
fn a_list_says_what_stands_in_the_way_of_a_phone() {
    let listed = list(&devices(
        "a=device;b=offline;c=authorizing;d=unauthorized;e=no permissions;f=recovery",
    ));
    let told: Vec<_> = listed
        .devices
        .iter()
        .map(|device| {
            let code = device.code.as_ref().and_then(FailureCode::known);
            (device.state.as_str(), code, device.hint.as_deref())
        })
        .collect();
    let expected = [
        ("device", None, None),
        (
            "offline",
            Some(ErrorCode::DeviceOffline),
            Some("Reconnect the phone, or run: adb reconnect offline"),
        ),
        (
            "authorizing",
            Some(ErrorCode::DeviceOffline),
            Some("Wait a moment, then list the phones again"),
        ),
        (
            "unauthorized",
            Some(ErrorCode::DeviceUnauthorized),
            Some("Unlock the phone and accept the dialog that asks to allow USB debugging"),
        ),
        (
            "no permissions",
            Some(ErrorCode::DeviceUnauthorized),
            Some(
                "Give this user access to the USB device (udev rules on Linux), then reconnect the phone",
            ),
        ),
        (
            "recovery",
            Some(ErrorCode::DeviceNotFound),
            Some("It is in state recovery; start Android on it"),
        ),
    ];
    assert_eq!(told, expected);
}

#[tokio::test]
async fn a_server_is_asked_for_the_phone() {
    let adb = &programs()[0];
    let asked = ResolveRequest::default();
    let place = PrivateServer::with_phones(adb, &[]).await;
    let none = find(&place.client(), &asked, soon()).await.unwrap_err();
    assert_eq!(none.code, ErrorCode::NoDevices);

    let first = Phone::start("14", Condition::default()).await;
    place.connect(&first.serial).await;
    let only = find(&place.client(), &asked, soon()).await.unwrap();
    assert_eq!(only.serial(), first.serial);

    let second = Phone::start("15", Condition::default()).await;
    place.connect(&second.serial).await;
    let several = find(&place.client(), &asked, soon()).await.unwrap_err();
    assert_eq!(several.code, ErrorCode::MultipleDevicesDeviceIdRequired);
    let named = ResolveRequest {
        serial: Some(&second.serial),
        ..asked
    };
    let chosen = find(&place.client(), &named, soon()).await.unwrap();
    assert_eq!(chosen.serial(), second.serial);
}

#[tokio::test]
async fn a_server_that_is_not_there_is_told_with_what_to_do() {
    let server = Server::new(
        Endpoint::local(free_port()),
        ServerOptions {
            stream_limit: 1,
            start: StartServer::WhenRefused(None),
        },
    );
    let failure = find(&server, &ResolveRequest::default(), soon())
        .await
        .unwrap_err();
    assert_eq!(failure.code, ErrorCode::AdbNotFound);
    assert_eq!(
        failure.hint.as_deref(),
        Some(ErrorCode::AdbNotFound.spec().recovery)
    );
}
