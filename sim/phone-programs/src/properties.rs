//! `getprop` and `setprop`.

use std::fmt::Write as _;

use clawperator_phone_shell::{Closed, Exit};

use crate::call::Call;

/// Longest value of a property that may be set again.
const MAX_VALUE: usize = 91;
/// Names that the shell user may set.
const SETTABLE: [&str; 5] = [
    "debug.",
    "log.",
    "persist.log.",
    "persist.traced.",
    "persist.debug.",
];

/// `getprop [NAME [DEFAULT]]`
pub(crate) async fn getprop(call: &Call<'_>, arguments: &[String]) -> Result<Exit, Closed> {
    match arguments {
        [] => {
            let properties = call.phone().inner().properties.clone();
            let mut text = String::new();
            for (name, value) in properties {
                let _ = writeln!(text, "[{name}]: [{value}]");
            }
            call.answer(text, 0).await
        }
        [option, ..] if option.starts_with('-') && option.len() > 1 => {
            call.fail("usage: getprop [-TZ] [NAME [DEFAULT]]\n", 1)
                .await
        }
        [name, rest @ ..] if rest.len() <= 1 => {
            let value = call.phone().property(name);
            let value = if value.is_empty() {
                // `getprop` without a default prints an empty line.
                rest.first().cloned().unwrap_or_default()
            } else {
                value
            };
            call.answer(format!("{value}\n"), 0).await
        }
        _ => call.fail("getprop: Max 2 arguments\n", 1).await,
    }
}

/// `setprop NAME VALUE`
pub(crate) async fn setprop(call: &Call<'_>, arguments: &[String]) -> Result<Exit, Closed> {
    let [name, value] = arguments else {
        return call.fail("usage: setprop NAME VALUE\n", 1).await;
    };
    if !name.starts_with("ro.") && value.len() > MAX_VALUE {
        return call
            .fail(format!("setprop: value too long: {value}\n"), 1)
            .await;
    }
    let allowed = SETTABLE.iter().any(|prefix| name.starts_with(prefix));
    if allowed && call.phone().set_property(name, value) {
        return Ok(0);
    }
    call.fail(
        format!("Failed to set property '{name}' to '{value}'.\nSee dmesg for error reason.\n"),
        1,
    )
    .await
}
