//! What a profile means, in words: one line for each thing that it decides.

use clawperator_contract::Capability;

use super::{Coordinates, Profile, Rule};
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
            let expected = if shipped == Shipped::Ask {
                "a person is asked: purchase_risk"
            } else {
                "denied: purchase_risk"
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
    fn what_the_starter_only_mentions_can_be_used() {
        let lines = STARTER.lines().map(|line| match line.strip_prefix("# ") {
            Some(rest) if rest.contains(" = ") || rest.starts_with('[') => rest,
            _ => line,
        });
        let text: Vec<&str> = lines.collect();
        Profile::parse("starter", &text.join("\n")).unwrap();
    }
}
