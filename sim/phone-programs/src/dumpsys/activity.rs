//! `dumpsys activity`.

use std::fmt::Write as _;

use clawperator_phone_screen::{ScreenState, TaskState};

use super::records;
use crate::call::Call;
use crate::component::short;
use crate::hash::hex;
use crate::release::Release;

/// `dumpsys activity [PART]`
pub(super) async fn text(call: &Call<'_>, arguments: &[String]) -> String {
    let part = arguments
        .iter()
        .map(String::as_str)
        .find(|word| !word.starts_with('-'));
    let empty = |title: &str| format!("ACTIVITY MANAGER {title}\n  (nothing)\n");
    match part {
        None => {
            let line = "-".repeat(79);
            let parts = [
                empty("BROADCAST STATE (dumpsys activity broadcasts)"),
                empty("SERVICES (dumpsys activity services)"),
                recents(call).await,
                activities(call).await,
                processes(call).await,
            ];
            parts.join(&format!("{line}\n"))
        }
        Some("activities" | "a") => activities(call).await,
        Some("top") => top(call).await,
        Some("recents" | "r") => recents(call).await,
        Some("processes" | "p") => processes(call).await,
        Some("services" | "s") => empty("SERVICES (dumpsys activity services)"),
        Some("broadcasts" | "b") => empty("BROADCAST STATE (dumpsys activity broadcasts)"),
        Some("providers" | "prov") => empty("CONTENT PROVIDERS (dumpsys activity providers)"),
        Some("intents" | "i") => empty("PENDING INTENTS (dumpsys activity intents)"),
        Some("starter" | "containers" | "lastanr" | "settings" | "oom" | "users") => String::new(),
        Some(name) => named(call, name).await,
    }
}

/// `dumpsys activity activities`
pub(crate) async fn activities(call: &Call<'_>) -> String {
    let (release, state) = (call.release(), call.state().await);
    let mut text = "ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)\n\
                    Display #0 (activities from top to bottom):\n"
        .to_owned();
    for task in state.tasks.iter().rev() {
        text.push_str(&task_lines(call, &state, task).await);
    }
    let record = records::resumed(&state)
        .map(|(component, task)| records::activity(release, component, task));
    if let Some(record) = &record {
        match release {
            Release::Android9 => {}
            Release::Android10 => {
                let _ = writeln!(text, " ResumedActivity:{record}");
            }
            _ => {
                text.push_str("  Resumed activities in task display areas (from top to bottom):\n");
                let _ = writeln!(text, "    Resumed: {record}");
            }
        }
        text.push('\n');
        let _ = writeln!(text, "  ResumedActivity: {record}");
    }
    if release >= Release::Android11 {
        let _ = writeln!(text, "\n  mCurrentFocus={}", records::focus(&state));
        let _ = writeln!(
            text,
            "  mFocusedApp={}",
            records::focused_app(release, &state)
        );
    }
    text.push_str(&keyguard(release, &state));
    text
}

async fn task_lines(call: &Call<'_>, state: &ScreenState, task: &TaskState) -> String {
    let release = call.release();
    let root = task
        .activities
        .first()
        .map_or("", |(package, _)| package.as_str());
    let kind = if root.contains("launcher") {
        "home"
    } else {
        "standard"
    };
    let name = records::task(release, state, task, call.phone().uid(root));
    let mut text = match release {
        Release::Android9 | Release::Android10 => {
            format!(
                "\n  Stack #{}: type={kind} mode=fullscreen\n    Task id #{}\n    * {name}\n",
                task.id, task.id
            )
        }
        Release::Android11 => format!(
            "\n  Stack #{}: type={kind} mode=fullscreen\n    * {name}\n",
            task.id
        ),
        _ => format!("  * {name}\n"),
    };
    let resumed = records::resumed(state).filter(|(_, id)| *id == task.id);
    if let Some((component, id)) = resumed.filter(|_| release >= Release::Android12L) {
        let _ = writeln!(
            text,
            "    topResumedActivity={}",
            records::activity(release, component, id)
        );
    }
    let spaces = if release >= Release::Android12L {
        "  "
    } else {
        " "
    };
    for (index, component) in task.activities.iter().enumerate().rev() {
        let record = records::activity(release, component, task.id);
        let is_resumed = resumed.is_some_and(|(known, _)| known == component)
            && index + 1 == task.activities.len();
        let state = if is_resumed { "RESUMED" } else { "STOPPED" };
        let (package, class) = component;
        let pid = call
            .package(package)
            .await
            .and_then(|package| package.pid)
            // What the platform writes for a process that has ended.
            .unwrap_or_default();
        let uid = call.phone().uid(package);
        let process = format!(
            "ProcessRecord{{{} {pid}:{package}/u0a{}}}",
            hex("process", package),
            uid.saturating_sub(10_000)
        );
        let _ = writeln!(text, "    * Hist{spaces}#{index}: {record}");
        let _ = writeln!(text, "      packageName={package} processName={package}");
        let _ = writeln!(
            text,
            "      mActivityComponent={package}/{}",
            crate::component::short_class(package, class)
        );
        let _ = writeln!(text, "      app={process}");
        let _ = writeln!(
            text,
            "      state={state} delayedResume=false finishing=false"
        );
    }
    if let Some((component, id)) = resumed.filter(|_| release < Release::Android12L) {
        let _ = writeln!(
            text,
            "    mResumedActivity: {}",
            records::activity(release, component, id)
        );
    }
    text
}

fn keyguard(release: Release, state: &ScreenState) -> String {
    let showing = state.keyguard;
    let mut text = format!(
        "  KeyguardController:\n    mKeyguardShowing={showing}\n    mAodShowing=false\n    mKeyguardGoingAway=false\n"
    );
    if release == Release::Android9 {
        text.push_str("    mOccluded=false\n");
    }
    if release >= Release::Android13 {
        let _ = writeln!(
            text,
            "   KeyguardShowing={showing} AodShowing=false KeyguardGoingAway=false DismissalRequested=false  \
             Occluded=false DismissingKeyguardActivity=null TurnScreenOnActivity=null at display=0"
        );
    }
    text.push_str("    mDismissCallbacks=0\n");
    text
}

/// `dumpsys activity top`: one activity for each task, the front one last.
async fn top(call: &Call<'_>) -> String {
    let state = call.state().await;
    let mut text = String::new();
    for task in &state.tasks {
        let Some(component) = task.activities.last() else {
            continue;
        };
        text.push_str(&one_activity(call, task, component).await);
    }
    text
}

async fn one_activity(call: &Call<'_>, task: &TaskState, component: &(String, String)) -> String {
    let newest = call.release() >= Release::Android16;
    let pid = call
        .package(&component.0)
        .await
        .and_then(|package| package.pid);
    let pid = pid.map_or_else(|| "(not running)".to_owned(), |pid| pid.to_string());
    let affinity = task
        .activities
        .first()
        .map_or("", |(package, _)| package.as_str());
    let (display, user) = if newest {
        (" displayId=0", " userId=0 displayId=0")
    } else {
        ("", "")
    };
    let name = short(component);
    let hash = hex("local activity", &name);
    format!(
        "TASK {affinity} id={} userId=0{display}\n  ACTIVITY {name} {hash} pid={pid}{user}\n    Local Activity {hash} \
         State:\n      mResumed=true mStopped=false mFinished=false\n",
        task.id
    )
}

/// `dumpsys activity NAME`: the activities whose component has the name in it.
async fn named(call: &Call<'_>, name: &str) -> String {
    let state = call.state().await;
    let mut text = String::new();
    for task in &state.tasks {
        for component in task
            .activities
            .iter()
            .filter(|component| short(component).contains(name))
        {
            text.push_str(&one_activity(call, task, component).await);
        }
    }
    if text.is_empty() {
        return format!("Bad activity command, or no activities match: {name}\n");
    }
    text
}

async fn recents(call: &Call<'_>) -> String {
    let (release, state) = (call.release(), call.state().await);
    let mut text =
        "ACTIVITY MANAGER RECENT TASKS (dumpsys activity recents)\n  Recent tasks:\n".to_owned();
    for (index, task) in state.tasks.iter().rev().enumerate() {
        let root = task
            .activities
            .first()
            .map_or("", |(package, _)| package.as_str());
        let name = records::task(release, &state, task, call.phone().uid(root));
        let _ = writeln!(text, "  * Recent #{index}: {name}");
    }
    text
}

async fn processes(call: &Call<'_>) -> String {
    let mut text =
        "ACTIVITY MANAGER RUNNING PROCESSES (dumpsys activity processes)\n  All known processes:\n"
            .to_owned();
    for package in call.packages().await {
        let Some(pid) = package.pid else { continue };
        let (name, uid) = (&package.name, call.phone().uid(&package.name));
        let user = if uid >= 10_000 {
            format!("u0a{}", uid - 10_000)
        } else {
            uid.to_string()
        };
        let _ = writeln!(
            text,
            "  *APP* UID {uid} ProcessRecord{{{} {pid}:{name}/{user}}}",
            hex("process", name)
        );
        let _ = writeln!(text, "    user #0 uid={uid}\n    packageList={{{name}}}");
    }
    text
}
