//! `cmd uimode`.

use clawperator_phone_shell::{Closed, Exit};

use crate::call::{Call, FAILED};
use crate::release::Release;

/// `cmd uimode night [MODE]`
pub(crate) async fn run(call: &Call<'_>, arguments: &[String]) -> Result<Exit, Closed> {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["night"] => tell(call).await,
        ["night", mode, ..] if is_mode(mode, call.release()) => {
            (*mode).clone_into(&mut call.phone().inner().night);
            tell(call).await
        }
        ["night", ..] => {
            let custom = if call.release() >= Release::Android13 {
                ", or 'custom_schedule', or 'custom_bedtime'"
            } else if call.release() >= Release::Android11 {
                ", or 'custom'"
            } else {
                ""
            };
            call.fail(
                format!("Error: mode must be 'yes', 'no', or 'auto'{custom}\n"),
                FAILED,
            )
            .await
        }
        ["car", "yes" | "no"] if call.release() >= Release::Android12 => Ok(0),
        ["time", ..] if call.release() >= Release::Android11 => Ok(0),
        [] | ["help" | "-h", ..] => {
            let text = "UiModeManager service (uimode) commands:\n  help\n    This text.\n  night [yes|no|auto]\n    \
                        Tells the night mode, or sets it.\n";
            call.answer(text, FAILED).await
        }
        [other, ..] => {
            call.answer(format!("Unknown command: {other}\n"), FAILED)
                .await
        }
    }
}

async fn tell(call: &Call<'_>) -> Result<Exit, Closed> {
    let mode = call.phone().inner().night.clone();
    call.answer(format!("Night mode: {mode}\n"), 0).await
}

fn is_mode(mode: &str, release: Release) -> bool {
    match mode {
        "yes" | "no" | "auto" => true,
        "custom" => (Release::Android11..Release::Android13).contains(&release),
        "custom_schedule" | "custom_bedtime" => release >= Release::Android13,
        _ => false,
    }
}
