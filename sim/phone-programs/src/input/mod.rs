//! `input`: a program of its own through Android 11, `cmd input` since 12.

mod command;
mod keys;
mod perform;
mod usage;

use clawperator_phone_screen::InjectRefused;
use clawperator_phone_shell::{Closed, Exit};

use self::command::{Command, Wrong};
pub(crate) use self::keys::can_type;
use crate::call::Call;
use crate::faults::Switch;
use crate::java::Exception;
use crate::release::Release;

/// What `cmd` ends with when the service dies: minus 32, as a byte.
const BROKEN_PIPE: Exit = 224;

/// `input [SOURCE] [-d DISPLAY] COMMAND …`
pub(crate) async fn run(call: &Call<'_>, arguments: &[String]) -> Result<Exit, Closed> {
    let release = call.release();
    let usage = usage::text(release);
    if arguments.is_empty() {
        return if release == Release::Android9 {
            call.fail(usage, 0).await
        } else {
            call.answer(usage, 0).await
        };
    }
    let request = match command::parse(release, arguments) {
        Ok(request) => request,
        Err(wrong) => return refuse(call, &wrong).await,
    };
    if let Command::Help = request.command {
        return call.answer(usage, 0).await;
    }
    if call.phone().faults().has(Switch::FrameworkDown) {
        return no_service(call).await;
    }
    if let Command::Text(text) = &request.command
        && !text.chars().all(keys::can_type)
    {
        return untypable(call).await;
    }
    let refused = call.phone().faults().has(Switch::RefuseInput);
    // An event for a display that is not there reaches nobody, and nobody says so.
    let outcome = if refused {
        Err(InjectRefused::NotPermitted)
    } else if request.display == 0 {
        perform::run(call, &request.command).await
    } else {
        Ok(())
    };
    match outcome {
        Ok(()) => Ok(0),
        Err(InjectRefused::NotPermitted) => not_permitted(call, request.name).await,
        Err(InjectRefused::FrameworkDied) => died(call).await,
    }
}

/// The service that takes input is away. A release with `cmd input` does not come here: `cmd` finds no service.
async fn no_service(call: &Call<'_>) -> Result<Exit, Closed> {
    let release = call.release();
    if release == Release::Android9 {
        // Nothing catches the exception, so the runtime kills itself.
        return call.fail("Killed\n", 137).await;
    }
    call.fail(Exception::no_service("input").trace(release), 1)
        .await
}

/// The service went away while it worked.
async fn died(call: &Call<'_>) -> Result<Exit, Closed> {
    if call.release() <= Release::Android11 {
        return no_service(call).await;
    }
    let text = "cmd: Failure calling service input: Broken pipe (32)\n";
    call.fail(text, BROKEN_PIPE).await
}

async fn refuse(call: &Call<'_>, wrong: &Wrong) -> Result<Exit, Closed> {
    let release = call.release();
    let usage = usage::text(release);
    if release == Release::Android9 {
        let text = match wrong {
            Wrong::Unknown(name) => format!("Error: Unknown command: {name}\n{usage}"),
            Wrong::Arguments { command, .. } => {
                format!("Error: Invalid arguments for command: {command}\n{usage}")
            }
        };
        return call.fail(text, 0).await;
    }
    if release <= Release::Android11 {
        let message = match wrong {
            Wrong::Unknown(name) => format!("Error: Unknown command: {name}"),
            Wrong::Arguments { exception, .. } => exception.message.clone(),
        };
        return call.fail(format!("{usage}\nError: {message}\n"), 0).await;
    }
    match wrong {
        Wrong::Unknown(name) => call.answer(format!("Unknown command: {name}\n"), 0).await,
        Wrong::Arguments { command, exception } => call.throw(command, exception).await,
    }
}

/// The key map has no events for a character, and the program does not look.
async fn untypable(call: &Call<'_>) -> Result<Exit, Closed> {
    let release = call.release();
    if release == Release::Android9 {
        return call.fail("Killed\n", 137).await;
    }
    let exception = Exception::null_array();
    if release <= Release::Android11 {
        return call.fail(exception.trace(release), 1).await;
    }
    call.throw("text", &exception).await
}

async fn not_permitted(call: &Call<'_>, command: &str) -> Result<Exit, Closed> {
    let release = call.release();
    let message = if release >= Release::Android13 {
        "Injecting input events requires the caller (or the source of the instrumentation, if any) to have the \
         INJECT_EVENTS permission."
    } else {
        "Injecting to another application requires INJECT_EVENTS permission"
    };
    let exception = Exception::security(message);
    if release <= Release::Android11 {
        return call.fail(exception.trace(release), 1).await;
    }
    call.throw(command, &exception).await
}
