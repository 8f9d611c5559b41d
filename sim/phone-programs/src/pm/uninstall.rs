//! `pm uninstall`.

use clawperator_phone_shell::{Closed, Exit};

use crate::call::Call;
use crate::intent::Words;
use crate::release::Release;

/// `pm uninstall [-k] [--user N] [--versionCode N] PACKAGE`
pub(super) async fn run(call: &Call<'_>, arguments: &[String]) -> Result<Exit, Closed> {
    let mut words = Words::new(arguments);
    let mut user: Option<&str> = None;
    while let Some(option) = words.option() {
        match option {
            "-k" => {}
            "--user" => user = words.next(),
            "--versionCode" => {
                words.next();
            }
            other => {
                return call
                    .answer(format!("Error: Unknown option: {other}\n"), 1)
                    .await;
            }
        }
    }
    let Some(name) = words.next() else {
        return call.fail("Error: package name not specified\n", 1).await;
    };
    let user = user.filter(|user| !matches!(*user, "all" | "current" | "cur" | "-1"));
    if let Some(user) = user.filter(|user| *user != "0") {
        let text = if call.release() >= Release::Android15 {
            format!("Failure [user {user} doesn't exist]\n")
        } else {
            format!("Failure [not installed for {user}]\n")
        };
        return call.answer(text, 1).await;
    }
    let Some(package) = call.package(name).await else {
        let text = match user {
            Some(user) => format!("Failure [not installed for {user}]\n"),
            None => "Failure [DELETE_FAILED_INTERNAL_ERROR]\n".to_owned(),
        };
        return call.answer(text, 1).await;
    };
    // For one user even an app of the system goes.
    if package.system && user.is_none() {
        return call
            .answer("Failure [DELETE_FAILED_INTERNAL_ERROR]\n", 1)
            .await;
    }
    call.screen().force_stop(name).await;
    call.framework.machine.clear_data(name).await;
    call.phone().remove_package(name);
    call.screen().set_installed(name, false).await;
    call.answer("Success\n", 0).await
}
