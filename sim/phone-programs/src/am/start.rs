//! `am start`.

use std::fmt::Write as _;
use std::time::Duration;

use clawperator_phone_screen::LaunchOutcome;
use clawperator_phone_shell::{Closed, Exit};

use super::User;
use crate::call::Call;
use crate::component::short;
use crate::intent::{Handled, ShellIntent, Words, parse};
use crate::java::Exception;
use crate::log::{LogBuffer, LogEntry, Priority};
use crate::release::Release;

/// Most repetitions of one start.
const MAX_REPEATS: u32 = 1_000;
const NEW_TASK: u32 = 0x1000_0000;
/// How long the framework rests between stopping and starting.
const STOP_REST: Duration = Duration::from_millis(250);
/// How long a task needs to come to the front.
const TO_FRONT: Duration = Duration::from_millis(40);
/// What waiting takes besides the start itself.
const WAIT_OVERHEAD: Duration = Duration::from_millis(4);

struct Options {
    wait: bool,
    stop: bool,
    repeat: u32,
    user: User,
}

/// `am start [-W] [-S] [-R N] …`
pub(super) async fn run(
    call: &Call<'_>,
    command: &str,
    arguments: &[String],
) -> Result<Exit, Closed> {
    let mut options = Options {
        wait: false,
        stop: false,
        repeat: 1,
        user: User::Current,
    };
    let mut words = Words::new(arguments);
    let parsed = parse(&mut words, |option, words| {
        own_option(&mut options, option, words)
    });
    let intent = match parsed {
        Ok(intent) => intent,
        Err(exception) => return call.throw(command, &exception).await,
    };
    if options.user == User::All {
        return call
            .fail("Error: Can't start service with user 'all'\n", 1)
            .await;
    }
    for _ in 0..options.repeat.clamp(1, MAX_REPEATS) {
        let exit = once(call, command, &intent, &options).await?;
        if exit != 0 {
            return Ok(exit);
        }
    }
    Ok(0)
}

fn own_option(
    options: &mut Options,
    option: &str,
    words: &mut Words<'_>,
) -> Result<Handled, Exception> {
    match option {
        "-W" => options.wait = true,
        "-S" => options.stop = true,
        "-R" => {
            let text = words.required()?;
            options.repeat = text.parse().map_err(|_| Exception::number_format(text))?;
        }
        "--user" => options.user = User::parse(words.required()?)?,
        "-D"
        | "-N"
        | "--streaming"
        | "--track-allocation"
        | "--task-overlay"
        | "--lock-task"
        | "--allow-background-activity-starts"
        | "--splashscreen-show-icon"
        | "--dismiss-keyguard" => {}
        "-P"
        | "--start-profiler"
        | "--sampling"
        | "--attach-agent"
        | "--attach-agent-bind"
        | "--receiver-permission"
        | "--stack"
        | "--display"
        | "--windowingMode"
        | "--activityType"
        | "--task"
        | "--display-category" => {
            words.required()?;
        }
        _ => return Ok(Handled::Unknown),
    }
    Ok(Handled::Taken)
}

async fn once(
    call: &Call<'_>,
    command: &str,
    intent: &ShellIntent,
    options: &Options,
) -> Result<Exit, Closed> {
    let release = call.release();
    if options.stop {
        match package_to_stop(call, intent).await {
            Ok(package) => {
                call.out(format!("Stopping: {package}\n")).await?;
                call.screen().force_stop(&package).await;
                call.process.clock.sleep(STOP_REST).await;
            }
            Err(reason) => {
                return call
                    .fail(format!("Error: {reason}: {}\n", intent.print(release)), 1)
                    .await;
            }
        }
    }
    call.out(format!("Starting: {}\n", intent.print(release)))
        .await?;
    let mut started = intent.clone();
    started.intent.flags |= NEW_TASK;
    let launch = launch(call, &started, options.user).await;
    log(call, &started);
    let (text, done) = match &launch {
        LaunchOutcome::Started {
            component,
            cold,
            took,
        } => {
            let state = if *cold { "COLD" } else { "WARM" };
            (
                String::new(),
                Done {
                    component,
                    state,
                    took: *took,
                },
            )
        }
        LaunchOutcome::DeliveredToTop { component } => {
            let text = "Warning: Activity not started, intent has been delivered to currently running top-most instance.\n";
            (
                text.to_owned(),
                Done {
                    component,
                    state: "UNKNOWN (0)",
                    took: Duration::ZERO,
                },
            )
        }
        LaunchOutcome::BroughtToFront { component } => {
            let text =
                "Warning: Activity not started, its current task has been brought to the front\n";
            (
                text.to_owned(),
                Done {
                    component,
                    state: "HOT",
                    took: TO_FRONT,
                },
            )
        }
        LaunchOutcome::ClassMissing {
            component: (package, class),
        } => {
            let text = format!(
                "Error type 3\nError: Activity class {{{package}/{class}}} does not exist.\n"
            );
            return result(call, options, text, 1).await;
        }
        LaunchOutcome::Unresolved => {
            let printed = started.print(release);
            let text = format!("Error: Activity not started, unable to resolve {printed}\n");
            return result(call, options, text, 1).await;
        }
        LaunchOutcome::NotExported => return not_exported(call, command, &started).await,
    };
    result(call, options, text, 0).await?;
    if options.wait {
        call.process.clock.sleep(done.took).await;
        call.out(done.report(release)).await?;
    }
    Ok(0)
}

/// What became of the start goes to the output when it was waited for, else to the error stream.
async fn result(
    call: &Call<'_>,
    options: &Options,
    text: String,
    exit: Exit,
) -> Result<Exit, Closed> {
    if options.wait {
        call.answer(text, exit).await
    } else {
        call.fail(text, exit).await
    }
}

async fn launch(call: &Call<'_>, intent: &ShellIntent, user: User) -> LaunchOutcome {
    if user == User::Other {
        return LaunchOutcome::Unresolved;
    }
    if let Some(component) = &intent.intent.component {
        if call.phone().is_removed(&component.0) {
            return LaunchOutcome::ClassMissing {
                component: component.clone(),
            };
        }
    } else if intent
        .intent
        .package
        .as_deref()
        .is_some_and(|package| call.phone().is_removed(package))
    {
        return LaunchOutcome::Unresolved;
    }
    call.screen().start(&intent.intent).await
}

async fn package_to_stop(call: &Call<'_>, intent: &ShellIntent) -> Result<String, &'static str> {
    if let Some((package, _)) = &intent.intent.component {
        return Ok(package.clone());
    }
    let found = crate::pm::resolve::matching(&call.packages().await, &intent.intent);
    match found.as_slice() {
        [] => Err("Intent does not match any activities"),
        [one] => Ok(one.package.clone()),
        _ => Err("Intent matches multiple activities; can't stop"),
    }
}

async fn not_exported(
    call: &Call<'_>,
    command: &str,
    started: &ShellIntent,
) -> Result<Exit, Closed> {
    let package = started
        .intent
        .component
        .as_ref()
        .map(|(package, _)| package.as_str());
    let uid = call.phone().uid(
        package
            .or(started.intent.package.as_deref())
            .unwrap_or("android"),
    );
    let message = format!(
        "Permission Denial: starting {} from null (pid={}, uid=2000) not exported from uid {uid}",
        started.print(call.release()),
        call.process.pid,
    );
    call.throw(command, &Exception::security(message)).await
}

/// The line that the activity manager logs of every start.
fn log(call: &Call<'_>, started: &ShellIntent) {
    let printed = started.print(call.release());
    let fields = printed
        .strip_prefix("Intent { ")
        .and_then(|rest| rest.strip_suffix(" }"))
        .unwrap_or(&printed);
    let tag = if call.release() >= Release::Android10 {
        "ActivityTaskManager"
    } else {
        "ActivityManager"
    };
    call.phone().logs().push(LogEntry {
        time: call.now(),
        buffer: LogBuffer::System,
        pid: crate::boot::SYSTEM_SERVER,
        tid: crate::boot::SYSTEM_SERVER + 24,
        uid: 1_000,
        priority: Priority::Info,
        tag: tag.to_owned(),
        message: format!("START u0 {{{fields}}} from uid 2000"),
    });
}

/// A start that went well.
struct Done<'a> {
    component: &'a (String, String),
    state: &'static str,
    took: Duration,
}

impl Done<'_> {
    fn report(&self, release: Release) -> String {
        let mut text = "Status: ok\n".to_owned();
        if release >= Release::Android10 {
            let _ = writeln!(text, "LaunchState: {}", self.state);
        }
        let _ = writeln!(text, "Activity: {}", short(self.component));
        let took = self.took.as_millis();
        if release == Release::Android9 {
            let _ = writeln!(text, "ThisTime: {took}");
        }
        let waited = (self.took + WAIT_OVERHEAD).as_millis();
        let _ = write!(text, "TotalTime: {took}\nWaitTime: {waited}\nComplete\n");
        text
    }
}
