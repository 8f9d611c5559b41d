//! `pm`, which is `cmd package`.

mod apk;
mod enabled;
mod features;
mod install;
mod list;
mod permissions;
pub(crate) mod resolve;
mod uninstall;

use clawperator_phone_screen::Package;
use clawperator_phone_shell::{Closed, Exit};

use crate::call::{Call, FAILED};
use crate::hash::letters;
use crate::intent::Words;
use crate::release::Release;

const HELP: &str = "Package manager (package) commands:\n  help\n      This text.\n  path PACKAGE\n  dump PACKAGE\n  \
has-feature FEATURE_NAME [version]\n  list packages [-f] [-d] [-e] [-s] [-3] [-i] [-u] [-U] [--show-versioncode] \
[FILTER]\n  list features | instrumentation | libraries | permission-groups | permissions | users\n  \
resolve-activity [--brief] [--components] INTENT\n  query-activities [--brief] [--components] INTENT\n  \
install [-r] [-t] [-g] [-d] [-S BYTES] [PATH|-]\n  install-create [-S BYTES]\n  \
install-write [-S BYTES] SESSION_ID NAME [PATH|-]\n  install-commit SESSION_ID\n  install-abandon SESSION_ID\n  \
uninstall [-k] [--user USER_ID] PACKAGE\n  clear [--user USER_ID] PACKAGE\n  enable PACKAGE\n  disable-user PACKAGE\n  \
grant PACKAGE PERMISSION\n  revoke PACKAGE PERMISSION\n  get-install-location\n  get-max-users\n";

/// `pm COMMAND …`
pub(crate) async fn run(call: &mut Call<'_>, arguments: &[String]) -> Result<Exit, Closed> {
    let mut words = Words::new(arguments);
    let Some(command) = words.next() else {
        return call.answer(HELP, FAILED).await;
    };
    let rest = words.rest();
    match command {
        "help" | "-h" => call.answer(HELP, FAILED).await,
        "list" => list::run(call, rest).await,
        "path" => path(call, rest).await,
        "dump" => dump(call, rest).await,
        "resolve-activity" => resolve::resolve_activity(call, command, rest).await,
        "query-activities" => resolve::query_activities(call, command, rest).await,
        "has-feature" => features::has_feature(call, rest).await,
        "clear" => clear(call, rest).await,
        "grant" | "revoke" => permissions::run(call, command, rest).await,
        "install" | "install-create" | "install-write" | "install-commit" | "install-abandon" => {
            install::run(call, command, rest).await
        }
        "uninstall" => uninstall::run(call, rest).await,
        "enable" | "disable" | "disable-user" | "default-state" => {
            enabled::run(call, command, rest).await
        }
        "get-install-location" => call.answer("0[auto]\n", 0).await,
        "get-max-users" => call.answer("Maximum supported users: 4\n", 0).await,
        "trim-caches" | "compile" | "bg-dexopt-job" | "reconcile-secondary-dex-files" => {
            call.answer("Success\n", 0).await
        }
        other => {
            call.answer(format!("Unknown command: {other}\n"), FAILED)
                .await
        }
    }
}

/// Where a package's code is.
pub(crate) fn code_path(release: Release, package: &Package) -> String {
    if package.system {
        let last = &package.name;
        let last = last.rsplit_once('.').map_or(&**last, |(_, last)| last);
        let mut letters = last.chars();
        let name: String = letters
            .next()
            .into_iter()
            .flat_map(char::to_uppercase)
            .chain(letters)
            .collect();
        return format!("/system/priv-app/{name}");
    }
    let suffix = format!("{}-{}==", package.name, letters("code", &package.name));
    if release >= Release::Android11 {
        format!(
            "/data/app/~~{}==/{suffix}",
            letters("folder", &package.name)
        )
    } else {
        format!("/data/app/{suffix}")
    }
}

/// The package's main file.
pub(crate) fn apk_path(release: Release, package: &Package) -> String {
    let folder = code_path(release, package);
    if package.system {
        let name = folder.rsplit_once('/').map_or(&*folder, |(_, name)| name);
        format!("{folder}/{name}.apk")
    } else {
        format!("{folder}/base.apk")
    }
}

/// The first word that is no option; `--user` takes one.
fn package_word(arguments: &[String]) -> Option<&str> {
    let mut words = Words::new(arguments);
    while let Some(option) = words.option() {
        if option == "--user" {
            words.next();
        }
    }
    words.next()
}

async fn path(call: &Call<'_>, arguments: &[String]) -> Result<Exit, Closed> {
    let Some(name) = package_word(arguments) else {
        return call.fail("Error: no package specified\n", 1).await;
    };
    match call.package(name).await {
        Some(package) => {
            call.answer(
                format!("package:{}\n", apk_path(call.release(), &package)),
                0,
            )
            .await
        }
        None => Ok(1),
    }
}

async fn clear(call: &Call<'_>, arguments: &[String]) -> Result<Exit, Closed> {
    let Some(name) = package_word(arguments) else {
        return call.fail("Error: no package specified\n", 1).await;
    };
    if call.package(name).await.is_none() {
        return call.fail("Failed\n", 1).await;
    }
    call.screen().force_stop(name).await;
    call.framework.machine.clear_data(name).await;
    call.answer("Success\n", 0).await
}

/// `pm dump PACKAGE`: the package's own section, then what other services say of it.
async fn dump(call: &Call<'_>, arguments: &[String]) -> Result<Exit, Closed> {
    let Some(name) = package_word(arguments) else {
        return call.fail("Error: no package specified\n", 1).await;
    };
    let package = crate::dumpsys::package::text(call, Some(name)).await;
    let activities = crate::dumpsys::activity::activities(call).await;
    let text =
        format!("DUMP OF SERVICE package:\n{package}\nDUMP OF SERVICE activity:\n{activities}\n");
    call.answer(text, 0).await
}
