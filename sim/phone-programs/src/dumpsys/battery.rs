//! `dumpsys battery` and `cmd battery`.

use std::fmt::Write as _;

use clawperator_phone_shell::{Closed, Exit};

use crate::call::{Call, FAILED};
use crate::phone::{Battery, BatteryPower};
use crate::release::Release;

/// What a command came to.
enum Done {
    Silent,
    Told(String),
    Refused(String),
    /// No command: the state is wanted.
    Nothing,
}

/// `dumpsys battery [COMMAND]`; a refusal is told but has no status of its own.
pub(super) async fn text(call: &Call<'_>, arguments: &[String]) -> String {
    match change(call, arguments).await {
        Done::Silent => String::new(),
        Done::Told(text) | Done::Refused(text) => text,
        Done::Nothing => state(call).await,
    }
}

/// `cmd battery COMMAND`
pub(crate) async fn command(call: &Call<'_>, arguments: &[String]) -> Result<Exit, Closed> {
    match change(call, arguments).await {
        Done::Silent => Ok(0),
        Done::Told(text) => call.answer(text, 0).await,
        Done::Refused(text) => call.answer(text, FAILED).await,
        Done::Nothing => {
            let text = "Battery service (battery) commands:\n  help\n    This text.\n  get \
                        [ac|usb|wireless|dock|status|level|temp|present|counter|invalid]\n  set \
                        [ac|usb|wireless|dock|status|level|temp|present|counter|invalid] <value>\n  unplug\n  reset\n";
            call.answer(text, FAILED).await
        }
    }
}

async fn change(call: &Call<'_>, arguments: &[String]) -> Done {
    let words: Vec<&str> = arguments
        .iter()
        .map(String::as_str)
        .filter(|word| *word != "-f")
        .collect();
    match words.as_slice() {
        [] | ["-a" | "help" | "-h", ..] => Done::Nothing,
        ["reset"] => {
            call.phone().set_battery(Battery::default());
            Done::Silent
        }
        ["unplug"] => {
            let battery = Battery {
                power: BatteryPower::default(),
                status: 3,
                updates_stopped: true,
                ..call.phone().battery()
            };
            call.phone().set_battery(battery);
            Done::Silent
        }
        ["set", property, value] => set(call, property, value),
        ["get", property] if call.release() >= Release::Android13 => get(call, property).await,
        ["set" | "get"] => Done::Refused("No property specified\n".to_owned()),
        ["set", _] => Done::Refused("No value specified\n".to_owned()),
        [other, ..] => Done::Refused(format!("Unknown command: {other}\n")),
    }
}

/// The number between two others that is nearest.
fn byte(number: i32, least: u8, most: u8) -> u8 {
    let nearest = if number < 0 { least } else { most };
    u8::try_from(number).map_or(nearest, |number| number.clamp(least, most))
}

fn set(call: &Call<'_>, property: &str, value: &str) -> Done {
    let Ok(number) = value.parse::<i32>() else {
        return Done::Refused(format!("Bad value: {value}\n"));
    };
    let mut battery = call.phone().battery();
    match property {
        "level" => battery.level = Some(byte(number, 0, 100)),
        "status" => battery.status = byte(number, 1, 5),
        "temp" => battery.temperature = number,
        "ac" => battery.power.ac = number != 0,
        "usb" => battery.power.usb = number != 0,
        "wireless" => battery.power.wireless = number != 0,
        "dock" if call.release() >= Release::Android14 => battery.power.dock = number != 0,
        "present" | "counter" | "invalid" => {}
        other => return Done::Refused(format!("Unknown set option: {other}\n")),
    }
    battery.updates_stopped = true;
    call.phone().set_battery(battery);
    Done::Silent
}

async fn get(call: &Call<'_>, property: &str) -> Done {
    let battery = call.phone().battery();
    let text = match property {
        "level" => level(call).await.to_string(),
        "status" => battery.status.to_string(),
        "temp" => battery.temperature.to_string(),
        "ac" => battery.power.ac.to_string(),
        "usb" => battery.power.usb.to_string(),
        "wireless" => battery.power.wireless.to_string(),
        "dock" => battery.power.dock.to_string(),
        "present" => "true".to_owned(),
        "counter" => "3500000".to_owned(),
        "invalid" => "0".to_owned(),
        other => return Done::Refused(format!("Unknown get option: {other}\n")),
    };
    Done::Told(format!("{text}\n"))
}

/// The level that was set, or the real one.
pub(super) async fn level(call: &Call<'_>) -> u8 {
    match call.phone().battery().level {
        Some(level) => level,
        None => call.state().await.battery_level,
    }
}

async fn state(call: &Call<'_>) -> String {
    let (release, level) = (call.release(), level(call).await);
    let battery = call.phone().battery();
    let BatteryPower {
        ac,
        usb,
        wireless,
        dock,
    } = battery.power;
    let mut text = "Current Battery Service state:\n".to_owned();
    if battery.updates_stopped {
        text.push_str("  (UPDATES STOPPED -- use 'reset' to restart)\n");
    }
    let _ = writeln!(
        text,
        "  AC powered: {ac}\n  USB powered: {usb}\n  Wireless powered: {wireless}"
    );
    if release >= Release::Android14 {
        let _ = writeln!(text, "  Dock powered: {dock}");
    }
    let plugged = ac || usb || wireless || dock;
    let (current, voltage) = if plugged {
        (500_000, 5_000_000)
    } else {
        (0, 0)
    };
    let _ = write!(
        text,
        "  Max charging current: {current}\n  Max charging voltage: {voltage}\n  Charge counter: {}\n  status: {}\n  \
         health: 2\n  present: true\n  level: {level}\n  scale: 100\n  voltage: {}\n  temperature: {}\n  \
         technology: Li-ion\n",
        u32::from(level) * 40_000,
        battery.status,
        battery.voltage,
        battery.temperature,
    );
    if release >= Release::Android15 {
        text.push_str("  Charging state: 0\n  Charging policy: 0\n");
    }
    if release >= Release::Android16 {
        text.push_str(
            "  Capacity level: -1\n  Time when the latest updated value of the level was sent via \
             battery changed broadcast: 0\n  Time when the latest updated value of the charge counter was sent via \
             battery changed broadcast: 0\n  Time when the latest updated value of the voltage was sent via \
             battery changed broadcast: 0\n",
        );
    }
    text
}
