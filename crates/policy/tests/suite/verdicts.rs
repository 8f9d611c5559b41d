//! Verdicts and the rules that made them.

use std::collections::BTreeSet;

use clawperator_contract::Capability::{
    self, Click, Navigate, Observe, PurchaseRisk, Toggle, TypeText,
};
use clawperator_policy::{Effect, Facts, Profile, Question, judge};

fn profile(lines: &str) -> Profile {
    Profile::parse(
        "test",
        &format!("version = 1\ncoordinates = \"look\"\n{lines}"),
    )
    .unwrap()
}

fn act(capabilities: &[Capability]) -> Facts<'static> {
    let capabilities: BTreeSet<_> = capabilities.iter().copied().collect();
    Facts {
        question: Question::Act,
        device: "serial-1",
        execution: capabilities.clone(),
        capabilities,
        package: Some("com.shop"),
        activity: Some("com.shop.Main"),
        labels: Some(vec!["Buy".into()]),
    }
}

fn begin(capabilities: &[Capability]) -> Facts<'static> {
    Facts {
        question: Question::Begin,
        package: None,
        activity: None,
        labels: None,
        ..act(capabilities)
    }
}

fn check(lines: &str, facts: &Facts<'_>, effect: Effect, rule: &str) {
    let judgement = judge(&profile(lines), facts);
    let named = judgement.rule.as_deref().unwrap_or("");
    assert_eq!((judgement.effect, named), (effect, rule), "{lines}");
}

#[test]
fn each_capability_has_its_own_verdict() {
    for capability in Capability::ALL {
        for effect in Effect::ALL {
            let lines = format!(
                "[capabilities]\n{} = \"{}\"",
                capability.name(),
                effect.name()
            );
            let rule = format!("capabilities.{}", capability.name());
            check(&lines, &begin(&[*capability]), effect, &rule);
            check(&lines, &act(&[*capability]), effect, &rule);
        }
    }
}

#[test]
fn the_strictest_wins() {
    let lines = "[capabilities]\nclick = \"confirm\"\n";
    check(
        lines,
        &act(&[Click, PurchaseRisk]),
        Effect::Deny,
        "capabilities.purchase_risk",
    );
    check(
        lines,
        &act(&[Click, Navigate]),
        Effect::Confirm,
        "capabilities.click",
    );
    check(
        lines,
        &act(&[Navigate]),
        Effect::Allow,
        "capabilities.navigate",
    );
    check(lines, &act(&[]), Effect::Allow, "");
}

#[test]
fn an_allowance_lifts_the_profiles_own_verdict_and_no_rule() {
    let allow = "[[rules]]\nname = \"shop\"\nverdict = \"allow\"\ncapabilities = [\"purchase_risk\"]\npackages = [\"com.shop\"]\n";
    check(allow, &act(&[PurchaseRisk]), Effect::Allow, "rules.shop");
    let deny = "[[rules]]\nname = \"never\"\nverdict = \"deny\"\nlabels = ['Buy']\n";
    for lines in [format!("{allow}{deny}"), format!("{deny}{allow}")] {
        check(&lines, &act(&[PurchaseRisk]), Effect::Deny, "rules.never");
    }
    let elsewhere = Facts {
        package: Some("com.other"),
        ..act(&[PurchaseRisk])
    };
    check(
        allow,
        &elsewhere,
        Effect::Deny,
        "capabilities.purchase_risk",
    );
}

#[test]
fn what_is_allowed_in_some_places_may_begin_and_is_judged_there() {
    let allow = "[[rules]]\nname = \"shop\"\nverdict = \"allow\"\ncapabilities = [\"purchase_risk\"]\npackages = [\"com.shop\"]\n";
    check(allow, &begin(&[PurchaseRisk]), Effect::Allow, "rules.shop");
    let unknown = Facts {
        package: None,
        ..act(&[PurchaseRisk])
    };
    check(allow, &unknown, Effect::Deny, "capabilities.purchase_risk");
    // What is forbidden in some places may begin too.
    let deny = "[[rules]]\nname = \"bank\"\nverdict = \"deny\"\npackages = [\"com.bank*\"]\n";
    check(deny, &begin(&[Click]), Effect::Allow, "capabilities.click");
    let there = Facts {
        package: Some("com.bank.app"),
        ..act(&[Click])
    };
    check(deny, &there, Effect::Deny, "rules.bank");
}

#[test]
fn every_condition_has_to_hold() {
    let rule =
        |conditions: &str| format!("[[rules]]\nname = \"r\"\nverdict = \"deny\"\n{conditions}");
    for (conditions, holds) in [
        ("devices = [\"serial-*\"]", true),
        ("devices = [\"other\"]", false),
        ("devices = [\"other\", \"serial-1\"]", true),
        ("packages = [\"com.shop\"]", true),
        ("activities = [\"*.Main\"]", true),
        ("activities = [\"*.Pay\"]", false),
        ("labels = ['B.y']", true),
        ("labels = ['B']", false),
        ("capabilities = [\"click\"]", true),
        ("capabilities = [\"toggle\"]", false),
        (
            "capabilities = [\"click\"]\npackages = [\"com.shop\"]\nlabels = ['Buy']",
            true,
        ),
        (
            "capabilities = [\"click\"]\npackages = [\"com.shop\"]\nlabels = ['Sell']",
            false,
        ),
    ] {
        let judgement = judge(&profile(&rule(conditions)), &act(&[Click]));
        assert_eq!(judgement.effect == Effect::Deny, holds, "{conditions}");
    }
    // A phone that is out of bounds is so for an act without a capability too.
    check(
        &rule("devices = [\"serial-1\"]"),
        &begin(&[]),
        Effect::Deny,
        "rules.r",
    );
}

#[test]
fn combinations_are_of_the_whole_execution() {
    let lines = "[capabilities]\npurchase_risk = \"allow\"\n[[combinations]]\nname = \"both\"\nverdict = \"confirm\"\n\
                 capabilities = [\"type_text\", \"purchase_risk\"]\n";
    check(
        lines,
        &begin(&[TypeText, Observe]),
        Effect::Allow,
        "capabilities.observe",
    );
    check(
        lines,
        &begin(&[TypeText, PurchaseRisk]),
        Effect::Confirm,
        "combinations.both",
    );
    let second = Facts {
        execution: [TypeText].into(),
        ..act(&[PurchaseRisk])
    };
    check(lines, &second, Effect::Confirm, "combinations.both");
    check(
        lines,
        &act(&[PurchaseRisk, Toggle]),
        Effect::Allow,
        "capabilities.toggle",
    );
}
