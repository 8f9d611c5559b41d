//! `run-as`.

use clawperator_phone_shell::{Closed, Exit};

use crate::call::Call;
use crate::intent::Words;

/// `run-as PACKAGE COMMAND …`; no app of the screen can be debugged.
pub(crate) async fn run(call: &Call<'_>, arguments: &[String]) -> Result<Exit, Closed> {
    let mut words = Words::new(arguments);
    while let Some(option) = words.option() {
        if option == "--user" {
            words.next();
        }
    }
    let Some(name) = words.next() else {
        return call
            .fail(
                "usage: run-as <package-name> [--user <uid>] <command> [<args>]\n",
                1,
            )
            .await;
    };
    let text = match call.package(name).await {
        None => format!("run-as: unknown package: {name}\n"),
        Some(package) if package.system && call.phone().uid(name) < 10_000 => {
            format!("run-as: package not an application: {name}\n")
        }
        Some(_) => format!("run-as: package not debuggable: {name}\n"),
    };
    call.fail(text, 1).await
}
