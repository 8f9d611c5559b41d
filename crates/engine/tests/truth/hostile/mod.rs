//! Hostile text: what the phone's shell gets is exactly what was meant, or the step is refused before anything is sent.
//!
//! All strings go through the engine and the shell driver to an [`ear`](ear::Ear), whose shell reads the lines as a
//! phone's does; some go through a real adb server to a virtual phone as well.

mod ear;
mod strings;

use std::collections::BTreeMap;

use clawperator_contract::wrappers::ExecutionResult;
use clawperator_contract::{Execution, Failure};
use clawperator_virtual_phone::{JournalEvent, JournalInput, Release, ServiceRequest};
use serde_json::{Value, json};

use self::ear::{Ear, can_be_shown};
use self::strings::{COUNT, strings};
use super::rig::{APP, Rig, parts, run, validated};
use super::server::{PrivateServer, programs};
use super::unbound;

/// What a string is used as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Use {
    Typed,
    Matched,
    Uri,
    OpenedPackage,
    ClosedPackage,
}

const USES: [Use; 5] = [
    Use::Typed,
    Use::Matched,
    Use::Uri,
    Use::OpenedPackage,
    Use::ClosedPackage,
];

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Became {
    /// The phone got it, exactly.
    Exact,
    /// Nothing was sent.
    Refused,
    /// It is looked for on the host, and no request has it.
    StayedHere,
}

/// How many strings also go through a real server.
const THROUGH_A_SERVER: usize = 60;

#[tokio::test]
async fn every_string_arrives_as_it_is_or_is_refused() {
    let ear = Ear::listen().await;
    let mut report = BTreeMap::<(Use, Became), usize>::new();
    for text in strings() {
        for used in USES {
            let became = tell(&ear, used, &text).await;
            *report.entry((used, became)).or_default() += 1;
        }
    }
    print("through the virtual shell", &report);
    assert_eq!(report.values().sum::<usize>(), COUNT * USES.len());
    // Neither of the two may be all there is.
    let count = |used, became| report.get(&(used, became)).copied().unwrap_or(0);
    assert!(count(Use::Typed, Became::Exact) >= 500);
    assert!(count(Use::Typed, Became::Refused) >= 500);
    assert!(count(Use::Uri, Became::Exact) >= 1_000);
    assert!(count(Use::Uri, Became::Refused) >= 100);
    assert!(count(Use::OpenedPackage, Became::Refused) >= 1_000);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn some_arrive_through_a_real_server() {
    let server = PrivateServer::start(&programs()[0]).await;
    let rig = Rig::new(server.client(), Release::Android14).await;
    let mut report = BTreeMap::<(Use, Became), usize>::new();
    for text in strings().iter().step_by(COUNT / THROUGH_A_SERVER) {
        for used in USES {
            let became = tell_phone(&rig, used, text).await;
            *report.entry((used, became)).or_default() += 1;
        }
    }
    print("through a real server", &report);
    assert!(report[&(Use::Typed, Became::Exact)] > 10);
    assert!(report[&(Use::Uri, Became::Exact)] > 10);
}

/// Uses a string on the ear and holds what was heard against what was meant.
async fn tell(ear: &Ear, used: Use, text: &str) -> Became {
    ear.begin(text);
    let field = json!({ "class": "android.widget.EditText" });
    let Some(outcome) = attempt(used, text, &field, async |execution| {
        run(ear.device.clone(), parts(1), &execution).await
    })
    .await
    else {
        return Became::Refused;
    };
    let calls = ear.calls();
    let words: Vec<Vec<&str>> = calls
        .iter()
        .map(|call| call.iter().map(String::as_str).collect())
        .collect();
    let words: Vec<&[&str]> = words.iter().map(Vec::as_slice).collect();
    let success = outcome.envelope.step_results[0].success;
    match used {
        Use::Matched => {
            assert!(words.is_empty(), "{text:?}: {words:?}");
            assert!(ear.looks() > 0);
            assert_eq!(success, can_be_shown(text), "{text:?}");
            Became::StayedHere
        }
        _ if words.is_empty() => {
            assert!(!success, "{used:?} {text:?}");
            Became::Refused
        }
        Use::Typed => {
            let (end, typed) = words.split_first().unwrap();
            assert_eq!(*end, ["input", "keyevent", "123"]);
            assert!(
                typed
                    .iter()
                    .all(|call| matches!(call, ["input", "text", _]))
            );
            assert_eq!(ear.field(), text);
            assert!(success, "{text:?}: {outcome:?}");
            Became::Exact
        }
        Use::Uri => {
            let view = "android.intent.action.VIEW";
            assert_eq!(words, [["am", "start", "-W", "-a", view, "-d", text]]);
            assert!(success, "{text:?}: {outcome:?}");
            Became::Exact
        }
        Use::OpenedPackage => {
            assert_eq!(words.len(), 2, "{words:?}");
            assert_eq!(words[0].last(), Some(&text));
            let component = format!("{text}/.Main");
            assert_eq!(words[1].last(), Some(&&*component));
            Became::Exact
        }
        Use::ClosedPackage => {
            assert_eq!(words, [["am", "force-stop", text], ["pm", "path", text]]);
            assert!(success, "{text:?}: {outcome:?}");
            Became::Exact
        }
    }
}

/// The same on a virtual phone.
async fn tell_phone(rig: &Rig, used: Use, text: &str) -> Became {
    let page = match used {
        Use::Typed | Use::Matched => Some("fields"),
        Use::Uri | Use::OpenedPackage | Use::ClosedPackage => None,
    };
    rig.begin(page).await;
    let phone = rig.phone();
    let before = phone.requests().entries.len() as u64;
    let field = json!({ "resourceId": format!("{APP}:id/name") });
    let outcome = attempt(used, text, &field, async |execution| {
        rig.run(&execution, 1).await
    })
    .await;
    rig.until_quiet().await;
    let lines: Vec<String> = phone
        .requests_after(before)
        .entries
        .into_iter()
        .map(|entry| match entry.request {
            ServiceRequest::Stream { service, .. } => unbound(&service),
            ServiceRequest::File { .. } => panic!("a file is asked for"),
        })
        // Whether the phone can be used is asked in a line of constants.
        .filter(|line| !line.starts_with("shell,v2,raw:dumpsys 'window' "))
        .collect();
    let Some(outcome) = outcome.filter(|_| !lines.is_empty()) else {
        assert_eq!(lines, Vec::<String>::new(), "{used:?} {text:?}");
        return Became::Refused;
    };
    let success = outcome.envelope.step_results[0].success;
    match used {
        Use::Matched => {
            let looks = |line: &String| line.contains("uiautomator 'dump'") && *line == lines[0];
            assert!(lines.iter().all(looks), "{lines:?}");
            assert!(!success);
            Became::StayedHere
        }
        Use::Typed => {
            assert!(success, "{text:?}: {outcome:?}");
            assert_eq!(typed_into(rig), text);
            Became::Exact
        }
        Use::Uri => {
            let line = format!(
                "shell,v2,raw:am 'start' '-W' '-a' 'android.intent.action.VIEW' '-d' '{}'",
                text.replace('\'', r"'\''")
            );
            assert!(lines.iter().all(|sent| *sent == line), "{lines:?}");
            Became::Exact
        }
        Use::OpenedPackage | Use::ClosedPackage => {
            assert!(lines.iter().all(|line| line.contains(&format!("'{text}'"))));
            Became::Exact
        }
    }
}

/// Runs a string's execution; nothing when validation refuses it.
async fn attempt(
    used: Use,
    text: &str,
    field: &Value,
    run: impl AsyncFnOnce(Execution) -> Result<ExecutionResult, Failure>,
) -> Option<ExecutionResult> {
    let action = match used {
        Use::Typed => json!({ "type": "enter_text",
            "params": { "where": field, "text": text } }),
        Use::Matched => json!({ "type": "wait_for_node",
            "params": { "matcher": { "textEquals": text }, "retry": {} } }),
        Use::Uri => json!({ "type": "open_uri", "params": { "uri": text, "retry": {} } }),
        Use::OpenedPackage => json!({ "type": "open_app",
            "params": { "applicationId": text, "retry": {} } }),
        Use::ClosedPackage => json!({ "type": "close_app",
            "params": { "applicationId": text, "retry": {} } }),
    };
    let execution = validated(&json!([action]), 120_000).ok()?;
    Some(run(execution).await.unwrap())
}

/// What was typed, by the journal: what was injected is what the field holds.
fn typed_into(rig: &Rig) -> String {
    let journal = rig.phone().journal();
    let (mut injected, mut holds) = (String::new(), String::new());
    for entry in journal.entries {
        match entry.event {
            JournalEvent::Injected {
                input: JournalInput::Text { text },
                ..
            } => injected.push_str(&text),
            JournalEvent::TextChanged { text, .. } => holds = text,
            _ => {}
        }
    }
    assert_eq!(injected, holds);
    holds
}

fn print(how: &str, report: &BTreeMap<(Use, Became), usize>) {
    let parts: Vec<String> = report
        .iter()
        .map(|((used, became), count)| format!("{used:?} {became:?} {count}"))
        .collect();
    println!("{how}: {}", parts.join(", "));
}
