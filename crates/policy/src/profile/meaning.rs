//! What a profile means, in words: one line for each thing that it decides.

use clawperator_contract::Capability;

use super::{Coordinates, Profile, Purchase, Rule};
use crate::effect::Effect;
use crate::glob::Glob;

impl Profile {
    /// What it means, one line for each thing that it decides, the strictest verdicts first.
    #[must_use]
    pub fn meaning(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for effect in [Effect::Deny, Effect::Confirm, Effect::Allow] {
            let of = |capability: &&Capability| self.base(**capability) == effect;
            let names: Vec<&str> = Capability::ALL
                .iter()
                .filter(of)
                .map(|one| one.name())
                .collect();
            if !names.is_empty() {
                lines.push(format!("{}: {}", verb(effect), names.join(", ")));
            }
        }
        lines.extend(self.combinations.iter().map(|combination| {
            let names: Vec<&str> = combination
                .capabilities
                .iter()
                .map(|one| one.name())
                .collect();
            format!(
                "{}: {} in one execution (combination `{}`)",
                verb(combination.effect),
                names.join(" and "),
                combination.name
            )
        }));
        lines.extend(self.rules.iter().map(rule));
        lines.push(
            match self.coordinates {
                Coordinates::Look => "coordinates: judged by what is there",
                Coordinates::Deny => "coordinates: denied",
                Coordinates::Unjudged => "coordinates: touched without being judged",
            }
            .to_owned(),
        );
        lines.push(format!(
            "{}: touches of content that the screen's tree does not show",
            verb(self.opaque)
        ));
        lines.push(format!(
            "approvals: a run waits {0} minute(s) for a person, and an approval holds for {0} minute(s)",
            self.approval_minutes
        ));
        if let Some(program) = self.notify.first() {
            lines.push(format!(
                "notify: {program} is run when a run waits for a person"
            ));
        }
        lines.push(match self.scripts.len() {
            0 => "scripts: none may run".to_owned(),
            count => format!("scripts: {count} may run, each with its files as they were"),
        });
        lines
    }

    /// What it says without effect, where whoever wrote it may believe otherwise.
    #[must_use]
    pub fn warnings(&self) -> Vec<String> {
        let mut warnings = Vec::new();
        if self.minds_purchases() && self.purchase.is_nothing() {
            warnings.push(
                "no label and no activity counts as a purchase, so what this profile says about `purchase_risk` stops no \
                 press, not even one on \"Buy now\"; name labels or activities under `[purchase_risk]`, or remove \
                 `shipped_labels = false`"
                    .to_owned(),
            );
        }
        warnings
    }

    /// Whether anything in it denies a purchase, or has a person asked.
    fn minds_purchases(&self) -> bool {
        let risk = Capability::PurchaseRisk;
        let by_rule = self.rules.iter().any(|rule| {
            let about = rule.capabilities.as_ref();
            rule.effect != Effect::Allow && about.is_some_and(|about| about.contains(&risk))
        });
        let by_combination = self
            .combinations
            .iter()
            .any(|combination| combination.capabilities.contains(&risk));
        self.base(risk) != Effect::Allow || by_rule || by_combination
    }
}

impl Purchase {
    const fn is_nothing(&self) -> bool {
        self.words.is_none() && self.labels.is_empty() && self.activities.is_empty()
    }
}

const fn verb(effect: Effect) -> &'static str {
    match effect {
        Effect::Allow => "allowed",
        Effect::Confirm => "a person is asked",
        Effect::Deny => "denied",
    }
}

fn rule(rule: &Rule) -> String {
    let mut conditions = Vec::new();
    if let Some(capabilities) = &rule.capabilities {
        let names: Vec<&str> = capabilities.iter().map(|one| one.name()).collect();
        conditions.push(names.join(", "));
    } else {
        conditions.push("everything".to_owned());
    }
    let places = [
        ("apps", &rule.packages),
        ("activities", &rule.activities),
        ("phones", &rule.devices),
    ];
    for (what, globs) in places {
        if let Some(globs) = globs {
            let names: Vec<&str> = globs.iter().map(Glob::as_str).collect();
            conditions.push(format!("{what} {}", names.join(", ")));
        }
    }
    if let Some(labels) = &rule.labels {
        conditions.push(format!("{} label pattern(s)", labels.len()));
    }
    format!(
        "{}: {} (rule `{}`)",
        verb(rule.effect),
        conditions.join("; "),
        rule.name
    )
}

#[cfg(test)]
mod tests {
    use super::super::{STARTER, Shipped};
    use super::*;

    #[test]
    fn every_profile_says_what_it_means() {
        for shipped in Shipped::ALL {
            let lines = shipped.profile().unwrap().meaning();
            let risk = lines
                .iter()
                .find(|line| line.contains("purchase_risk"))
                .unwrap();
            let expected = match shipped {
                Shipped::Ask => {
                    "a person is asked: clipboard, diagnostics, files, device_settings, manage_apps, purchase_risk"
                }
                _ => "denied: purchase_risk, device_shell",
            };
            assert_eq!(risk, expected, "{shipped:?}");
        }
        let starter = Profile::parse("starter", STARTER).unwrap();
        assert!(
            starter
                .meaning()
                .contains(&"coordinates: judged by what is there".to_owned())
        );
    }

    #[test]
    fn rules_say_where_they_hold() {
        let text = "version = 1\ncoordinates = \"deny\"\n[[rules]]\nname = \"no-bank\"\nverdict = \"deny\"\n\
            packages = [\"com.bank.*\"]\nlabels = ['x']\n";
        let lines = Profile::parse("own", text).unwrap().meaning();
        let expected = "denied: everything; apps com.bank.*; 1 label pattern(s) (rule `no-bank`)";
        assert!(lines.contains(&expected.to_owned()), "{lines:?}");
    }

    #[test]
    fn a_profile_in_which_nothing_is_a_purchase_is_warned_about() {
        let warned = |more: &str| {
            let text = format!("version = 1\ncoordinates = \"look\"\n{more}");
            let warnings = Profile::parse("own", &text).unwrap().warnings();
            assert!(warnings.len() <= 1, "{warnings:?}");
            warnings.first().is_some_and(|one| one.contains("Buy now"))
        };
        let none = "[purchase_risk]\nshipped_labels = false\n";
        let allowed = "[capabilities]\npurchase_risk = \"allow\"\n";
        let asked = "[capabilities]\npurchase_risk = \"confirm\"\n";
        let rule =
            "[[rules]]\nname = \"a\"\nverdict = \"confirm\"\ncapabilities = [\"purchase_risk\"]\n";
        let both = "[[combinations]]\nname = \"a\"\nverdict = \"deny\"\ncapabilities = [\"click\", \"purchase_risk\"]\n";
        assert!(warned(none));
        assert!(warned(&format!("{none}labels = []\nactivities = []\n")));
        for (minds, is_warned) in [(asked, true), (allowed, false)] {
            assert_eq!(warned(&format!("{minds}{none}")), is_warned, "{minds}");
            assert!(!warned(minds));
        }
        for minds in [rule, both] {
            assert!(warned(&format!("{allowed}{none}{minds}")), "{minds}");
        }
        assert!(!warned(&format!("{none}labels = ['Ship it']\n")));
        assert!(!warned(&format!("{none}activities = [\"*.Pay\"]\n")));
        for shipped in Shipped::ALL {
            assert_eq!(shipped.profile().unwrap().warnings(), Vec::<String>::new());
        }
    }

    #[test]
    fn what_the_starter_only_mentions_can_be_used() {
        let lines = STARTER.lines().map(|line| match line.strip_prefix("# ") {
            Some(rest) if rest.contains(" = ") || rest.starts_with('[') => rest,
            _ => line,
        });
        let text: Vec<&str> = lines.collect();
        Profile::parse("starter", &text.join("\n")).unwrap();
    }
}
