//! What holds of every profile and all facts.

use std::borrow::Cow;
use std::collections::BTreeSet;

use clawperator_contract::{Capability, Pattern};
use clawperator_policy::{
    Combination, Coordinates, Effect, Facts, Glob, Known, Profile, Purchase, Question, Rule, judge,
};
use proptest::collection::{btree_map, btree_set, vec};
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

/// A rule as plain data, so that it can be put into another order.
#[derive(Debug, Clone)]
struct Plain {
    effect: Effect,
    capabilities: Option<Vec<Capability>>,
    packages: Option<Vec<String>>,
    activities: Option<Vec<String>>,
    labels: Option<Vec<String>>,
    devices: Option<Vec<String>>,
}

fn capability() -> impl Strategy<Value = Capability> {
    select(Capability::ALL)
}

fn effect() -> impl Strategy<Value = Effect> {
    select(Effect::ALL.to_vec())
}

fn words() -> impl Strategy<Value = Vec<String>> {
    vec(
        select(vec!["a", "b", "a*", "*"]).prop_map(str::to_owned),
        0..3,
    )
}

fn rule() -> impl Strategy<Value = Plain> {
    let labels = vec(select(vec!["a", "b", ".*"]).prop_map(str::to_owned), 0..3);
    (
        effect(),
        option::of(vec(capability(), 1..4)),
        option::of(words()),
        option::of(words()),
        option::of(labels),
        option::of(words()),
    )
        .prop_map(
            |(effect, capabilities, packages, activities, labels, devices)| Plain {
                effect,
                capabilities,
                packages,
                activities,
                labels,
                devices,
            },
        )
}

fn profile(
    base: std::collections::BTreeMap<Capability, Effect>,
    combinations: &[(Vec<Capability>, Effect)],
    rules: &[Plain],
) -> Profile {
    let globs = |list: &Option<Vec<String>>| {
        let list = list.as_ref()?;
        Some(list.iter().map(|word| Glob::new(word.clone())).collect())
    };
    Profile {
        path: None,
        name: "test".to_owned(),
        fingerprint: [0; 32],
        coordinates: Coordinates::Look,
        opaque: Effect::Deny,
        approval_minutes: 1,
        notify: Vec::new(),
        capabilities: base,
        purchase: Purchase {
            words: None,
            labels: Vec::new(),
            activities: Vec::new(),
        },
        scripts: Vec::new(),
        combinations: combinations
            .iter()
            .map(|(capabilities, effect)| Combination {
                name: "c".to_owned(),
                capabilities: capabilities.clone(),
                effect: *effect,
            })
            .collect(),
        rules: rules
            .iter()
            .map(|rule| Rule {
                name: "r".to_owned(),
                effect: rule.effect,
                capabilities: rule.capabilities.clone(),
                packages: globs(&rule.packages),
                activities: globs(&rule.activities),
                labels: rule.labels.as_ref().map(|list| {
                    list.iter()
                        .map(|label| Pattern::compile(label).unwrap())
                        .collect()
                }),
                devices: globs(&rule.devices),
            })
            .collect(),
    }
}

fn known<T: std::fmt::Debug + Clone + 'static>(
    value: BoxedStrategy<T>,
) -> impl Strategy<Value = Known<T>> {
    (vec(value, 0..3), any::<bool>()).prop_map(|(values, is_all)| Known { values, is_all })
}

fn facts() -> impl Strategy<Value = Facts<'static>> {
    let name = || select(vec!["a", "b", "ab"]);
    (
        select(vec![Question::Begin, Question::Act]),
        name(),
        btree_set(capability(), 0..4),
        btree_set(capability(), 0..4),
        known(name().boxed()),
        known(name().boxed()),
        known(name().prop_map(Cow::Borrowed).boxed()),
    )
        .prop_map(
            |(question, device, capabilities, execution, packages, activities, labels)| Facts {
                question,
                device,
                own_serial: None,
                capabilities,
                execution,
                packages,
                activities,
                labels,
            },
        )
}

fn bases() -> impl Strategy<Value = std::collections::BTreeMap<Capability, Effect>> {
    btree_map(capability(), effect(), 0..7)
}

fn combinations() -> impl Strategy<Value = Vec<(Vec<Capability>, Effect)>> {
    vec(
        (
            vec(capability(), 2..4),
            select(vec![Effect::Confirm, Effect::Deny]),
        ),
        0..3,
    )
}

proptest! {
    #[test]
    fn the_order_of_rules_does_not_matter(
        base in bases(), combinations in combinations(), rules in vec(rule(), 0..6), facts in facts(), turn in 0_usize..6,
    ) {
        let judged = judge(&profile(base.clone(), &combinations, &rules), &facts).effect;
        let mut others = rules.clone();
        others.reverse();
        prop_assert_eq!(judge(&profile(base.clone(), &combinations, &others), &facts).effect, judged);
        let places = turn.min(rules.len());
        others = rules;
        others.rotate_left(places);
        prop_assert_eq!(judge(&profile(base, &combinations, &others), &facts).effect, judged);
    }

    #[test]
    fn a_rule_that_denies_what_is_there_always_wins(
        base in bases(), combinations in combinations(), rules in vec(rule(), 0..6), facts in facts(), at in 0_usize..6,
    ) {
        let mut rules = rules;
        let deny = Plain {
            effect: Effect::Deny, capabilities: None, packages: None, activities: None, labels: None,
            devices: Some(vec!["*".to_owned()]),
        };
        rules.insert(at.min(rules.len()), deny);
        prop_assert_eq!(judge(&profile(base, &combinations, &rules), &facts).effect, Effect::Deny);
    }

    #[test]
    fn a_rule_that_does_not_allow_never_makes_a_verdict_milder(
        base in bases(), combinations in combinations(), rules in vec(rule(), 0..6), facts in facts(), more in rule(),
    ) {
        let before = judge(&profile(base.clone(), &combinations, &rules), &facts).effect;
        let strict = Plain { effect: more.effect.max(Effect::Confirm), ..more };
        // For a capability that its own verdict denies, a rule that asks to confirm says what holds there instead.
        prop_assume!(strict.effect == Effect::Deny || strict.capabilities.is_none() || before != Effect::Deny);
        let mut rules = rules;
        rules.push(strict);
        prop_assert!(judge(&profile(base, &combinations, &rules), &facts).effect >= before);
    }

    #[test]
    fn doing_more_is_never_judged_milder(
        base in bases(), combinations in combinations(), rules in vec(rule(), 0..6), facts in facts(), more in capability(),
    ) {
        let profile = profile(base, &combinations, &rules);
        let before = judge(&profile, &facts).effect;
        let capabilities: BTreeSet<_> = facts.capabilities.iter().copied().chain([more]).collect();
        let larger = Facts { capabilities, ..facts };
        prop_assert!(judge(&profile, &larger).effect >= before);
    }

    #[test]
    fn no_text_panics(text in "\\PC{0,200}") {
        let _ = Profile::parse("test", &text);
    }

    #[test]
    fn no_words_of_a_profile_panic(words in vec(select(vec![
        "version", "=", "1", "\n", "coordinates", "\"look\"", "[[rules]]", "[capabilities]", "name", "\"a\"", "verdict",
        "\"deny\"", "labels", "[", "]", "'('", ",", "{", "}", "packages", ".",
    ]), 0..40)) {
        let _ = Profile::parse("test", &words.join(" "));
    }
}
