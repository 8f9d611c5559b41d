//! Release, model and whether Android has started: `getprop`.

use clawperator_adb::{Deadline, DeviceHandle};

use super::answer::Answer;
use super::error::ProbeResult;
use crate::line::{Command, ShellLine, program};

/// What a phone is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Properties {
    /// Android's release, such as `14`; a preview says its code name.
    pub release: String,
    /// The API level, such as 34.
    pub api_level: u32,
    /// The model, such as `Pixel 8`; empty when the phone does not say.
    pub model: String,
    /// The maker; empty when the phone does not say.
    pub manufacturer: String,
    /// Whether Android has started; a phone that does not say has.
    pub boot_completed: bool,
}

const WHAT: &str = "its release";
const LIMIT: usize = 64 * 1024;

/// The properties, in the order of [`from_values`].
const NAMES: [&str; 5] = [
    "ro.build.version.release",
    "ro.build.version.sdk",
    "ro.product.model",
    "ro.product.manufacturer",
    "sys.boot_completed",
];

/// Asks the phone.
pub async fn read(device: &DeviceHandle, deadline: Deadline) -> ProbeResult<Properties> {
    let [first, rest @ ..] = NAMES.map(getprop);
    let all = rest
        .into_iter()
        .fold(ShellLine::from(first), ShellLine::then);
    let answer = Answer::ask(device, &all, LIMIT, deadline)
        .await?
        .check(WHAT)?;
    let lines: Vec<&str> = answer.output.lines().collect();
    if let Ok(values) = <[&str; 5]>::try_from(lines) {
        return from_values(values).ok_or_else(|| answer.unreadable(WHAT));
    }
    // A value has a newline in it, so each is asked for alone.
    let mut values: [String; 5] = Default::default();
    for (name, value) in NAMES.into_iter().zip(&mut values) {
        let line = ShellLine::from(getprop(name));
        let answer = Answer::ask(device, &line, LIMIT, deadline).await?;
        answer.output.trim_end().clone_into(value);
    }
    from_values(values.each_ref().map(String::as_str)).ok_or_else(|| answer.unreadable(WHAT))
}

/// Reads the values of release, API level, model, manufacturer and `sys.boot_completed`.
#[must_use]
pub fn from_values(values: [&str; 5]) -> Option<Properties> {
    let [release, api_level, model, manufacturer, booted] = values.map(str::trim);
    if release.is_empty() {
        return None;
    }
    Some(Properties {
        release: release.to_owned(),
        api_level: api_level.parse().ok()?,
        model: model.to_owned(),
        manufacturer: manufacturer.to_owned(),
        boot_completed: !matches!(booted, "0"),
    })
}

fn getprop(name: &'static str) -> Command {
    Command::new(program::GETPROP).fixed(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_become_properties() {
        let phone = from_values(["16", "36", "SM-S156V", "samsung", "1"]).unwrap();
        assert_eq!((phone.api_level, phone.boot_completed), (36, true));
        assert_eq!(from_values(["", "36", "", "", ""]), None);
        assert_eq!(from_values(["16", "x", "", "", ""]), None);
        assert!(
            !from_values(["9", "28", "", "", "0"])
                .unwrap()
                .boot_completed
        );
    }
}
