//! `cmd overlay`.

use std::fmt::Write as _;

use clawperator_phone_shell::{Closed, Exit};

use crate::call::{Call, FAILED};

/// Overlays of every phone: target, name and whether it is on.
const OVERLAYS: [(&str, &str, bool); 3] = [
    (
        "android",
        "com.android.internal.display.cutout.emulation.corner",
        false,
    ),
    (
        "android",
        "com.android.internal.systemui.navbar.gestural",
        true,
    ),
    (
        "android",
        "com.android.internal.systemui.navbar.threebutton",
        false,
    ),
];

/// `cmd overlay COMMAND …`
pub(crate) async fn run(call: &Call<'_>, arguments: &[String]) -> Result<Exit, Closed> {
    match arguments.first().map(String::as_str) {
        Some("list") => {
            let mut text = String::new();
            let mut last = "";
            for (target, name, on) in OVERLAYS {
                if target != last {
                    let _ = writeln!(text, "{target}");
                    last = target;
                }
                let _ = writeln!(text, "[{}] {name}", if on { 'x' } else { ' ' });
            }
            text.push('\n');
            call.answer(text, 0).await
        }
        Some(command @ ("enable" | "disable" | "enable-exclusive" | "set-priority")) => {
            let name = arguments
                .iter()
                .skip(1)
                .find(|word| !word.starts_with('-') && *word != "0");
            match name {
                Some(name) if OVERLAYS.iter().any(|(_, known, _)| known == name) => Ok(0),
                Some(name) => {
                    call.fail(format!("Error: Failed to {command} {name}\n"), FAILED)
                        .await
                }
                None => call.fail("Error: Missing package name\n", FAILED).await,
            }
        }
        None | Some("help" | "-h") => {
            let text = "Overlay manager (overlay) commands:\n    help\n      This text.\n    list\n    \
                        enable PACKAGE\n    disable PACKAGE\n    enable-exclusive PACKAGE\n    \
                        set-priority PACKAGE PARENT|lowest|highest\n";
            call.answer(text, FAILED).await
        }
        Some(other) => {
            call.answer(format!("Unknown command: {other}\n"), FAILED)
                .await
        }
    }
}
