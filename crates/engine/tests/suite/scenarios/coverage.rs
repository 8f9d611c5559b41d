//! Nothing is left out: actions, codes, folders, and what the document says that a reading of the screen costs.

use std::collections::BTreeSet;
use std::path::Path;

use clawperator_contract::{Action, ActionType, ErrorCode, ErrorGroup, validate};
use clawperator_virtual_phone::Release;

use super::FOLDERS;
use super::file::{Expect, Named, Scenario, Truth, all, folders};

/// Codes of steps that cannot come of this driver: it refuses to record before the first step.
const NOT_BY_THIS_DRIVER: [ErrorCode; 2] = [
    ErrorCode::RecordingAlreadyInProgress,
    ErrorCode::RecordingNotInProgress,
];

/// Documented failures that the virtual phone has no switch for: its `am force-stop` never throws, and its clipboard keeps
/// every text that it takes.
const NOT_ON_THIS_PHONE: [(ActionType, ErrorCode); 2] = [
    (ActionType::CloseApp, ErrorCode::ActionFailed),
    (ActionType::SetClipboard, ErrorCode::ActionFailed),
];

/// The fewest scenarios that the suite may have.
const FEWEST: usize = 150;

#[test]
fn every_folder_has_a_test() {
    assert_eq!(folders(), FOLDERS);
}

#[test]
fn every_scenario_names_its_rule_and_what_it_is_shown() {
    let scenarios = all();
    assert!(scenarios.len() >= FEWEST, "{}", scenarios.len());
    let mut seen = BTreeSet::new();
    for Named { name, scenario } in &scenarios {
        let rule = &scenario.rule;
        let known = ["actions", "selectors", "api-overview", "original", "ours"];
        assert!(known.contains(&rule.file.as_str()), "{name}: {}", rule.file);
        assert!(
            !rule.says.is_empty() && !scenario.about.is_empty(),
            "{name}"
        );
        let run = format!(
            "{:?}{:?}{:?}",
            scenario.start, scenario.run, scenario.faults
        );
        let circumstances = format!(
            "{run}{:?}{:?}{:?}{:?}{:?}",
            scenario.during, scenario.deny, scenario.earlier, scenario.held_by, scenario.releases
        );
        assert!(seen.insert(circumstances), "{name} appears twice");
    }
}

#[test]
fn where_the_drivers_differ_there_is_a_reason_and_nowhere_else() {
    for Named { name, scenario } in &all() {
        let resident = &scenario.resident;
        let differs = resident.expect.is_some() || resident.phone.is_some();
        assert_eq!(
            resident.because.is_some(),
            differs,
            "{name}: a difference without a reason, or a reason without a difference"
        );
        let not_played = resident.not_played.is_some();
        assert!(!(not_played && differs), "{name} is not played");
        let reasons = [&resident.because, &resident.not_played];
        let words = reasons.into_iter().flatten();
        for reason in words {
            assert!(reason.split_whitespace().count() > 2, "{name}: {reason:?}");
        }
        // What is said again is no difference.
        let told = |expect: &Expect| format!("{expect:?}");
        let again = resident.expect.as_ref().map(told) == Some(told(&scenario.expect));
        assert!(!again, "{name}: `expect` is the same");
        let happened = |truth: &Truth| format!("{truth:?}");
        let again = resident.phone.as_ref().map(happened) == Some(happened(&scenario.phone));
        assert!(!again, "{name}: `phone` is the same");
    }
}

#[test]
fn every_action_succeeds_somewhere_and_fails_in_each_documented_way() {
    let shown: BTreeSet<(String, Option<String>)> = all()
        .iter()
        .flat_map(|named| outcomes(&named.scenario))
        .collect();
    for action in ActionType::ALL {
        let is_shown = |code: Option<ErrorCode>| {
            let code = code.map(|code| code.name().to_owned());
            shown.contains(&(action.name().to_owned(), code))
        };
        let records = matches!(
            action,
            ActionType::StartRecording | ActionType::StopRecording
        );
        if records {
            assert!(
                is_shown(Some(ErrorCode::CapabilityUnsupported)),
                "{action:?}"
            );
        } else {
            assert!(is_shown(None), "{action:?} succeeds nowhere");
        }
        let documented = action.info().failures.iter().copied();
        for code in documented.filter(|code| !NOT_BY_THIS_DRIVER.contains(code)) {
            let cannot_be = NOT_ON_THIS_PHONE.contains(&(*action, code));
            assert_eq!(is_shown(Some(code)), !cannot_be, "{action:?} with {code}");
        }
    }
}

#[test]
fn every_code_of_a_step_is_shown_or_cannot_be() {
    let shown: BTreeSet<String> = all()
        .iter()
        .flat_map(|named| outcomes(&named.scenario))
        .filter_map(|(_, code)| code)
        .collect();
    let steps = ErrorCode::TABLE
        .iter()
        .filter(|spec| spec.group == ErrorGroup::Step);
    for spec in steps {
        let cannot_be = NOT_BY_THIS_DRIVER.contains(&spec.code);
        assert_eq!(
            shown.contains(spec.code.name()),
            !cannot_be,
            "{}",
            spec.code
        );
    }
}

/// The actions of fields, keyboards and dark phones, with what they come to where they do what is asked.
const OF_HANDS: [(&str, &[&str]); 5] = [
    ("clear_text", &["by_matcher", "focused", "password"]),
    ("hide_keyboard", &["shown", "none", "focused_without"]),
    (
        "enter_text",
        &["focused", "focused_password", "code_box_by_box"],
    ),
    ("wake_device", &["dark", "awake", "locked"]),
    ("open_app", &["by_name"]),
];

/// The same where they are refused, and with which code.
const REFUSED: [(&str, &str); 4] = [
    ("enter_text/nothing_focused", "NODE_NOT_FOUND"),
    ("wake_device/secret", "DEVICE_NOT_INTERACTIVE"),
    ("open_app/by_name_several", "APP_AMBIGUOUS"),
    ("open_app/by_name_none", "APP_NOT_FOUND"),
];

/// Each of them is played on every release through both drivers, and the phone's journal says what was done.
#[test]
fn what_hands_do_is_played_on_every_release() {
    let scenarios = all();
    let find = |name: &str| {
        let name = format!("{name}.json");
        let found = scenarios.iter().find(|named| named.name == name);
        found.unwrap_or_else(|| panic!("{name}"))
    };
    let on_all = |named: &Named| {
        let releases: BTreeSet<String> = named.scenario.releases.iter().cloned().collect();
        let all = Release::ALL.map(|release| release.to_string());
        assert_eq!(releases, all.into_iter().collect(), "{}", named.name);
        assert!(
            named.scenario.resident.not_played.is_none(),
            "{}",
            named.name
        );
    };
    let mut played = 0;
    for (action, names) in OF_HANDS {
        for name in names {
            let named = find(&format!("{action}/{name}"));
            on_all(named);
            let outcomes = outcomes(&named.scenario);
            let is_done = |(of, code): &(String, Option<String>)| of == action && code.is_none();
            assert!(outcomes.iter().all(is_done), "{}", named.name);
            played += 2 * Release::ALL.len();
        }
    }
    for (name, code) in REFUSED {
        let named = find(name);
        on_all(named);
        let outcomes = outcomes(&named.scenario);
        let is_refused = |(_, of): &(String, Option<String>)| of.as_deref() == Some(code);
        assert!(outcomes.iter().all(is_refused), "{name}");
        assert!(named.scenario.phone.injected.is_empty(), "{name}");
        played += 2 * Release::ALL.len();
    }
    assert_eq!(played, 17 * 2 * Release::ALL.len());
}

/// What each action came to: its type and its code, or none for a success.
fn outcomes(scenario: &Scenario) -> Vec<(String, Option<String>)> {
    let by_each_driver = std::iter::once(&scenario.expect).chain(&scenario.resident.expect);
    by_each_driver
        .flat_map(|expect| outcomes_of(scenario, expect))
        .collect()
}

fn outcomes_of(scenario: &Scenario, expect: &Expect) -> Vec<(String, Option<String>)> {
    let payload = scenario.run.payload();
    match expect {
        Expect::Steps(steps) => {
            let execution = validate(payload.to_string().as_bytes()).unwrap().execution;
            let actions = execution.actions().iter().map(Action::action_type);
            actions
                .zip(steps)
                .map(|(action, step)| (action.name().to_owned(), step.error.clone()))
                .collect()
        }
        // A failure is that of the whole run, and so of every action in it.
        Expect::Failure(pattern) => {
            let code = pattern["code"].as_str().map(str::to_owned);
            let actions = payload["actions"].as_array().unwrap().iter();
            actions
                .map(|action| (action["type"].as_str().unwrap().to_owned(), code.clone()))
                .collect()
        }
    }
}

/// `docs/engine.md` has a table of how often each action reads the screen, each row with a scenario that shows it.
#[test]
fn the_document_tells_the_counted_dumps() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/engine.md");
    let document = std::fs::read_to_string(path).unwrap();
    let scenarios = all();
    let mut told = BTreeSet::new();
    for line in document.lines() {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let [_, action, _, dumps, scenario, _] = cells[..] else {
            continue;
        };
        let name = scenario.trim_matches('`');
        let Some(file) = Some(name).filter(|name| name.contains('/') && !name.contains('`')) else {
            continue;
        };
        let file = format!("{file}.json");
        let found = scenarios.iter().find(|named| named.name == file);
        let named = found.unwrap_or_else(|| panic!("{file} is in the document and nowhere else"));
        assert_eq!(dumps, named.scenario.dumps.to_string(), "{file}");
        told.insert(action.trim_matches('`').to_owned());
    }
    let actions: BTreeSet<String> = ActionType::ALL
        .iter()
        .map(|action| action.name().to_owned())
        .collect();
    assert_eq!(told, actions);
}
