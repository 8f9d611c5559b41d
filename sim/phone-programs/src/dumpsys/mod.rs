//! `dumpsys`.

mod accessibility;
pub(crate) mod activity;
pub(crate) mod battery;
pub(crate) mod deviceidle;
pub(crate) mod display;
mod input;
mod input_method;
pub(crate) mod package;
mod plain;
mod power;
mod records;
mod surface_flinger;
mod trust;
mod window;

use clawperator_phone_shell::calendar::date_and_time;
use clawperator_phone_shell::{Closed, Exit};

use crate::call::{Call, FAILED};
use crate::intent::Words;
use crate::service;
use crate::text::lines;

const USAGE: &str = "usage: dumpsys\n         To dump all services.\nor:\n       dumpsys [-t TIMEOUT] [-T TIMEOUT] \
[--priority LEVEL] [--help | -l | --skip SERVICES | SERVICE [ARGS]]\n";

/// `dumpsys [-l] [-t SECONDS] [SERVICE [ARGS]]`
pub(crate) async fn run(call: &Call<'_>, arguments: &[String]) -> Result<Exit, Closed> {
    let mut words = Words::new(arguments);
    let mut skipped: Vec<&str> = Vec::new();
    while let Some(option) = words.option() {
        match option {
            "-l" => {
                let lines = lines("  ", service::names(call.phone()));
                return call
                    .answer(format!("Currently running services:\n{lines}"), 0)
                    .await;
            }
            "--help" => return call.answer(USAGE, 0).await,
            "-t" | "-T" => {
                // A value that is missing is refused as an empty one is.
                let text = words.next().unwrap_or_default();
                if text.parse::<u32>().ok().is_none_or(|number| number == 0) {
                    let unit = if option == "-t" {
                        "seconds"
                    } else {
                        "milliseconds"
                    };
                    return call
                        .fail(
                            format!("Error: invalid timeout({unit}) number: '{text}'\n"),
                            FAILED,
                        )
                        .await;
                }
            }
            "--skip" => {
                skipped = words.rest().iter().map(String::as_str).collect();
                words = Words::new(&[]);
            }
            "--priority" => {
                words.next();
            }
            _ => {}
        }
    }
    let Some(name) = words.next() else {
        return all(call, &skipped).await;
    };
    if !service::runs(call.phone(), name) {
        return call.fail(format!("Can't find service: {name}\n"), 0).await;
    }
    let text = text(call, name, words.rest()).await;
    call.answer(text, 0).await
}

/// Every service that runs, one after the other.
async fn all(call: &Call<'_>, skipped: &[&str]) -> Result<Exit, Closed> {
    let names: Vec<&str> = service::names(call.phone()).collect();
    let list = lines("  ", &names);
    call.out(format!("Currently running services:\n{list}"))
        .await?;
    let line = "-".repeat(79);
    for name in names.into_iter().filter(|name| !skipped.contains(name)) {
        let text = text(call, name, &[]).await;
        let date = date_and_time(call.now());
        let tail =
            format!("--------- 0.001s was the duration of dumpsys {name}, ending at: {date}");
        call.out(format!("{line}\nDUMP OF SERVICE {name}:\n{text}{tail}\n"))
            .await?;
    }
    Ok(0)
}

/// What a service that runs says.
async fn text(call: &Call<'_>, name: &str, arguments: &[String]) -> String {
    match name {
        "SurfaceFlinger" => surface_flinger::text(call, arguments).await,
        "accessibility" => accessibility::text(call),
        "activity" | "activity_task" => activity::text(call, arguments).await,
        "battery" => battery::text(call, arguments).await,
        "deviceidle" => deviceidle::text(call, arguments).await,
        "display" => display::text(call).await,
        "input" => input::text(call).await,
        "input_method" => input_method::text(call).await,
        "package" => {
            package::text(
                call,
                arguments
                    .iter()
                    .find(|word| !word.starts_with('-'))
                    .map(String::as_str),
            )
            .await
        }
        "power" => power::text(call).await,
        "trust" => trust::text(call).await,
        "window" => window::text(call, arguments).await,
        other => plain::text(call, other, arguments).await,
    }
}
