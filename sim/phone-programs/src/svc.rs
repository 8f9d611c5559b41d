//! `svc`.

use clawperator_phone_shell::{Closed, Exit};

use crate::call::Call;
use crate::machine::PowerRequest;
use crate::namespace::Namespace;
use crate::network;
use crate::release::Release;

const COMMANDS: &str = "Available commands:\n    help     Show information about the subcommands\n    \
power    Control the power manager\n    data     Control mobile data connectivity\n    \
wifi     Control the Wi-Fi manager\n    usb      Control Usb state\n    nfc      Control NFC functions\n    \
bluetooth Control Bluetooth service\n    system-server System server process related command.\n";

/// `svc SERVICE COMMAND …`
pub(crate) async fn run(call: &Call<'_>, arguments: &[String]) -> Result<Exit, Closed> {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let release = call.release();
    match words.as_slice() {
        ["wifi", "enable"] => {
            network::set_wifi(call, true);
            Ok(0)
        }
        ["wifi", "disable"] => {
            network::set_wifi(call, false);
            Ok(0)
        }
        ["data", "enable"] => {
            network::set_data(call, true);
            Ok(0)
        }
        ["data", "disable"] => {
            network::set_data(call, false);
            Ok(0)
        }
        // The script of newer releases has its own usage on the output.
        [service @ ("wifi" | "data"), ..] if release >= Release::Android11 => {
            let name = if *service == "wifi" {
                "Wi-Fi"
            } else {
                "mobile data"
            };
            let text = format!("Control {name}\n\nusage: svc {service} [enable|disable]\n");
            call.answer(text, 1).await
        }
        [service @ ("wifi" | "data"), ..] => {
            call.fail(format!("usage: svc {service} [enable|disable]\n"), 0)
                .await
        }
        ["bluetooth", command @ ("enable" | "disable")] => {
            if release >= Release::Android13 {
                return network::bluetooth(call, &[(*command).to_owned()]).await;
            }
            network::set_bluetooth(call, *command == "enable");
            Ok(0)
        }
        ["power", "stayon", how] if STAY_ON.iter().any(|(name, _)| name == how) => {
            let value = STAY_ON
                .iter()
                .find(|(name, _)| name == how)
                .map_or("0", |(_, value)| value);
            call.phone()
                .set_setting(Namespace::Global, "stay_on_while_plugged_in", value);
            if value != "0" {
                call.screen().set_awake(true).await;
            }
            Ok(0)
        }
        ["power", "reboot", rest @ ..] => {
            let target = rest.first().map(|target| (*target).to_owned());
            call.framework
                .machine
                .power(PowerRequest::Reboot(target), call.process.pid)
                .await;
            Ok(0)
        }
        ["power", "shutdown"] => {
            call.framework
                .machine
                .power(PowerRequest::Shutdown, call.process.pid)
                .await;
            Ok(0)
        }
        ["power", "forcesuspend"] => {
            call.screen().set_awake(false).await;
            Ok(0)
        }
        ["power", ..] => {
            let text = "Control the power manager\n\nusage: svc power stayon [true|false|usb|ac|wireless|dock]\n       \
                        svc power reboot [reason]\n       svc power shutdown\n       svc power forcesuspend [t]\n";
            call.fail(text, 0).await
        }
        ["usb", "getFunctions" | "getFunction"] => call.answer("adb\n", 0).await,
        ["usb", "setFunctions" | "setFunction", ..] | ["nfc", "enable" | "disable"] => Ok(0),
        _ => call.fail(COMMANDS, 0).await,
    }
}

/// What keeps the screen on, and the bits of the setting.
const STAY_ON: [(&str, &str); 6] = [
    ("true", "15"),
    ("false", "0"),
    ("ac", "1"),
    ("usb", "2"),
    ("wireless", "4"),
    ("dock", "8"),
];
