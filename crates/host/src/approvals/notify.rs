//! Telling a person that a run waits for them, by a command of the profile.
//!
//! The command is a program and its arguments, without a shell between. It gets the ticket and the app, and nothing that
//! a screen shows. It may fail or hang: the run does not wait for it.

use std::process::Stdio;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process_group};
use tokio::process::{Child, Command};
use tokio::time::timeout;
use tracing::warn;

/// How long it may take.
const LIMIT: Duration = Duration::from_secs(10);
/// All of its environment.
const PATH: &str = "/usr/local/bin:/usr/bin:/bin";
/// In the place of an app that is not known.
const UNKNOWN: &str = "-";
/// The longest name of a package.
const LONGEST: usize = 255;

/// Starts the command, and sees to it that it ends.
pub(super) fn notify(command: &[String], ticket: &str, packages: &[String]) {
    let Some((program, arguments)) = command.split_first() else {
        return;
    };
    let started = Command::new(program)
        .args(arguments)
        .arg(ticket)
        .arg(app(packages))
        .env_clear()
        .env("PATH", PATH)
        .current_dir("/")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .process_group(0)
        .kill_on_drop(true)
        .spawn();
    match started {
        Ok(child) => drop(tokio::spawn(attend(child))),
        Err(error) => warn!(kind = ?error.kind(), "the notify command was not started"),
    }
}

/// The command with everything that it has started: ended when this is dropped, which happens with the process of the run.
struct Group(Option<Pid>);

impl Drop for Group {
    fn drop(&mut self) {
        if let Some(group) = self.0 {
            // What is gone already needs no end.
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
}

async fn attend(mut child: Child) {
    let id = child.id().and_then(|id| i32::try_from(id).ok());
    let mut group = Group(id.and_then(Pid::from_raw));
    let waited = timeout(LIMIT, child.wait()).await;
    if waited.is_ok() {
        // Another process may get its number from now on.
        group.0 = None;
    }
    match waited {
        Ok(Ok(status)) if status.success() => {}
        Ok(Ok(status)) => warn!(code = status.code(), "the notify command failed"),
        Ok(Err(error)) => warn!(kind = ?error.kind(), "the notify command was lost"),
        Err(_) => {
            drop(group);
            let _ = child.wait().await;
            warn!("the notify command took longer than 10 s and was ended");
        }
    }
}

/// The first package. It comes from the phone, so only what has the form of one is passed on.
fn app(packages: &[String]) -> &str {
    let is_package = |name: &&String| {
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"._".contains(&byte);
        (1..=LONGEST).contains(&name.len()) && name.bytes().all(is_plain)
    };
    packages
        .iter()
        .find(is_package)
        .map_or(UNKNOWN, String::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_has_the_form_of_a_package_is_passed_on() {
        let names = |names: &[&str]| {
            names
                .iter()
                .map(|name| (*name).to_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(app(&names(&["com.example"])), "com.example");
        assert_eq!(app(&names(&["--help", "a b", "", "$(x)"])), "-");
        assert_eq!(app(&names(&[&"x".repeat(256), "com.two"])), "com.two");
        assert_eq!(app(&[]), "-");
    }
}
