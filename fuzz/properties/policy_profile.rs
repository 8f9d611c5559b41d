//! What holds of any bytes that are read as a policy profile.

use std::collections::BTreeSet;

use clawperator_contract::Capability;
use clawperator_policy::{Effect, Facts, Known, Profile, ProfileError, Question, judge};

/// The most mistakes that are listed.
const MAX_PROBLEMS: usize = 100;

/// Panics when an answer to `bytes` is not one that may be given.
pub(crate) fn check(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    match Profile::parse("fuzz", &text) {
        Ok(profile) => check_profile(&profile),
        Err(error) => check_error(&error, text.lines().count()),
    }
}

fn check_profile(profile: &Profile) {
    assert!((1..=24 * 60).contains(&profile.approval_minutes));
    let allows_all = |rule: &clawperator_policy::Rule| {
        rule.effect == Effect::Allow && rule.capabilities.is_none()
    };
    assert!(!profile.rules.iter().any(allows_all));
    for combination in &profile.combinations {
        assert_ne!(combination.effect, Effect::Allow);
    }
    let names: Vec<&str> = profile
        .rules
        .iter()
        .map(|rule| rule.name.as_str())
        .collect();
    assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
    for question in [Question::Begin, Question::Act] {
        for capability in Capability::ALL {
            let facts = Facts {
                question,
                device: "serial",
                own_serial: None,
                capabilities: BTreeSet::from([*capability]),
                execution: BTreeSet::from([*capability]),
                packages: Some("com.example.shop").into(),
                activities: Some("com.example.shop.Main").into(),
                labels: Known::all(vec!["Buy".into()]),
            };
            let judged = judge(profile, &facts);
            assert!(
                judged.rule.is_some(),
                "nobody made the verdict on {facts:?}"
            );
        }
    }
}

fn check_error(error: &ProfileError, lines: usize) {
    assert!((1..=MAX_PROBLEMS).contains(&error.problems.len()));
    assert!(error.problems.is_sorted_by_key(|problem| problem.line));
    for problem in &error.problems {
        assert!((1..=lines + 1).contains(&problem.line), "{problem:?}");
        assert!(!problem.message.is_empty() && !problem.fix.is_empty());
        let steers = |text: &str| {
            text.chars()
                .any(|letter| letter.is_control() && letter != '\n')
        };
        assert!(
            !steers(&problem.message) && !steers(&problem.fix),
            "a control character: {problem:?}"
        );
    }
}
