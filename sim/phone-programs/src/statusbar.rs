//! `cmd statusbar`.

use clawperator_phone_shell::{Closed, Exit};

use crate::call::{Call, FAILED};
use crate::release::Release;

/// `cmd statusbar COMMAND …`
pub(crate) async fn run(call: &Call<'_>, arguments: &[String]) -> Result<Exit, Closed> {
    let release = call.release();
    match arguments.first().map(String::as_str) {
        Some("expand-notifications" | "expand-settings") => {
            call.screen().set_shade(true).await;
            Ok(0)
        }
        Some("collapse") => {
            call.screen().set_shade(false).await;
            Ok(0)
        }
        Some("add-tile" | "remove-tile" | "click-tile") => Ok(0),
        Some("check-support") => call.answer("true\n", 0).await,
        Some("get-status-icons") => {
            let icons = "rotate\nheadset\ndata_saver\nime\nwifi\nmobile\nairplane\nbattery\nclock\nalarm_clock\n";
            call.answer(icons, 0).await
        }
        Some("disable-for-setup" | "send-disable-flag") if release >= Release::Android10 => Ok(0),
        Some("tracing") if release >= Release::Android11 => Ok(0),
        Some("run-gc") if release >= Release::Android12 => Ok(0),
        Some("set-tiles") if release >= Release::Android15 => Ok(0),
        None | Some("help" | "-h") => {
            let text = "Status bar commands:\n  help\n    This text.\n\n  expand-notifications\n  expand-settings\n  \
                        collapse\n  add-tile COMPONENT\n  remove-tile COMPONENT\n  click-tile COMPONENT\n  \
                        check-support\n  get-status-icons\n";
            call.answer(text, FAILED).await
        }
        Some(other) => {
            call.answer(format!("Unknown command: {other}\n"), FAILED)
                .await
        }
    }
}
