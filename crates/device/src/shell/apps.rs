//! Opening and stopping apps: `cmd package`, `am`.

use std::time::Duration;

use clawperator_adb::{Deadline, DeviceHandle, ExitStatus, PackageName};
use clawperator_contract::ErrorCode;

use super::answer::{act, unavailable};
use super::verdict::{Deed, Proof, Why, own_words};
use crate::driver::{ActError, Front, Launch, Opened, Opens, Unavailable};
use crate::line::{Command, ShellLine, Word, WordError, program};
use crate::probe::Answer;
use crate::probe::focus::Component;

pub(super) const MAIN: &str = "android.intent.action.MAIN";
const VIEW: &str = "android.intent.action.VIEW";
pub(super) const LAUNCHER: &str = "android.intent.category.LAUNCHER";
/// What `am start` asks for without being told, and `cmd package` does not.
const DEFAULT: &str = "android.intent.category.DEFAULT";

/// A task of its own, and an app that runs already is brought to the front as its icon would bring it:
/// `FLAG_ACTIVITY_NEW_TASK | FLAG_ACTIVITY_RESET_TASK_IF_NEEDED`.
const LAUNCH_FLAGS: &str = "0x10200000";

pub(super) const LIMIT: usize = 256 * 1024;

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
    let uri = uri_word(uri)?;
    let start = start().fixed("-a").fixed(VIEW).fixed("-d").word(uri);
    let line = ShellLine::from(start);
    let answer = act(handle, &line, Deadline::after(within)).await?;
    started(&answer, ErrorCode::UriNotHandled)
}

/// What would be opened: what the phone resolves it to, or everything that could open it where that is the chooser.
pub(super) async fn leads_to(
    handle: &DeviceHandle,
    opens: Opens<'_>,
    within: Duration,
) -> Result<Vec<Front>, Unavailable> {
    let deadline = Deadline::after(within);
    let ask = async |subcommand: &'static str| {
        let package = Command::new(program::CMD).fixed("package");
        let asked = package.fixed(subcommand).fixed("--brief");
        let asked = match opens {
            Opens::App(name) => {
                let asked = asked.fixed("-a").fixed(MAIN).fixed("-c").fixed(LAUNCHER);
                asked.word(package_word(name).map_err(|error| cannot_ask(&error))?)
            }
            Opens::Uri(uri) => {
                let uri = uri_word(uri).map_err(|error| cannot_ask(&error))?;
                let asked = asked.fixed("-a").fixed(VIEW);
                asked.fixed("-c").fixed(DEFAULT).fixed("-d").word(uri)
            }
        };
        Answer::ask(handle, &ShellLine::from(asked), LIMIT, deadline)
            .await
            .and_then(|answer| answer.check("what would be opened"))
            .map_err(|error| unavailable(&error))
    };
    let resolved = candidates(&ask("resolve-activity").await?)?;
    if resolved.iter().any(is_chooser) {
        candidates(&ask("query-activities").await?)
    } else {
        Ok(resolved)
    }
}

/// Reads what `cmd package resolve-activity --brief` or `query-activities --brief` said.
pub(super) fn candidates(answer: &Answer) -> Result<Vec<Front>, Unavailable> {
    let lines = || answer.output.lines().map(str::trim);
    let found: Vec<Front> = lines()
        .filter_map(Component::parse)
        .map(|component| Front {
            package: Some(component.package),
            activity: Some(component.class),
        })
        .collect();
    let none = lines().any(|line| line == "No activity found" || line == "No activities found");
    if found.is_empty() && !none {
        return Err(Unavailable {
            code: ErrorCode::ActionFailed,
            message: format!(
                "the phone did not say what would be opened: {}",
                answer.excerpt()
            ),
        });
    }
    Ok(found)
}

/// Whether this is the system's own chooser, which lets a person choose between apps.
fn is_chooser(front: &Front) -> bool {
    const CHOOSERS: [&str; 2] = ["android", "com.android.intentresolver"];
    front
        .package
        .as_deref()
        .is_some_and(|package| CHOOSERS.contains(&package))
}

fn cannot_ask(error: &ActError) -> Unavailable {
    Unavailable {
        code: ErrorCode::ActionFailed,
        message: error.to_string(),
    }
}

pub(super) async fn stop(
    handle: &DeviceHandle,
    name: &str,
    within: Duration,
) -> Result<(), ActError> {
    let package = package_word(name)?;
    let stop = Command::new(program::AM)
        .fixed("force-stop")
        .word(package.clone());
    // `am force-stop` is silent about a package that nobody has, so that is asked for too.
    let path = Command::new(program::PM).fixed("path").word(package);
    let line = ShellLine::from(stop).and(path);
    let answer = act(handle, &line, Deadline::after(within)).await?;
    stopped(&answer, name)
}

/// Reads what `am force-stop` and then `pm path` said: the second is asked only where the first ended well, and ends
/// with 1 and no word for a package that is not installed.
fn stopped(answer: &Answer, package: &str) -> Result<(), ActError> {
    let silent = || own_words(answer).all(is_of_the_linker);
    match Deed::Stop.judge(answer) {
        Proof::Done => Ok(()),
        Proof::Nothing(why) => Err(refused(why, ErrorCode::AppNotFound, answer)),
        Proof::Unknown if answer.status == ExitStatus::Code(1) && silent() => {
            Err(ActError::Refused {
                code: ErrorCode::AppNotFound,
                message: format!(
                    "no app with that package is installed: {}",
                    not_there(package)
                ),
            })
        }
        Proof::Unknown => Err(unknown("am force-stop", answer)),
    }
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
                "the app's icon would open {}, which belongs to another app; nothing was opened",
                component.package
            ),
        )),
        Some(component) => Ok(component),
        None => Err(not_sent(
            ErrorCode::AppNotFound,
            format!(
                "no app with that package is installed, or it has no launcher icon: {}",
                not_there(package)
            ),
        )),
    }
}

/// The package that no app has; a word without dots is most likely the name that people know the app by.
fn not_there(package: &str) -> String {
    let named = format!("`{}`", clawperator_contract::excerpt(package));
    if package.contains('.') {
        named
    } else {
        format!("{named} (a package id has dots, for example `com.android.settings`)")
    }
}

fn start() -> Command {
    Command::new(program::AM).fixed("start").fixed("-W")
}

/// Reads what `am start -W` said.
fn started(answer: &Answer, absent: ErrorCode) -> Result<Launch, ActError> {
    match Deed::Start.judge(answer) {
        Proof::Done => {}
        Proof::Nothing(why) => return Err(refused(why, absent, answer)),
        Proof::Unknown => return Err(unknown("am start", answer)),
    }
    let value = |key: &str| {
        let mut lines = own_words(answer);
        lines.find_map(|line| Some(line.trim().strip_prefix(key)?.trim().to_owned()))
    };
    let warns = |words: &str| own_words(answer).any(|line| line.trim().starts_with(words));
    // The phone keeps such a start and may make it later, so it is neither done nor refused.
    if warns("Warning: Activity not started because the  current activity is being kept") {
        return Err(ActError::Unknown {
            message: "the phone keeps the current app in front for a while and may open it later"
                .to_owned(),
        });
    }
    let how = if warns("Warning: Activity not started, its current task has been brought") {
        Opened::BroughtToFront
    } else if warns("Warning: Activity not started, intent has been delivered") {
        Opened::Delivered
    } else {
        Opened::Started
    };
    let status = value("Status:");
    // Half an answer tells of neither.
    if status.is_none() && how == Opened::Started {
        return Err(ActError::Unknown {
            message: format!("`am start` did not say what happened: {}", answer.excerpt()),
        });
    }
    let component = value("Activity:").and_then(|text| Component::parse(&text));
    Ok(Launch {
        how,
        package: component
            .as_ref()
            .map(|component| component.package.clone()),
        activity: component.map(|component| component.class),
        drawn: status.is_none_or(|status| status == "ok"),
    })
}

/// The error of an answer that proves that nothing happened.
fn refused(why: Why, absent: ErrorCode, answer: &Answer) -> ActError {
    ActError::Refused {
        code: why.code(absent, ErrorCode::ActionFailed),
        message: match (why, absent) {
            (Why::Absent, ErrorCode::UriNotHandled) => {
                "no app on the phone opens that URI".to_owned()
            }
            (Why::Absent, _) => "the app has nothing to open".to_owned(),
            (Why::ServiceMissing, _) => "Android's `activity` service is not running".to_owned(),
            _ => format!("the phone refused: {}", answer.excerpt()),
        },
    }
}

fn unknown(program: &str, answer: &Answer) -> ActError {
    ActError::Unknown {
        message: format!(
            "`{program}` ended with an error and said: {}",
            answer.excerpt()
        ),
    }
}

/// Whether a line is one that the phone's linker writes of any program, or blank.
fn is_of_the_linker(line: &str) -> bool {
    line.trim().is_empty() || line.starts_with("WARNING: linker: ")
}

/// A package name as a word; what can be none is refused here, so that it is never taken for an option.
pub(super) fn package_word(package: &str) -> Result<Word, ActError> {
    let name = PackageName::parse(package).ok_or_else(|| ActError::NotSent {
        code: ErrorCode::AppNotFound,
        message: format!(
            "not a package name: `{}`; use letters, digits, `_` and dots, such as com.android.settings",
            clawperator_contract::excerpt(package)
        ),
    })?;
    Word::new(name.to_string()).map_err(|error| refused_word(ErrorCode::AppNotFound, error))
}

fn uri_word(uri: &str) -> Result<Word, ActError> {
    // `am` repeats the URI in a line of its own words, which a line break in it would end.
    if uri.chars().any(char::is_control) {
        return Err(ActError::NotSent {
            code: ErrorCode::UriNotHandled,
            message: "a URI must not contain control characters or line breaks; nothing was sent"
                .to_owned(),
        });
    }
    Word::new(uri).map_err(|error| refused_word(ErrorCode::UriNotHandled, error))
}

fn refused_word(code: ErrorCode, error: WordError) -> ActError {
    ActError::NotSent {
        code,
        message: error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(output: &str, errors: &str, code: u8) -> Answer {
        Answer {
            output: output.to_owned(),
            errors: errors.to_owned(),
            status: ExitStatus::Code(code),
        }
    }

    fn is_refused<T>(outcome: &Result<T, ActError>) -> bool {
        matches!(outcome, Err(ActError::Refused { .. }))
    }

    fn is_unknown<T>(outcome: &Result<T, ActError>) -> bool {
        matches!(outcome, Err(ActError::Unknown { .. }))
    }

    #[test]
    fn an_app_that_is_there_need_not_have_been_stopped() {
        let path = "package:/data/app/base.apk\n";
        assert_eq!(stopped(&answer(path, "", 0), "com.a"), Ok(()));
        let noise = "WARNING: linker: Exception ignored\n";
        assert_eq!(stopped(&answer(path, noise, 0), "com.a"), Ok(()));
        let said = "Security exception: Permission Denial: forceStopPackage()\n";
        assert!(is_refused(&stopped(&answer("", said, 255), "com.a")));
        assert!(is_refused(&stopped(&answer("", "", 1), "com.a")));
        assert!(is_refused(&stopped(&answer("", noise, 1), "com.a")));
        // What was stopped stays so, though the packages could not be asked for.
        let gone = "cmd: Can't find service: package\n";
        assert!(is_unknown(&stopped(&answer("", gone, 20), "com.a")));
        assert!(is_unknown(&stopped(&answer("", "", 137), "com.a")));
    }

    #[test]
    fn a_chooser_is_not_the_app() {
        let own = entry(&answer("priority=0\ncom.a/.Main\n", "", 0), "com.a").unwrap();
        assert_eq!(own.class, "com.a.Main");
        let chooser = "priority=0\nandroid/com.android.internal.app.ResolverActivity\n";
        let other = entry(&answer(chooser, "", 0), "com.a");
        assert!(matches!(other, Err(ActError::NotSent { .. })), "{other:?}");
    }

    #[test]
    fn what_would_be_opened_is_read_from_both_forms() {
        let names = |output: &str| {
            let found = candidates(&answer(output, "", 0)).unwrap();
            let name = |front: Front| front.activity.unwrap();
            found.into_iter().map(name).collect::<Vec<_>>()
        };
        assert_eq!(names("priority=0 match=0x1\ncom.a/.Main\n"), ["com.a.Main"]);
        let several = "2 activities found:\n  Activity #0:\n    priority=0\n    com.a/.Main\n  Activity #1:\n    \
                       priority=0\n    com.b/com.c.View\n";
        assert_eq!(names(several), ["com.a.Main", "com.c.View"]);
        assert!(names("No activity found\n").is_empty());
        // What says neither is not an answer.
        assert!(candidates(&answer("cmd: Can't find service: package\n", "", 20)).is_err());
        let chooser = "priority=0\nandroid/com.android.internal.app.ResolverActivity\n";
        let resolved = candidates(&answer(chooser, "", 0)).unwrap();
        assert!(resolved.iter().any(is_chooser));
    }

    #[test]
    fn words_of_the_uri_are_not_those_of_the_phone() {
        let begins =
            "Starting: Intent { act=android.intent.action.VIEW dat=x://Error: does not exist }\n";
        let said = format!("{begins}Status: ok\nActivity: com.a/.Main\nComplete\n");
        let launch = started(&answer(&said, "", 0), ErrorCode::UriNotHandled).unwrap();
        assert_eq!(launch.package.as_deref(), Some("com.a"));
        let said = format!("{begins}Error: Activity not started, unable to resolve Intent {{ }}\n");
        assert!(is_refused(&started(
            &answer(&said, "", 1),
            ErrorCode::UriNotHandled
        )));
    }

    #[test]
    fn how_something_was_opened_is_told_apart() {
        let tail = "Status: ok\nActivity: com.a/.Main\nTotalTime: 10\nComplete\n";
        let said = |warning: &str| {
            let said = format!("Starting: Intent {{ cmp=com.a/.Main }}\n{warning}{tail}");
            started(&answer(&said, "", 0), ErrorCode::AppNotFound)
        };
        assert_eq!(said("").unwrap().how, Opened::Started);
        let front =
            "Warning: Activity not started, its current task has been brought to the front\n";
        assert_eq!(said(front).unwrap().how, Opened::BroughtToFront);
        let top = "Warning: Activity not started, intent has been delivered to currently running top-most instance.\n";
        assert_eq!(said(top).unwrap().how, Opened::Delivered);
        let kept = "Warning: Activity not started because the  current activity is being kept for the user.\n";
        assert!(is_unknown(&said(kept)));
        let caller =
            "Warning: Activity not started because intent should be handled by the caller\n";
        assert!(is_refused(&said(caller)));
        // Half an answer.
        let half = answer("Starting: Intent { cmp=com.a/.Main }\n", "", 0);
        assert!(is_unknown(&started(&half, ErrorCode::AppNotFound)));
    }
}
