//! What a phone's maker calls the switch without which adb may not send input: `getprop`.

use clawperator_adb::{Deadline, DeviceHandle};

use super::answer::Answer;
use crate::line::{Command, ShellLine, program};

const LIMIT: usize = 4 * 1024;

/// Makers whose phones have such a switch, in the words of their developer options.
const SWITCHES: [(&[&str], &str); 3] = [
    (
        &["xiaomi", "redmi", "poco"],
        "USB debugging (Security settings)",
    ),
    (
        &["oppo", "realme", "oneplus"],
        "Disable permission monitoring",
    ),
    (&["vivo", "iqoo"], "USB security permission"),
];

/// What is said of a phone of any other maker.
pub const INPUT_FORBIDDEN: &str = "the phone does not let adb touch it; on some phones \"USB debugging (Security settings)\" \
                                   must be switched on";

/// Asks who made the phone; what it calls the switch, where that is known.
pub async fn input_switch(device: &DeviceHandle, deadline: Deadline) -> Option<&'static str> {
    let getprop = |name| Command::new(program::GETPROP).fixed(name);
    let line =
        ShellLine::from(getprop("ro.product.manufacturer")).then(getprop("ro.product.brand"));
    let answer = Answer::ask(device, &line, LIMIT, deadline).await.ok()?;
    switch_of(&answer.output)
}

/// What is said of a phone that refuses input, which has this switch.
#[must_use]
pub fn input_forbidden(switch: Option<&str>) -> String {
    match switch {
        Some(switch) => format!(
            "the phone does not let adb touch it; switch \"{switch}\" on in its developer options"
        ),
        None => INPUT_FORBIDDEN.to_owned(),
    }
}

/// Reads the maker and the brand.
fn switch_of(text: &str) -> Option<&'static str> {
    let names: Vec<String> = text
        .lines()
        .map(|line| line.trim().to_lowercase())
        .collect();
    let mut switches = SWITCHES.iter();
    let (_, switch) =
        switches.find(|(makers, _)| names.iter().any(|name| makers.contains(&name.as_str())))?;
    Some(switch)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_maker_has_words_of_its_own() {
        for (text, switch) in [
            ("Xiaomi\nRedmi\n", Some("USB debugging (Security settings)")),
            ("Xiaomi\nPOCO\n", Some("USB debugging (Security settings)")),
            ("OPPO\nOPPO\n", Some("Disable permission monitoring")),
            ("OPPO\nrealme\n", Some("Disable permission monitoring")),
            ("OnePlus\nOnePlus\n", Some("Disable permission monitoring")),
            ("vivo\niQOO\n", Some("USB security permission")),
            ("Google\ngoogle\n", None),
            ("Xiaomi Clone Ltd\n\n", None),
            ("\n", None),
        ] {
            assert_eq!(switch_of(text), switch, "{text:?}");
        }
        let said = input_forbidden(Some("USB security permission"));
        assert!(said.contains("\"USB security permission\""), "{said}");
        assert_eq!(input_forbidden(None), INPUT_FORBIDDEN);
    }
}
