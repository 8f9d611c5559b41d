//! Every case file against the real binary.

use std::collections::BTreeSet;
use std::path::Path;

use clawperator_cases::{assert_each, rules};
use clawperator_contract::ExitStatus;
use serde_json::Value;

use super::case::{self, Case};

#[test]
fn every_case_comes_out_as_written() {
    assert_each(&case::all(), |case| &case.name, Case::check);
}

#[test]
fn every_rule_of_the_command_line_has_a_case() {
    let covered: BTreeSet<String> = case::all()
        .into_iter()
        .flat_map(|case| case.rules)
        .collect();
    let rules = command_line_rules();
    let uncovered: Vec<_> = rules.difference(&covered).collect();
    assert!(uncovered.is_empty(), "rules without a case: {uncovered:?}");
    let unknown: Vec<_> = covered.difference(&rules).collect();
    assert!(unknown.is_empty(), "no such rules: {unknown:?}");
}

#[test]
fn every_exit_status_that_needs_no_phone_has_a_case() {
    let reached: BTreeSet<i32> = case::all().iter().map(|case: &Case| case.exit).collect();
    let without_phone = [
        ExitStatus::Ok,
        ExitStatus::ActionFailed,
        ExitStatus::Usage,
        ExitStatus::Environment,
        ExitStatus::NotFound,
        ExitStatus::Ambiguous,
        ExitStatus::Refused,
    ];
    let expected: BTreeSet<i32> = without_phone
        .iter()
        .map(|status| i32::from(status.code()))
        .collect();
    assert_eq!(reached, expected);
}

/// The ids of all rules that the contract's tests leave to the command line.
fn command_line_rules() -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../contract/tests/rules");
    rules(&folder)
        .iter()
        .filter(|rule| rule.get("in").and_then(Value::as_str) == Some("cli"))
        .map(|rule| rule["id"].as_str().unwrap().to_owned())
        .collect()
}
