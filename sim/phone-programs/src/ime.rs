//! `ime`, which is `cmd input_method`.

use std::fmt::Write as _;

use clawperator_phone_shell::{Closed, Exit};

use crate::call::{Call, FAILED};
use crate::intent::Words;
use crate::java::Exception;
use crate::namespace::Namespace;
use crate::phone::{InputMethod, PhoneState};
use crate::release::Release;

const HELP: &str = "InputMethodManagerService commands:\n  help\n      This text.\n  ime <command> [options]:\n    \
list [-a] [-s]\n    enable [--user <USER_ID>] <ID>\n    disable [--user <USER_ID>] <ID>\n    \
set [--user <USER_ID>] <ID>\n    reset [--user <USER_ID>]\n";

/// `ime COMMAND …`
pub(crate) async fn run(call: &Call<'_>, arguments: &[String]) -> Result<Exit, Closed> {
    let mut words = Words::new(arguments);
    let Some(command) = words.next() else {
        return call.answer(HELP, FAILED).await;
    };
    match command {
        "list" => list(call, words.rest()).await,
        "enable" | "disable" | "set" => {
            let rest = words.rest();
            change(call, command, rest).await
        }
        "reset" => reset(call).await,
        "help" | "-h" => call.answer(HELP, FAILED).await,
        other => {
            call.answer(format!("Unknown command: {other}\n"), FAILED)
                .await
        }
    }
}

async fn list(call: &Call<'_>, arguments: &[String]) -> Result<Exit, Closed> {
    let mut words = Words::new(arguments);
    let (mut all, mut short) = (false, false);
    while let Some(option) = words.option() {
        match option {
            "-a" => all = true,
            "-s" => short = true,
            "--user" | "-u" => {
                words.next();
            }
            _ => {}
        }
    }
    let mut text = String::new();
    for method in call
        .phone()
        .input_methods()
        .iter()
        .filter(|method| all || method.enabled)
    {
        let id = &method.id;
        if short {
            let _ = writeln!(text, "{id}");
            continue;
        }
        // `ime enable` takes only names that have both parts.
        let (package, class) = crate::component::unflatten(id).unwrap_or_default();
        let _ = writeln!(
            text,
            "{id}:\n  mId={id} mSettingsActivityName=null mIsDefault=true"
        );
        let _ = writeln!(
            text,
            "  Service:\n    ServiceInfo:\n      name={class}\n      packageName={package}"
        );
    }
    call.answer(text, 0).await
}

async fn change(call: &Call<'_>, command: &str, arguments: &[String]) -> Result<Exit, Closed> {
    let mut words = Words::new(arguments);
    while let Some(option) = words.option() {
        if option == "--user" {
            words.next();
        }
    }
    let Some(id) = words.next() else {
        return call
            .throw(command, &Exception::argument_expected(command))
            .await;
    };
    let release = call.release();
    let old = release == Release::Android9;
    let known = call
        .phone()
        .input_methods()
        .into_iter()
        .find(|method| method.id == id);
    let Some(method) = known else {
        let what = if command == "set" {
            "selected"
        } else {
            "enabled"
        };
        return match (old, command) {
            (true, _) => {
                call.throw(
                    command,
                    &Exception::illegal_argument(format!("Unknown id: {id}")),
                )
                .await
            }
            (false, "disable") => {
                call.fail(
                    format!("Unknown input method {id} cannot be disabled for user #0\n"),
                    FAILED,
                )
                .await
            }
            (false, _) => {
                call.fail(
                    format!("Unknown input method {id} cannot be {what} for user #0\n"),
                    FAILED,
                )
                .await
            }
        };
    };
    let user = if old { "" } else { " for user #0" };
    let text = match command {
        "set" => {
            enable(call.phone(), id, true);
            call.phone()
                .set_setting(Namespace::Secure, "default_input_method", id);
            if old {
                format!("Input method {id}  selected\n")
            } else {
                format!("Input method {id} selected for user #0\n")
            }
        }
        "enable" => {
            enable(call.phone(), id, true);
            let state = if method.enabled {
                "already enabled"
            } else {
                "now enabled"
            };
            format!("Input method {id}: {state}{user}\n")
        }
        _ => {
            enable(call.phone(), id, false);
            let state = if method.enabled {
                "now disabled"
            } else {
                "already disabled"
            };
            format!("Input method {id}: {state}{user}\n")
        }
    };
    call.answer(text, 0).await
}

async fn reset(call: &Call<'_>) -> Result<Exit, Closed> {
    let Some(first) = call
        .phone()
        .input_methods()
        .first()
        .map(|method| method.id.clone())
    else {
        return Ok(0);
    };
    enable(call.phone(), &first, true);
    call.phone()
        .set_setting(Namespace::Secure, "default_input_method", &first);
    let text = if call.release() == Release::Android9 {
        format!(
            "Reset current and enabled IMEs\nNewly selected IME:\n  {first}\nNewly enabled IMEs:\n  {first}\n"
        )
    } else {
        format!(
            "Reset current and enabled IMEs for user #0\n  Selected: {first}\n   Enabled: {first}\n"
        )
    };
    call.answer(text, 0).await
}

/// Switches a keyboard on or off and keeps the setting that lists them in step.
fn enable(phone: &PhoneState, id: &str, enabled: bool) {
    let mut methods = phone.input_methods();
    for method in methods.iter_mut().filter(|method| method.id == id) {
        method.enabled = enabled;
    }
    let ids: Vec<&str> = methods
        .iter()
        .filter(|method| method.enabled)
        .map(|InputMethod { id, .. }| id.as_str())
        .collect();
    phone.set_setting(Namespace::Secure, "enabled_input_methods", &ids.join(":"));
    phone.set_input_methods(methods);
}
