//! `cmd wifi`, `cmd phone` and `cmd bluetooth_manager`, as far as switching goes.

use clawperator_phone_shell::{Closed, Exit};

use crate::call::{Call, FAILED};
use crate::namespace::Namespace;

/// `cmd wifi COMMAND …`
pub(crate) async fn wifi(call: &Call<'_>, arguments: &[String]) -> Result<Exit, Closed> {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["status", ..] => {
            let text = if call.phone().inner().wifi {
                "Wifi is enabled\nWifi scanning is only available when wifi is enabled\n\
                 ==== Primary ClientModeManager instance ====\nWifi is connected to \"AndroidWifi\"\n"
            } else {
                "Wifi is disabled\nWifi scanning is only available when wifi is enabled\n"
            };
            call.answer(text, 0).await
        }
        ["set-wifi-enabled", "enabled", ..] => {
            set_wifi(call, true);
            Ok(0)
        }
        ["set-wifi-enabled", "disabled", ..] => {
            set_wifi(call, false);
            Ok(0)
        }
        ["set-wifi-enabled", ..] => {
            call.fail(
                "Invalid args to set-wifi-enabled: expected 'enabled' or 'disabled'\n",
                FAILED,
            )
            .await
        }
        ["list-networks", ..] => {
            let text = "Network Id      SSID                         Security type\n\
                        0            AndroidWifi                      open\n";
            call.answer(text, 0).await
        }
        [] | ["help" | "-h", ..] => {
            let text = "Wi-Fi (wifi) commands:\n  help or -h\n    This text.\n  status\n  \
                        set-wifi-enabled enabled|disabled\n  list-networks\n";
            call.answer(text, FAILED).await
        }
        [other, ..] => {
            call.answer(format!("Unknown command: {other}\n"), FAILED)
                .await
        }
    }
}

/// `cmd phone data enable|disable`
pub(crate) async fn phone(call: &Call<'_>, arguments: &[String]) -> Result<Exit, Closed> {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["data", "enable", ..] => {
            set_data(call, true);
            Ok(0)
        }
        ["data", "disable", ..] => {
            set_data(call, false);
            Ok(0)
        }
        [] | ["help" | "-h", ..] => {
            call.answer(
                "Telephony commands:\n  help\n  data enable|disable\n",
                FAILED,
            )
            .await
        }
        [other, ..] => {
            call.answer(format!("Unknown command: {other}\n"), FAILED)
                .await
        }
    }
}

/// `cmd bluetooth_manager enable|disable`
pub(crate) async fn bluetooth(call: &Call<'_>, arguments: &[String]) -> Result<Exit, Closed> {
    match arguments.first().map(String::as_str) {
        Some("enable") => {
            set_bluetooth(call, true);
            call.answer("Enabling Bluetooth\n", 0).await
        }
        Some("disable") => {
            set_bluetooth(call, false);
            call.answer("Disabling Bluetooth\n", 0).await
        }
        None | Some("help" | "-h") => {
            call.answer(
                "Bluetooth Manager Commands:\n  help or -h\n  enable\n  disable\n",
                FAILED,
            )
            .await
        }
        Some(other) => {
            call.answer(format!("Unknown command: {other}\n"), FAILED)
                .await
        }
    }
}

pub(crate) fn set_wifi(call: &Call<'_>, on: bool) {
    call.phone().inner().wifi = on;
    call.phone()
        .set_setting(Namespace::Global, "wifi_on", number(on));
}

pub(crate) fn set_data(call: &Call<'_>, on: bool) {
    call.phone().inner().mobile_data = on;
    call.phone()
        .set_setting(Namespace::Global, "mobile_data", number(on));
}

pub(crate) fn set_bluetooth(call: &Call<'_>, on: bool) {
    call.phone().inner().bluetooth = on;
    call.phone()
        .set_setting(Namespace::Global, "bluetooth_on", number(on));
}

fn number(on: bool) -> &'static str {
    if on { "1" } else { "0" }
}
