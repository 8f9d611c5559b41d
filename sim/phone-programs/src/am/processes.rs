//! `am force-stop` and `am kill`.

use clawperator_phone_shell::{Closed, Exit};

use super::User;
use crate::call::{Call, FAILED};
use crate::intent::Words;
use crate::java::Exception;

/// `am force-stop PACKAGE`; a package that is not there is no error.
pub(super) async fn force_stop(
    call: &Call<'_>,
    command: &str,
    arguments: &[String],
) -> Result<Exit, Closed> {
    match package(arguments, command) {
        Ok(Ok(package)) => {
            call.screen().force_stop(package).await;
            Ok(0)
        }
        Ok(Err(option)) => {
            call.fail(format!("Error: Unknown option: {option}\n"), FAILED)
                .await
        }
        Err(exception) => call.throw(command, &exception).await,
    }
}

/// `am kill PACKAGE`; an app in the foreground stays.
pub(super) async fn kill(
    call: &Call<'_>,
    command: &str,
    arguments: &[String],
) -> Result<Exit, Closed> {
    match package(arguments, command) {
        Ok(Ok(package)) => {
            kill_in_background(call, |name| name == package).await;
            Ok(0)
        }
        Ok(Err(option)) => {
            call.fail(format!("Error: Unknown option: {option}\n"), FAILED)
                .await
        }
        Err(exception) => call.throw(command, &exception).await,
    }
}

/// `am kill-all`
pub(super) async fn kill_all(call: &Call<'_>) -> Result<Exit, Closed> {
    kill_in_background(call, |_| true).await;
    Ok(0)
}

/// A screen can only stop a package, so a killed app loses its task as well.
async fn kill_in_background(call: &Call<'_>, chosen: impl Fn(&str) -> bool + Send) {
    let state = call.state().await;
    let front = state
        .tasks
        .last()
        .and_then(|task| task.activities.last())
        .map(|(package, _)| package.clone());
    let packages = call.packages().await;
    for package in packages
        .iter()
        .filter(|package| !package.system && package.pid.is_some())
    {
        if chosen(&package.name) && front.as_ref() != Some(&package.name) {
            call.screen().force_stop(&package.name).await;
        }
    }
}

/// The package, or the option that nobody knows.
fn package<'a>(
    arguments: &'a [String],
    command: &str,
) -> Result<Result<&'a str, &'a str>, Exception> {
    let mut words = Words::new(arguments);
    while let Some(option) = words.option() {
        if option != "--user" {
            return Ok(Err(option));
        }
        User::parse(words.required()?)?;
    }
    if words.rest().is_empty() && arguments.is_empty() {
        return Err(Exception::argument_expected(command));
    }
    words.required().map(Ok)
}
