//! Every case file against the crate.

use std::collections::BTreeSet;
use std::fs;

use clawperator_cases::assert_each;

use super::answer::Session;
use super::case::{self, Case};

#[test]
fn every_case_comes_out_as_written() {
    assert_each(&case::all(), |case| &case.name, check);
}

#[test]
fn there_are_at_least_100_cases() {
    assert!(case::all().len() >= 100, "{} cases", case::all().len());
}

#[test]
fn every_case_says_what_it_shows_and_asks_something() {
    for case in case::all() {
        assert!(!case.about.is_empty(), "{}: says nothing", case.name);
        let verbs: BTreeSet<&str> = case
            .sections
            .iter()
            .map(|section| section.words().0)
            .collect();
        assert!(verbs.contains("dump"), "{}: has no dump", case.name);
        assert!(
            verbs.iter().any(|verb| !["dump", "then"].contains(verb)),
            "{}: asks nothing",
            case.name
        );
    }
}

/// What is wrong with a case. With `UPDATE_CASES` set, the answers are written into the file instead.
#[expect(
    clippy::disallowed_methods,
    reason = "whoever runs the tests says that answers are to be written"
)]
fn check(case: &Case) -> Result<(), String> {
    let mut case = case.clone();
    let mut session = Session::default();
    let mut failures = Vec::new();
    for section in &mut case.sections {
        if let Some(answer) = session.run(section) {
            if answer != section.body {
                failures.push(format!(
                    "{}\nexpected:\n{}\ngot:\n{answer}\n",
                    section.command, section.body
                ));
            }
            section.body = answer;
        }
    }
    if std::env::var_os("UPDATE_CASES").is_some() {
        fs::write(&case.path, case.text()).unwrap();
        return Ok(());
    }
    if failures.is_empty() {
        Ok(())
    } else {
        Err(failures.join("\n"))
    }
}
