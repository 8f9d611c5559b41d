//! Every case file against validation itself.

use std::collections::BTreeSet;

use clawperator_cases::{assert_each, rules};
use clawperator_contract::{Validated, validate};
use serde_json::Value;

use super::case::{self, Case, Expected};

#[test]
fn every_case_comes_out_as_written() {
    assert_each(&case::all(), |case| &case.name, check);
}

#[test]
fn there_are_at_least_300_cases() {
    assert!(case::all().len() >= 300, "{} cases", case::all().len());
}

#[test]
fn every_case_names_a_seed_and_rules_that_exist() {
    let rules = rule_ids(|_| true);
    for case in case::all() {
        let seeds = ["actions.txt", "api-overview.txt", "selectors.txt", "design"];
        assert!(
            seeds.contains(&case.seed.as_str()),
            "{}: no such seed: {}",
            case.name,
            case.seed
        );
        assert!(!case.rules.is_empty(), "{}: names no rule", case.name);
        for rule in &case.rules {
            assert!(rules.contains(rule), "{}: no such rule: {rule}", case.name);
        }
    }
}

#[test]
fn no_rule_is_without_a_case() {
    let covered: BTreeSet<String> = case::all()
        .into_iter()
        .flat_map(|case| case.rules)
        .collect();
    let uncovered: Vec<_> = rule_ids(|rule| rule.get("in").is_none())
        .difference(&covered)
        .cloned()
        .collect();
    assert!(uncovered.is_empty(), "rules without a case: {uncovered:?}");
}

#[test]
fn no_refusal_or_warning_repeats_the_text_to_be_typed() {
    for case in case::all() {
        let Ok(input) = serde_json::from_slice::<Value>(&case.input) else {
            continue;
        };
        let mut secrets = Vec::new();
        collect_text(&input, &mut secrets);
        let answer = match validate(&case.input) {
            Ok(validated) => serde_json::to_string(&validated.warnings).unwrap(),
            Err(failure) => serde_json::to_string(&failure).unwrap(),
        };
        for secret in secrets {
            assert!(
                !answer.contains(&secret),
                "{}: the answer holds {secret:?}",
                case.name
            );
        }
    }
}

fn check(case: &Case) -> Result<(), String> {
    match (validate(&case.input), &case.expected) {
        (
            Ok(validated),
            Expected::Accept {
                execution,
                warnings,
            },
        ) => check_accepted(&validated, execution.as_ref(), warnings),
        (Err(failure), Expected::Refuse { code, issues }) => {
            let failure = serde_json::to_value(&failure).unwrap();
            let found = failure["details"]["issues"]
                .as_array()
                .cloned()
                .unwrap_or_default();
            if failure["code"] != code.as_str() {
                return Err(format!("code is {}", failure["code"]));
            }
            if failure["message"] != found[0]["message"] {
                return Err("the message is not the first issue's".to_owned());
            }
            for key in ["path", "inputPath", "actionId", "actionType", "hint"] {
                if failure["details"].get(key) != found[0].get(key) {
                    return Err(format!("details.{key} is not the first issue's"));
                }
            }
            compare("issues", &found, issues)
        }
        (Ok(validated), Expected::Refuse { .. }) => Err(format!(
            "accepted: {}",
            validated.execution.to_canonical_json()
        )),
        (Err(failure), Expected::Accept { .. }) => Err(format!(
            "refused: {}",
            serde_json::to_string(&failure).unwrap()
        )),
    }
}

fn check_accepted(
    validated: &Validated,
    execution: Option<&Value>,
    warnings: &[Value],
) -> Result<(), String> {
    let canonical = serde_json::to_value(&validated.execution).unwrap();
    if let Some(expected) = execution
        && canonical != *expected
    {
        return Err(format!("execution is {canonical}"));
    }
    let found: Vec<Value> = validated
        .warnings
        .iter()
        .map(|warning| serde_json::to_value(warning).unwrap())
        .collect();
    compare("warnings", &found, warnings)
}

/// Compares lists entry by entry, each by the keys that the expected entry names.
fn compare(what: &str, found: &[Value], expected: &[Value]) -> Result<(), String> {
    let agree = found.len() == expected.len()
        && found.iter().zip(expected).all(|(found, expected)| {
            expected
                .as_object()
                .unwrap()
                .iter()
                .all(|(key, value)| found.get(key) == Some(value))
        });
    if agree {
        Ok(())
    } else {
        Err(format!("{what} are {}", Value::from(found.to_vec())))
    }
}

fn rule_ids(keep: impl Fn(&Value) -> bool) -> BTreeSet<String> {
    let rules = rules(&case::root().join("rules"));
    let kept = rules.iter().filter(|rule| keep(rule));
    kept.map(|rule| rule["id"].as_str().unwrap().to_owned())
        .collect()
}

/// The strings that would be typed: `text` or `value` of any params, where they are long enough to be told apart.
fn collect_text(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(entries) => {
            for (key, value) in entries {
                match value.as_str() {
                    Some(text) if key == "text" || key == "value" => {
                        if text.trim().len() >= 6 {
                            found.push(text.to_owned());
                        }
                    }
                    _ => collect_text(value, found),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| collect_text(item, found)),
        _ => {}
    }
}
