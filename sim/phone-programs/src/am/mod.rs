//! `am`, which is `cmd activity`.

mod broadcast;
mod instrument;
mod processes;
mod services;
mod start;
mod tasks;

use clawperator_phone_shell::{Closed, Exit};

use crate::call::{Call, FAILED};
use crate::intent::Words;
use crate::java::Exception;

const HELP: &str = "Activity manager (activity) commands:\n  help\n      This text.\n  \
start-activity [-D] [-N] [-W] [-S] [-R COUNT] [--user <USER_ID> | current] <INTENT>\n      Starts an activity; `start` \
is the same.\n  \
start-service [--user <USER_ID> | current] <INTENT>\n  start-foreground-service <INTENT>\n  stop-service <INTENT>\n  \
broadcast [--user <USER_ID> | all | current] <INTENT>\n  force-stop [--user <USER_ID> | all | current] <PACKAGE>\n  \
kill [--user <USER_ID> | all | current] <PACKAGE>\n  kill-all\n  get-current-user\n  switch-user <USER_ID>\n  \
stack list\n\n<INTENT>: [-a <ACTION>] [-d <DATA_URI>] [-t <MIME_TYPE>] [-c <CATEGORY>]... [-n <COMPONENT>] \
[-p <PACKAGE>]\n    [-f <FLAGS>] [--es <KEY> <VALUE>] [--ez <KEY> <true|false>] [--ei <KEY> <NUMBER>] \
[<URI> | <PACKAGE> | <COMPONENT>]\n";

/// `am COMMAND …`
pub(crate) async fn run(call: &Call<'_>, arguments: &[String]) -> Result<Exit, Closed> {
    let mut words = Words::new(arguments);
    let Some(command) = words.next() else {
        return call.answer(HELP, FAILED).await;
    };
    let rest = words.rest();
    match command {
        "help" | "-h" => call.answer(HELP, FAILED).await,
        "start" | "start-activity" => start::run(call, command, rest).await,
        "startservice"
        | "start-service"
        | "startforegroundservice"
        | "startfgservice"
        | "start-foreground-service"
        | "start-fg-service" => services::start(call, command, rest).await,
        "stopservice" | "stop-service" => services::stop(call, command, rest).await,
        "broadcast" => broadcast::run(call, command, rest).await,
        "force-stop" => processes::force_stop(call, command, rest).await,
        "kill" => processes::kill(call, command, rest).await,
        "kill-all" => processes::kill_all(call).await,
        "get-current-user" => {
            let user = call.phone().inner().user;
            call.answer(format!("{user}\n"), 0).await
        }
        "switch-user" => switch_user(call, command, rest).await,
        "stack" => tasks::stack(call, command, rest).await,
        "instrument" => instrument::run(call, rest).await,
        other => {
            call.answer(format!("Unknown command: {other}\n"), FAILED)
                .await
        }
    }
}

/// The users of the phone. What they have installed and what is in front is the same for both.
const USERS: [u32; 2] = [0, 11];

async fn switch_user(call: &Call<'_>, command: &str, arguments: &[String]) -> Result<Exit, Closed> {
    let mut words = Words::new(arguments);
    match words.next() {
        None => {
            call.throw(command, &Exception::argument_expected(command))
                .await
        }
        Some(user) => match user.parse::<u32>() {
            Ok(user) if USERS.contains(&user) => {
                call.phone().inner().user = user;
                Ok(0)
            }
            Ok(user) => {
                call.answer(format!("Error: Failed to switch to user {user}\n"), 1)
                    .await
            }
            Err(_) => call.throw(command, &Exception::number_format(user)).await,
        },
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum User {
    Current,
    All,
    Other,
}

impl User {
    fn parse(text: &str) -> Result<Self, Exception> {
        match text {
            "current" | "cur" | "0" | "-2" => Ok(Self::Current),
            "all" | "-1" => Ok(Self::All),
            _ if text.parse::<i32>().is_ok() => Ok(Self::Other),
            _ => Err(Exception::illegal_argument(format!(
                "Bad user number: {text}"
            ))),
        }
    }
}
