//! `am start-service` and `am stop-service`; no app of the screen has a service.

use clawperator_phone_shell::{Closed, Exit};

use super::User;
use crate::call::{Call, FAILED};
use crate::intent::{Handled, ShellIntent, Words, parse};
use crate::java::Exception;

/// `am start-service INTENT`
pub(super) async fn start(
    call: &Call<'_>,
    command: &str,
    arguments: &[String],
) -> Result<Exit, Closed> {
    match service_intent(arguments) {
        Ok((_, User::All)) => {
            call.fail("Error: Can't start activity with user 'all'\n", FAILED)
                .await
        }
        Ok((intent, _)) => {
            call.out(format!(
                "Starting service: {}\n",
                intent.print(call.release())
            ))
            .await?;
            call.fail("Error: Not found; no service started.\n", FAILED)
                .await
        }
        Err(exception) => call.throw(command, &exception).await,
    }
}

/// `am stop-service INTENT`
pub(super) async fn stop(
    call: &Call<'_>,
    command: &str,
    arguments: &[String],
) -> Result<Exit, Closed> {
    match service_intent(arguments) {
        Ok((_, User::All)) => {
            call.fail("Error: Can't stop activity with user 'all'\n", FAILED)
                .await
        }
        Ok((intent, _)) => {
            call.out(format!(
                "Stopping service: {}\n",
                intent.print(call.release())
            ))
            .await?;
            call.fail("Service not stopped: was not running.\n", FAILED)
                .await
        }
        Err(exception) => call.throw(command, &exception).await,
    }
}

fn service_intent(arguments: &[String]) -> Result<(ShellIntent, User), Exception> {
    let mut user = User::Current;
    let intent = parse(&mut Words::new(arguments), |option, words| {
        if option != "--user" {
            return Ok(Handled::Unknown);
        }
        user = User::parse(words.required()?)?;
        Ok(Handled::Taken)
    })?;
    Ok((intent, user))
}
