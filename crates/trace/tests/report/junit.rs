//! `JUnit`'s XML.

use clawperator_trace::report::junit;
use roxmltree::{Document, Node};

use crate::kept::Kept;
use crate::samples;

/// The cases of a run: name, class, and what is in it.
fn cases(kept: &Kept) -> Vec<(String, String, String)> {
    let xml = junit(&[kept.read()]);
    let document = Document::parse(&xml).unwrap();
    let cases = document
        .descendants()
        .filter(|node| node.has_tag_name("testcase"));
    let text = |node: Node<'_, '_>, name: &str| node.attribute(name).unwrap_or("-").to_owned();
    cases
        .map(|case| {
            let inside = case.first_element_child();
            let inside = inside.map_or_else(String::new, |inside| {
                let name = inside.tag_name().name();
                format!("{name} {}", text(inside, "type"))
            });
            (text(case, "name"), text(case, "classname"), inside)
        })
        .collect()
}

fn assert_cases(kept: &Kept, expected: &[(&str, &str, &str)]) {
    let found = cases(kept);
    let found: Vec<_> = found
        .iter()
        .map(|(a, b, c)| (a.as_str(), b.as_str(), c.as_str()))
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn each_step_is_a_case() {
    assert_cases(
        &samples::good(),
        &[
            ("open", "open_app", ""),
            ("switch-off", "click", ""),
            ("read-level", "read_text", ""),
            ("down", "scroll", ""),
        ],
    );
    assert_cases(
        &samples::failed(),
        &[
            ("open", "open_app", ""),
            ("press-saver", "click", "failure NODE_NOT_FOUND"),
            ("check", "wait_for_node", "skipped -"),
        ],
    );
}

#[test]
fn what_is_unknown_is_an_error() {
    assert_cases(
        &samples::interrupted(),
        &[
            ("look", "snapshot_ui", ""),
            ("press-send", "click", "error RESULT_ENVELOPE_TIMEOUT"),
            ("after", "snapshot_ui", "skipped -"),
        ],
    );
    assert_cases(
        &samples::cut_off(),
        &[
            ("press-update", "click", "error UNKNOWN"),
            ("wait", "sleep", "error UNKNOWN"),
            ("look", "snapshot_ui", "error UNKNOWN"),
        ],
    );
}

#[test]
fn a_run_without_steps_is_one_case() {
    assert_cases(
        &samples::refused(),
        &[("run", "execution", "error POLICY_DENIED")],
    );
    assert_cases(&samples::untraced(), &[("run", "execution", "")]);
}

#[test]
fn a_suite_says_what_it_counts_and_where_it_ran() {
    let xml = junit(&[samples::failed().read(), samples::good().read()]);
    let document = Document::parse(&xml).unwrap();
    let root = document.root_element();
    for (name, value) in [
        ("tests", "7"),
        ("failures", "1"),
        ("errors", "0"),
        ("skipped", "1"),
    ] {
        assert_eq!(root.attribute(name), Some(value), "{name}");
    }
    let suite = root.first_element_child().unwrap();
    assert_eq!(suite.attribute("name"), Some("turn-on-saver"));
    assert_eq!(suite.attribute("timestamp"), Some("2026-11-17T05:45:12"));
    assert_eq!(suite.attribute("time"), Some("3.570"));
    let properties: Vec<_> = suite
        .descendants()
        .filter(|node| node.has_tag_name("property"))
        .filter_map(|node| Some((node.attribute("name")?, node.attribute("value")?)))
        .collect();
    for expected in [
        ("phone", "emulator-5554"),
        ("profile", "careful"),
        ("fate", "failed"),
    ] {
        assert!(properties.contains(&expected), "{properties:?}");
    }
    let failure = suite
        .descendants()
        .find(|node| node.has_tag_name("failure"))
        .unwrap();
    assert!(
        failure
            .text()
            .unwrap()
            .contains("What was on the screen:\nscreen com.android.settings")
    );
}

#[test]
fn no_runs_are_xml_too() {
    let xml = junit(&[]);
    let document = Document::parse(&xml).unwrap();
    assert_eq!(document.root_element().attribute("tests"), Some("0"));
}
