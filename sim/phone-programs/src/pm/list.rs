//! `pm list`.

use std::fmt::Write as _;

use clawperator_phone_screen::Package;
use clawperator_phone_shell::{Closed, Exit};

use super::{apk_path, features, permissions};
use crate::call::{Call, FAILED};
use crate::intent::Words;
use crate::release::Release;
use crate::text::lines;

const LIBRARIES: [&str; 6] = [
    "android.ext.shared",
    "android.test.base",
    "android.test.mock",
    "android.test.runner",
    "com.android.location.provider",
    "org.apache.http.legacy",
];

/// `pm list KIND …`
pub(super) async fn run(call: &Call<'_>, arguments: &[String]) -> Result<Exit, Closed> {
    let Some((kind, rest)) = arguments.split_first() else {
        return call
            .fail("Error: didn't specify type of data to list\n", FAILED)
            .await;
    };
    match kind.as_str() {
        "packages" | "package" => packages(call, rest).await,
        "features" => {
            let text = lines("feature:", features::all());
            call.answer(text, 0).await
        }
        "libraries" => {
            let text = lines("library:", LIBRARIES);
            call.answer(text, 0).await
        }
        "permission-groups" => {
            let text = lines("permission group:", permissions::GROUPS);
            call.answer(text, 0).await
        }
        "permissions" => {
            let lines = lines("permission:", permissions::RUNTIME);
            call.answer(format!("All Permissions:\n\n{lines}"), 0).await
        }
        "users" => {
            let flags = if call.release() >= Release::Android12 {
                "4c13"
            } else {
                "13"
            };
            call.answer(
                format!("Users:\n\tUserInfo{{0:Owner:{flags}}} running\n"),
                0,
            )
            .await
        }
        "instrumentation" | "staged-sessions" | "sdks" => Ok(0),
        other => {
            call.fail(format!("Error: unknown list type '{other}'\n"), FAILED)
                .await
        }
    }
}

#[derive(Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an option of the command"
)]
struct Wanted {
    file: bool,
    installer: bool,
    uid: bool,
    version: bool,
    stopped: bool,
    disabled_only: bool,
    enabled_only: bool,
    system_only: bool,
    others_only: bool,
    only_uid: Option<u32>,
    filter: Option<String>,
}

async fn packages(call: &Call<'_>, arguments: &[String]) -> Result<Exit, Closed> {
    let wanted = match wanted(arguments, call.release()) {
        Ok(wanted) => wanted,
        Err(text) => return call.answer(format!("{text}\n"), FAILED).await,
    };
    let packages = call.packages().await;
    let mut text = String::new();
    for package in packages
        .iter()
        .filter(|package| wanted.chooses(call, package))
    {
        text.push_str("package:");
        if wanted.file {
            let _ = write!(text, "{}=", apk_path(call.release(), package));
        }
        text.push_str(&package.name);
        if wanted.version {
            let _ = write!(text, " versionCode:{}", package.version_code);
        }
        if wanted.stopped {
            let _ = write!(text, " stopped={}", package.pid.is_none());
        }
        if wanted.installer {
            text.push_str("  installer=null");
        }
        if wanted.uid {
            let _ = write!(text, " uid:{}", call.phone().uid(&package.name));
        }
        text.push('\n');
    }
    call.answer(text, 0).await
}

fn wanted(arguments: &[String], release: Release) -> Result<Wanted, String> {
    let mut wanted = Wanted::default();
    let mut words = Words::new(arguments);
    while let Some(option) = words.option() {
        match option {
            "-f" => wanted.file = true,
            "-i" => wanted.installer = true,
            "-U" => wanted.uid = true,
            "--show-versioncode" => wanted.version = true,
            "--show-stopped" if release >= Release::Android14 => wanted.stopped = true,
            "-d" => wanted.disabled_only = true,
            "-e" => wanted.enabled_only = true,
            "-s" => wanted.system_only = true,
            "-3" => wanted.others_only = true,
            "-a" | "-l" | "-lf" | "-u" | "--factory-only" | "--match-libraries" => {}
            "--apex-only" => wanted.only_uid = Some(u32::MAX),
            "--uid" => {
                // A value that is missing is refused as an empty one is.
                let text = words.next().unwrap_or_default();
                let uid = text
                    .parse()
                    .map_err(|_| format!("Error: {}", crate::numbers::not_a_number(text)))?;
                wanted.uid = true;
                wanted.only_uid = Some(uid);
            }
            "--user" => {
                // A value that is missing is refused as an empty one is.
                let text = words.next().unwrap_or_default();
                if !matches!(text, "all" | "current" | "cur") && text.parse::<i32>().is_err() {
                    let exception =
                        format!("java.lang.IllegalArgumentException: Bad user number: {text}");
                    return Err(format!("Error: {exception}"));
                }
            }
            other => return Err(format!("Error: Unknown option: {other}")),
        }
    }
    wanted.filter = words.next().map(ToOwned::to_owned);
    Ok(wanted)
}

impl Wanted {
    fn chooses(&self, call: &Call<'_>, package: &Package) -> bool {
        let disabled = call.phone().inner().disabled.contains(&package.name);
        let fits = self
            .filter
            .as_ref()
            .is_none_or(|filter| package.name.contains(filter.as_str()));
        fits && (disabled || !self.disabled_only)
            && !(disabled && self.enabled_only)
            && (package.system || !self.system_only)
            && !(package.system && self.others_only)
            && self
                .only_uid
                .is_none_or(|uid| call.phone().uid(&package.name) == uid)
    }
}
