//! Opening and stopping apps: `cmd package`, `am`.

use std::time::Duration;

use clawperator_adb::{Deadline, DeviceHandle, PackageName};
use clawperator_contract::ErrorCode;

use super::answer::{act, ended_well, unavailable};
use crate::hand::{Act, ActError, Launch};
use crate::line::{Command, ShellLine, Word, WordError, program};
use crate::probe::Answer;
use crate::probe::focus::Component;

const MAIN: &str = "android.intent.action.MAIN";
const VIEW: &str = "android.intent.action.VIEW";
const LAUNCHER: &str = "android.intent.category.LAUNCHER";

/// A task of its own, and an app that runs already is brought to the front as its icon would bring it:
/// `FLAG_ACTIVITY_NEW_TASK | FLAG_ACTIVITY_RESET_TASK_IF_NEEDED`.
const LAUNCH_FLAGS: &str = "0x10200000";

const LIMIT: usize = 256 * 1024;

pub(super) async fn launch(
    handle: &DeviceHandle,
    package: &str,
    within: Duration,
) -> Result<Launch, ActError> {
    let deadline = Deadline::after(within);
    let word = package_word(package)?;
    let entry = launcher_entry(handle, package, &word, deadline).await?;
    let start = start()
        .fixed("-a")
        .fixed(MAIN)
        .fixed("-c")
        .fixed(LAUNCHER)
        .fixed("-f")
        .fixed(LAUNCH_FLAGS)
        .fixed("-n")
        .word(entry);
    let answer = act(handle, &ShellLine::from(start), deadline).await?;
    started(&answer, ErrorCode::AppNotFound)
}

pub(super) async fn open(
    handle: &DeviceHandle,
    uri: &str,
    within: Duration,
) -> Result<Launch, ActError> {
    // `am` repeats the URI in a line of its own words, which a line break in it would end.
    if uri.chars().any(char::is_control) {
        return Err(ActError::NotSent {
            code: ErrorCode::UriNotHandled,
            message: "no URI has control characters or line breaks in it; nothing was sent"
                .to_owned(),
        });
    }
    let uri = Word::new(uri).map_err(|error| refused_word(ErrorCode::UriNotHandled, error))?;
    let start = start().fixed("-a").fixed(VIEW).fixed("-d").word(uri);
    let line = ShellLine::from(start);
    let answer = act(handle, &line, Deadline::after(within)).await?;
    started(&answer, ErrorCode::UriNotHandled)
}

pub(super) async fn stop(handle: &DeviceHandle, package: &str, within: Duration) -> Act {
    let package = package_word(package)?;
    let stop = Command::new(program::AM)
        .fixed("force-stop")
        .word(package.clone());
    // `am force-stop` is silent about a package that nobody has, so that is asked for too.
    let path = Command::new(program::PM).fixed("path").word(package);
    let line = ShellLine::from(stop).and(path);
    let answer = act(handle, &line, Deadline::after(within)).await?;
    stopped(&answer)
}

/// Reads what `am force-stop` and then `pm path` said: that the package is there proves nothing of the former.
fn stopped(answer: &Answer) -> Act {
    if let Some(error) = failed(answer, ErrorCode::ActionFailed) {
        return Err(error);
    }
    if answer.lines().any(|line| line.starts_with("package:")) {
        return Ok(());
    }
    // `pm path` ends with 1 and no word for a package that is not installed.
    Err(ActError::Refused {
        code: ErrorCode::AppNotFound,
        message: "no app of that package is installed".to_owned(),
    })
}

/// The activity that the launcher would start, as a word for `am`.
async fn launcher_entry(
    handle: &DeviceHandle,
    package: &str,
    word: &Word,
    deadline: Deadline,
) -> Result<Word, ActError> {
    let resolve = Command::new(program::CMD)
        .fixed("package")
        .fixed("resolve-activity")
        .fixed("--brief")
        .fixed("-a")
        .fixed(MAIN)
        .fixed("-c")
        .fixed(LAUNCHER)
        .word(word.clone());
    let not_sent = |code, message| ActError::NotSent { code, message };
    let answer = Answer::ask(handle, &ShellLine::from(resolve), LIMIT, deadline)
        .await
        .and_then(|answer| answer.check("what the app's icon opens"))
        .map_err(|error| {
            let unavailable = unavailable(&error);
            not_sent(unavailable.code, unavailable.message)
        })?;
    let entry = entry(&answer, package)?;
    Word::new(entry.to_string()).map_err(|error| refused_word(ErrorCode::AppNotFound, error))
}

/// Reads what `cmd package resolve-activity --brief` said.
fn entry(answer: &Answer, package: &str) -> Result<Component, ActError> {
    let not_sent = |code, message| ActError::NotSent { code, message };
    // The component stands alone on the last line; a line about priorities comes before it.
    let component = answer
        .output
        .lines()
        .rev()
        .map(str::trim)
        .find_map(Component::parse);
    match component {
        // An app with several icons resolves to the system's chooser, which is not the app.
        Some(component) if component.package != package => Err(not_sent(
            ErrorCode::ActionFailed,
            format!(
                "the app's icon would open {}, which is of another app; nothing was opened",
                component.package
            ),
        )),
        Some(component) => Ok(component),
        None => Err(not_sent(
            ErrorCode::AppNotFound,
            "no app of that package is installed, or it has no icon to open it by".to_owned(),
        )),
    }
}

fn start() -> Command {
    Command::new(program::AM).fixed("start").fixed("-W")
}

/// Reads what `am start -W` said. It writes its results to its output, and failures end with 0 on older releases.
fn started(answer: &Answer, absent: ErrorCode) -> Result<Launch, ActError> {
    if let Some(error) = failed(answer, absent) {
        return Err(error);
    }
    let value = |key: &str| {
        let mut lines = own_words(answer);
        lines.find_map(|line| Some(line.trim().strip_prefix(key)?.trim().to_owned()))
    };
    let delivered = own_words(answer).any(|line| line.starts_with("Warning: Activity not started"));
    match value("Status:").as_deref() {
        Some(status) => {
            let component = value("Activity:").and_then(|text| Component::parse(&text));
            Ok(Launch {
                package: component
                    .as_ref()
                    .map(|component| component.package.clone()),
                activity: component.map(|component| component.class),
                drawn: status == "ok",
            })
        }
        None if delivered => Ok(Launch {
            package: None,
            activity: None,
            drawn: true,
        }),
        None => Err(ActError::Unknown {
            message: format!(
                "`am start` did not say what became of it: {}",
                answer.excerpt()
            ),
        }),
    }
}

/// The refusal in an answer of `am`, if it is one.
fn failed(answer: &Answer, absent: ErrorCode) -> Option<ActError> {
    let says = |words: &str| own_words(answer).any(|line| line.contains(words));
    let error_line = own_words(answer).find(|line| {
        line.starts_with("Error: ") || line.starts_with("Error type ") || line.starts_with("java.")
    });
    let missing = [
        "does not exist",
        "unable to resolve Intent",
        "Unable to resolve",
    ];
    if missing.iter().any(|words| says(words)) {
        return Some(ActError::Refused {
            code: absent,
            message: match absent {
                ErrorCode::UriNotHandled => "no app on the phone opens that URI".to_owned(),
                _ => "the app has nothing to open".to_owned(),
            },
        });
    }
    if says("Exception occurred") || says("Security exception") || error_line.is_some() {
        return Some(ActError::Refused {
            code: ErrorCode::ActionFailed,
            message: format!("the phone refused: {}", answer.excerpt()),
        });
    }
    if let Err(error) = answer.clone().check("what became of it") {
        let unavailable = unavailable(&error);
        return Some(ActError::Refused {
            code: unavailable.code,
            message: unavailable.message,
        });
    }
    let nothing_said = answer.lines().all(|line| line.trim().is_empty());
    (!ended_well(answer) && !nothing_said).then(|| ActError::Unknown {
        message: format!(
            "the program ended with an error and said: {}",
            answer.excerpt()
        ),
    })
}

/// The lines of an answer but for the one that repeats what was asked for: a URI may have any words in it.
fn own_words(answer: &Answer) -> impl Iterator<Item = &str> {
    let lines = answer.lines();
    lines.filter(|line| !line.starts_with("Starting: "))
}

/// A package name as a word; what can be none is refused here, so that it is never taken for an option.
fn package_word(package: &str) -> Result<Word, ActError> {
    let name = PackageName::parse(package).ok_or_else(|| ActError::NotSent {
        code: ErrorCode::AppNotFound,
        message:
            "that is no package name: letters, digits, `_` and dots, such as com.android.settings"
                .to_owned(),
    })?;
    Word::new(name.to_string()).map_err(|error| refused_word(ErrorCode::AppNotFound, error))
}

fn refused_word(code: ErrorCode, error: WordError) -> ActError {
    ActError::NotSent {
        code,
        message: error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use clawperator_adb::ExitStatus;

    use super::*;

    fn answer(output: &str, errors: &str) -> Answer {
        Answer {
            output: output.to_owned(),
            errors: errors.to_owned(),
            status: ExitStatus::Code(0),
        }
    }

    fn is_refused<T>(outcome: &Result<T, ActError>) -> bool {
        matches!(outcome, Err(ActError::Refused { .. }))
    }

    #[test]
    fn an_app_that_is_there_need_not_have_been_stopped() {
        let path = "package:/data/app/base.apk\n";
        assert_eq!(stopped(&answer(path, "")), Ok(()));
        let said = "Security exception: Permission Denial: forceStopPackage()\n";
        assert!(is_refused(&stopped(&answer(path, said))));
        assert!(is_refused(&stopped(&answer("", ""))));
    }

    #[test]
    fn a_chooser_is_not_the_app() {
        let own = entry(&answer("priority=0\ncom.a/.Main\n", ""), "com.a").unwrap();
        assert_eq!(own.class, "com.a.Main");
        let chooser = "priority=0\nandroid/com.android.internal.app.ResolverActivity\n";
        let other = entry(&answer(chooser, ""), "com.a");
        assert!(matches!(other, Err(ActError::NotSent { .. })), "{other:?}");
    }

    #[test]
    fn words_of_the_uri_are_not_those_of_the_phone() {
        let begins =
            "Starting: Intent { act=android.intent.action.VIEW dat=x://Error: does not exist }\n";
        let said = format!("{begins}Status: ok\nActivity: com.a/.Main\nComplete\n");
        let launch = started(&answer(&said, ""), ErrorCode::UriNotHandled).unwrap();
        assert_eq!(launch.package.as_deref(), Some("com.a"));
        let said = format!("{begins}Error: Activity not started, unable to resolve Intent\n");
        assert!(is_refused(&started(
            &answer(&said, ""),
            ErrorCode::UriNotHandled
        )));
    }
}
