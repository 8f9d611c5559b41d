//! Cases from files: a release, a command, and what it answers.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Deserialize;

use crate::support::phone::TestPhone;

const FILES: [(&str, &str); 7] = [
    ("activity", include_str!("../cases/activity.json")),
    ("dumps", include_str!("../cases/dumps.json")),
    ("input", include_str!("../cases/input.json")),
    ("monkey", include_str!("../cases/monkey.json")),
    ("packages", include_str!("../cases/packages.json")),
    ("settings", include_str!("../cases/settings.json")),
    ("tools", include_str!("../cases/tools.json")),
];

/// One command on one or several releases.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    /// Which section of the notes about the platform's programs says so.
    section: String,
    /// Releases that answer alike.
    releases: Vec<String>,
    /// Commands to run first.
    #[serde(default)]
    before: Vec<String>,
    /// The command; its words are apart by blanks, `␣` is a blank inside a word.
    run: String,
    /// The whole output.
    out: Option<String>,
    /// How the output begins.
    out_starts: Option<String>,
    /// Lines or parts that the output has.
    #[serde(default)]
    out_has: Vec<String>,
    /// Parts that the output has not.
    #[serde(default)]
    out_lacks: Vec<String>,
    /// The whole error stream; empty unless it is said how it begins.
    err: Option<String>,
    /// How the error stream begins.
    err_starts: Option<String>,
    /// Parts of the error stream.
    #[serde(default)]
    err_has: Vec<String>,
    /// The status.
    exit: u8,
    /// What was done to the screen, when that matters.
    did: Option<Vec<String>>,
}

#[tokio::test]
async fn every_case_is_answered_as_its_release_answers() {
    let mut run = 0;
    let mut releases: BTreeMap<String, u32> = BTreeMap::new();
    let mut wrong = String::new();
    for (file, text) in FILES {
        let cases: Vec<Case> =
            serde_json::from_str(text).unwrap_or_else(|error| panic!("{file}: {error}"));
        for case in &cases {
            for release in &case.releases {
                for difference in check(case, release).await {
                    let Case { section, run, .. } = case;
                    let _ = writeln!(
                        wrong,
                        "{file}.json, section {section}, Android {release}: {run}\n  {difference}\n"
                    );
                }
                run += 1;
                *releases.entry(release.clone()).or_default() += 1;
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(run >= 120, "only {run} cases");
    for release in ["9", "11", "13", "14", "16"] {
        assert!(
            releases.get(release).is_some_and(|count| *count >= 20),
            "too few cases for {release}: {releases:?}"
        );
    }
}

/// What is not as the case says.
async fn check(case: &Case, release: &str) -> Vec<String> {
    let phone = TestPhone::new(release.parse().unwrap());
    for line in &case.before {
        phone.line(line).await;
    }
    phone.did();
    let words: Vec<String> = case
        .run
        .split(' ')
        .map(|word| word.replace('␣', " "))
        .collect();
    let answer = phone
        .run(&words, clawperator_phone_shell::Input::nothing())
        .await;
    let (out, err, did) = (answer.out(), answer.err(), phone.did());
    let mut wrong = Vec::new();
    let mut expect = |holds: bool, text: String| {
        if !holds {
            wrong.push(text);
        }
    };
    if let Some(expected) = &case.out {
        expect(
            &out == expected,
            format!("the output is {out:?}, not {expected:?}"),
        );
    }
    if let Some(start) = &case.out_starts {
        expect(
            out.starts_with(start),
            format!("the output does not start with {start:?}: {out}"),
        );
    }
    for part in &case.out_has {
        expect(
            out.contains(part),
            format!("the output lacks {part:?}: {out}"),
        );
    }
    for part in &case.out_lacks {
        expect(
            !out.contains(part),
            format!("the output has {part:?}: {out}"),
        );
    }
    if case.err.is_some() || case.err_starts.is_none() && case.err_has.is_empty() {
        let expected = case.err.clone().unwrap_or_default();
        expect(
            err == expected,
            format!("the error stream is {err:?}, not {expected:?}"),
        );
    }
    if let Some(start) = &case.err_starts {
        expect(
            err.starts_with(start),
            format!("the error stream does not start with {start:?}: {err}"),
        );
    }
    for part in &case.err_has {
        expect(
            err.contains(part),
            format!("the error stream lacks {part:?}: {err}"),
        );
    }
    expect(
        answer.exit == case.exit,
        format!("the status is {}, not {}", answer.exit, case.exit),
    );
    if let Some(expected) = &case.did {
        expect(
            &did == expected,
            format!("the screen saw {did:?}, not {expected:?}"),
        );
    }
    wrong
}
