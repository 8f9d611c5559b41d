//! `cmd display`.

use clawperator_phone_shell::{Closed, Exit};

use crate::call::{Call, FAILED};
use crate::dumpsys::display;
use crate::release::Release;

/// `cmd display COMMAND …`
pub(crate) async fn run(call: &Call<'_>, arguments: &[String]) -> Result<Exit, Closed> {
    let release = call.release();
    match arguments.first().map(String::as_str) {
        Some("get-displays") if release >= Release::Android13 => {
            let info = display::info(release, &call.state().await);
            call.answer(
                format!("Displays:\nDisplay id 0: {info}, isValid=true\n"),
                0,
            )
            .await
        }
        Some("set-brightness") => {
            let value = arguments.get(1).and_then(|word| word.parse::<f32>().ok());
            match value.filter(|value| (0.0..=1.0).contains(value)) {
                Some(_) => Ok(0),
                None => {
                    call.fail("Error: brightness should be a number between 0 and 1\n", 1)
                        .await
                }
            }
        }
        Some("reset-brightness-configuration" | "ab-logging-enable" | "ab-logging-disable") => {
            Ok(0)
        }
        None | Some("help" | "-h") => {
            let text = "Display manager commands:\n  help\n    This text.\n\n  set-brightness BRIGHTNESS\n  \
                        get-displays\n";
            call.answer(text, FAILED).await
        }
        Some(other) => {
            call.answer(format!("Unknown command: {other}\n"), FAILED)
                .await
        }
    }
}
