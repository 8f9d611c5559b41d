//! Every case file against loading and compiling.

use std::collections::BTreeSet;

use clawperator_cases::assert_each;
use clawperator_recipe::{
    Level, Levels, RecipeFindings, compile, load, load_frontmatter, load_step,
};
use serde_json::Value;

use super::case::{self, Case, Expected, Input};

#[test]
fn every_case_comes_out_as_written() {
    assert_each(&case::all(), |case| &case.name, check);
}

#[test]
fn there_are_at_least_250_cases() {
    assert!(case::all().len() >= 250, "{} cases", case::all().len());
}

#[test]
fn every_case_names_a_seed_line_and_rules_that_exist() {
    let rules: BTreeSet<String> = rules().into_iter().collect();
    for case in case::all() {
        assert!(!case.seed.is_empty(), "{}: names no seed line", case.name);
        for rule in &case.rules {
            assert!(rules.contains(rule), "{}: no such rule: {rule}", case.name);
        }
    }
}

#[test]
fn every_rule_has_a_case_that_passes_and_one_that_fails() {
    let cases = case::all();
    let mut lacking = Vec::new();
    for rule in rules() {
        let of_rule: Vec<&Case> = cases
            .iter()
            .filter(|case| case.rules.contains(&rule))
            .collect();
        let refused = |case: &&&Case| match &case.expected {
            Expected::Refuse(_) => true,
            // A rule that warns is broken by what it warns of.
            Expected::Accept(warnings) => !warnings.is_empty(),
            Expected::Actions(_) => false,
        };
        let fails = of_rule.iter().filter(refused).count();
        if fails == 0 || fails == of_rule.len() {
            lacking.push(format!("{rule}: {fails} of {} fail", of_rule.len()));
        }
    }
    assert!(lacking.is_empty(), "{}", lacking.join("\n"));
}

#[test]
fn a_finding_tells_everything_and_no_value() {
    let secret = "s3cr3t-Value-Of-A-Caller";
    for case in case::all() {
        let Input::Recipe(text) = &case.input else {
            continue;
        };
        let found = match load(&case.file, text.as_bytes(), &Levels::default()) {
            Err(findings) => findings,
            Ok(loaded) => {
                let values = case.values.clone().unwrap_or_default();
                let values = values
                    .into_keys()
                    .map(|name| (name, secret.repeat(30)))
                    .collect();
                compile(&loaded, &values).err().unwrap_or_default()
            }
        };
        for finding in found.list {
            assert_eq!(finding.file, case.file);
            assert!(!finding.message.is_empty() && !finding.fix.is_empty());
            assert!(finding.at.line >= 1 && finding.at.column >= 1);
            assert!(!finding.message.contains(secret), "{}", case.name);
            assert!(!finding.fix.contains(secret), "{}", case.name);
        }
    }
}

fn check(case: &Case) -> Result<(), String> {
    let levels = Levels::default();
    let loaded = match &case.input {
        Input::Recipe(text) => load(&case.file, text.as_bytes(), &levels).map(Some),
        Input::Frontmatter(text) => load_frontmatter(&case.file, text.as_bytes()).map(|_| None),
        Input::Step(text, format) => load_step(&case.file, text.as_bytes(), *format).map(|_| None),
    };
    let loaded = match (loaded, &case.expected) {
        (Ok(loaded), _) => loaded,
        (Err(findings), Expected::Refuse(expected)) => return compare(&findings, expected),
        (Err(findings), Expected::Accept(_) | Expected::Actions(_)) => {
            return Err(format!("refused: {}", shown(&findings, true).join("; ")));
        }
    };
    let warnings = loaded
        .as_ref()
        .map(|loaded| loaded.findings.clone())
        .unwrap_or_default();
    let compiled = match (&loaded, &case.values) {
        (Some(loaded), Some(values)) => Some(compile(loaded, values)),
        (None, _) | (_, None) => None,
    };
    match (compiled, &case.expected) {
        (Some(Err(findings)), Expected::Refuse(expected)) => compare(&findings, expected),
        (Some(Err(findings)), _) => Err(format!(
            "not compiled: {}",
            shown(&findings, true).join("; ")
        )),
        (Some(Ok(_)) | None, Expected::Accept(expected)) => compare(&warnings, expected),
        (Some(Ok(compiled)), Expected::Actions(expected)) => {
            let template: Value = serde_json::from_str(compiled.template.json()).unwrap();
            let found: Vec<&Value> = template["actions"].as_array().unwrap().iter().collect();
            let wanted: Vec<Value> = expected
                .iter()
                .map(|line| serde_json::from_str(line).unwrap())
                .collect();
            if found.iter().copied().eq(wanted.iter()) {
                return Ok(());
            }
            let lines: Vec<String> = found.iter().map(ToString::to_string).collect();
            Err(format!("actions are\n{}", lines.join("\n")))
        }
        (None, Expected::Actions(_)) => Err("actions need inputs to compile with".to_owned()),
        (Some(Ok(_)) | None, Expected::Refuse(_)) => Err("accepted".to_owned()),
    }
}

fn compare(found: &RecipeFindings, expected: &[String]) -> Result<(), String> {
    if shown(found, false) == expected {
        return Ok(());
    }
    Err(format!("found {}", shown(found, true).join("; ")))
}

fn shown(findings: &RecipeFindings, with_message: bool) -> Vec<String> {
    findings
        .list
        .iter()
        .map(|finding| {
            let level = match finding.level {
                Level::Warn => "warn ",
                Level::Off | Level::Error => "",
            };
            let at = finding.at;
            let mut line = format!("{level}{} {}:{}", finding.code.name(), at.line, at.column);
            if with_message {
                line.push_str(&format!(" ({}: {})", finding.rule.name(), finding.message));
            }
            line
        })
        .collect()
}

fn rules() -> Vec<String> {
    clawperator_cases::rules(&case::root().join("rules.json"))
        .iter()
        .map(|rule| {
            assert!(rule["group"].is_string(), "{rule}: has no group");
            rule["id"].as_str().unwrap().to_owned()
        })
        .collect()
}
