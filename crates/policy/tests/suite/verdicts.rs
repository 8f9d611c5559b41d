//! Verdicts and the rules that made them.

use std::collections::BTreeSet;

use clawperator_contract::Capability::{
    self, Click, Navigate, Observe, PurchaseRisk, Toggle, TypeText,
};
use clawperator_policy::{Effect, Facts, Known, Profile, Question, judge};

pub(crate) fn profile(lines: &str) -> Profile {
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
        own_serial: Some("serial-1"),
        execution: capabilities.clone(),
        capabilities,
        packages: Some("com.shop").into(),
        activities: Some("com.shop.Main").into(),
        labels: Known::all(vec!["Buy".into()]),
    }
}

fn begin(capabilities: &[Capability]) -> Facts<'static> {
    Facts {
        question: Question::Begin,
        packages: Known::nothing(),
        activities: Known::nothing(),
        labels: Known::nothing(),
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
        packages: Some("com.other").into(),
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
        packages: Known::nothing(),
        ..act(&[PurchaseRisk])
    };
    check(allow, &unknown, Effect::Deny, "capabilities.purchase_risk");
    // What is forbidden in some places may begin too.
    let deny = "[[rules]]\nname = \"bank\"\nverdict = \"deny\"\npackages = [\"com.bank*\"]\n";
    check(deny, &begin(&[Click]), Effect::Allow, "capabilities.click");
    let there = Facts {
        packages: Some("com.bank.app").into(),
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

#[test]
fn a_phone_is_meant_by_what_adb_calls_it_and_by_what_it_says_itself() {
    let lines = "[[rules]]\nname = \"bank-phone\"\nverdict = \"deny\"\ndevices = [\"R5CT*\"]\n";
    let by_cable = Facts {
        device: "R5CT1234",
        own_serial: Some("R5CT1234"),
        ..act(&[Click])
    };
    check(lines, &by_cable, Effect::Deny, "rules.bank-phone");
    // The same phone by another name, and one that says nothing of itself.
    let by_wifi = Facts {
        device: "10.0.0.2:5555",
        ..by_cable.clone()
    };
    check(lines, &by_wifi, Effect::Deny, "rules.bank-phone");
    let silent = Facts {
        own_serial: None,
        ..by_cable.clone()
    };
    check(lines, &silent, Effect::Deny, "rules.bank-phone");
    let another = Facts {
        device: "10.0.0.3:5555",
        own_serial: Some("ZX1G22"),
        ..by_cable
    };
    check(lines, &another, Effect::Allow, "capabilities.click");
}

/// By a name that a rule does not have, a phone that does not say its own may be the one that is meant.
#[test]
fn a_phone_that_does_not_say_its_serial_may_be_the_one_that_is_meant() {
    let rule = |verdict: &str, more: &str| {
        format!("[[rules]]\nname = \"r\"\nverdict = \"{verdict}\"\ndevices = [\"R5CT*\"]\n{more}")
    };
    let silent = |facts: Facts<'static>| Facts {
        device: "10.0.0.2:5555",
        own_serial: None,
        ..facts
    };
    let unknown = silent(act(&[Click]));
    check(&rule("deny", ""), &unknown, Effect::Deny, "rules.r");
    check(&rule("confirm", ""), &unknown, Effect::Confirm, "rules.r");
    // What is only read is judged before the first step and not again.
    let reading = silent(begin(&[Observe]));
    check(&rule("deny", ""), &reading, Effect::Deny, "rules.r");
    let in_bank = rule("deny", "packages = [\"com.bank\"]\n");
    check(&in_bank, &reading, Effect::Allow, "capabilities.observe");
    check(&in_bank, &unknown, Effect::Allow, "capabilities.click");
    // A verdict that asks does not replace one that denies.
    let asks = rule("confirm", "capabilities = [\"purchase_risk\"]\n");
    let buying = silent(act(&[PurchaseRisk]));
    let denied = "capabilities.purchase_risk";
    check(&asks, &buying, Effect::Deny, denied);
    let allows = rule("allow", "capabilities = [\"purchase_risk\"]\n");
    check(&allows, &buying, Effect::Deny, denied);
}

#[test]
fn what_cannot_be_told_is_denied_at_the_act() {
    let rule = |verdict: &str, condition: &str| {
        format!("[[rules]]\nname = \"r\"\nverdict = \"{verdict}\"\n{condition}\n")
    };
    let nowhere = Facts {
        packages: Known::nothing(),
        activities: Known::nothing(),
        labels: Known::nothing(),
        ..act(&[Click])
    };
    for condition in [
        "packages = [\"com.bank*\"]",
        "activities = [\"com.bank*\"]",
        "labels = ['Erase']",
        "capabilities = [\"click\"]\npackages = [\"com.bank*\"]",
        "capabilities = [\"click\"]\nlabels = ['Erase']",
    ] {
        for (verdict, effect) in [("deny", Effect::Deny), ("confirm", Effect::Confirm)] {
            check(&rule(verdict, condition), &nowhere, effect, "rules.r");
            // What is known to be elsewhere is not.
            let rule = rule(verdict, condition);
            check(&rule, &act(&[Click]), Effect::Allow, "capabilities.click");
            check(&rule, &begin(&[Click]), Effect::Allow, "capabilities.click");
        }
    }
    // A condition that is known not to hold is enough.
    let other = rule("deny", "devices = [\"other\"]\npackages = [\"com.bank*\"]");
    check(&other, &nowhere, Effect::Allow, "capabilities.click");
    // What may be allowed is not, and one that may ask does not lift a denial.
    let lines = format!(
        "[capabilities]\nclick = \"deny\"\n{}",
        rule(
            "confirm",
            "capabilities = [\"click\"]\npackages = [\"com.shop\"]"
        )
    );
    check(&lines, &nowhere, Effect::Deny, "capabilities.click");
    check(&lines, &act(&[Click]), Effect::Confirm, "rules.r");
}

#[test]
fn one_package_is_enough_to_deny_and_all_are_needed_to_allow() {
    let both = Facts {
        packages: Known::all(vec!["com.over", "com.shop"]),
        ..act(&[PurchaseRisk])
    };
    let rule = |verdict: &str| {
        format!(
            "[[rules]]\nname = \"r\"\nverdict = \"{verdict}\"\ncapabilities = [\"purchase_risk\"]\npackages = [\"com.shop\"]\n"
        )
    };
    check(
        &rule("allow"),
        &both,
        Effect::Deny,
        "capabilities.purchase_risk",
    );
    check(&rule("deny"), &both, Effect::Deny, "rules.r");
    let some = Facts {
        packages: Known {
            values: vec!["com.shop"],
            is_all: false,
        },
        ..act(&[PurchaseRisk])
    };
    check(
        &rule("allow"),
        &some,
        Effect::Deny,
        "capabilities.purchase_risk",
    );
}

#[test]
fn a_combination_is_asked_about_where_it_is_brought_about() {
    let lines = "[capabilities]\npurchase_risk = \"allow\"\n[[combinations]]\nname = \"both\"\nverdict = \"confirm\"\n\
                 capabilities = [\"type_text\", \"purchase_risk\"]\n";
    let after = Facts {
        execution: [TypeText, PurchaseRisk].into(),
        ..act(&[Navigate])
    };
    check(lines, &after, Effect::Allow, "capabilities.navigate");
}
