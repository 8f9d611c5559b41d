//! The verdict: a pure function of a profile and of what is known.
//!
//! Every rule whose conditions hold has a say, for each capability apart; the strictest verdict wins, and the order in
//! a file decides nothing but which of several equally strict rules is named.

use std::borrow::Cow;
use std::collections::BTreeSet;

use clawperator_contract::{Capability, Pattern};

use crate::effect::Effect;
use crate::glob::Glob;
use crate::profile::{Profile, Rule};

/// When it is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Question {
    /// Before the first step, when places are not known.
    Begin,
    /// Before one act, when all is known that will be.
    Act,
}

/// What is known of what is about to be done.
#[derive(Debug, Clone)]
pub struct Facts<'a> {
    /// When it is asked.
    pub question: Question,
    /// The phone's serial number.
    pub device: &'a str,
    /// What it does.
    pub capabilities: BTreeSet<Capability>,
    /// What the whole execution does, as far as is known, for forbidden combinations.
    pub execution: BTreeSet<Capability>,
    /// The package of what is touched, opened or closed.
    pub package: Option<&'a str>,
    /// The activity in front.
    pub activity: Option<&'a str>,
    /// What is touched, in its own words; `None` where nothing is touched or nobody looked.
    pub labels: Option<Vec<Cow<'a, str>>>,
}

/// A verdict with the rule that made it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judgement {
    /// The verdict.
    pub effect: Effect,
    /// The rule, as a profile names it: `capabilities.toggle`, `rules.no-bank`, `combinations.type-and-buy`.
    /// Nothing where nothing was to be judged.
    pub rule: Option<String>,
}

/// Judges.
#[must_use]
pub fn judge(profile: &Profile, facts: &Facts<'_>) -> Judgement {
    let mut strictest = Judgement {
        effect: Effect::Allow,
        rule: None,
    };
    let mut say = |effect: Effect, rule: &dyn Fn() -> String| {
        if effect > strictest.effect || strictest.rule.is_none() {
            strictest = Judgement {
                effect,
                rule: Some(rule()),
            };
        }
    };
    for combination in &profile.combinations {
        let whole = combination.capabilities.iter().all(|capability| {
            facts.execution.contains(capability) || facts.capabilities.contains(capability)
        });
        if whole {
            say(combination.effect, &|| {
                format!("combinations.{}", combination.name)
            });
        }
    }
    // Rules that name no capability are about acts that have none as well.
    for rule in &profile.rules {
        if rule.capabilities.is_none() && fit(rule, facts) == Fit::Yes {
            say(rule.effect, &|| format!("rules.{}", rule.name));
        }
    }
    for capability in &facts.capabilities {
        let (effect, rule) = of_capability(profile, facts, *capability);
        say(effect, &|| match rule {
            Some(rule) => format!("rules.{}", rule.name),
            None => format!("capabilities.{}", capability.name()),
        });
    }
    strictest
}

/// The verdict on one capability: the strictest rule about it, an allowance included; else the profile's own.
fn of_capability<'p>(
    profile: &'p Profile,
    facts: &Facts<'_>,
    capability: Capability,
) -> (Effect, Option<&'p Rule>) {
    let about = |rule: &&Rule| {
        rule.capabilities
            .as_ref()
            .is_some_and(|list| list.contains(&capability))
    };
    let mut found: Option<&Rule> = None;
    for rule in profile.rules.iter().filter(about) {
        let holds = match fit(rule, facts) {
            Fit::Yes => true,
            Fit::No => false,
            // What is allowed in some places may begin, and is judged again in each. What is forbidden in some may too.
            Fit::Unknown => rule.effect == Effect::Allow && facts.question == Question::Begin,
        };
        if holds && found.is_none_or(|found| rule.effect > found.effect) {
            found = Some(rule);
        }
    }
    match found {
        Some(rule) => (rule.effect, Some(rule)),
        None => (profile.base(capability), None),
    }
}

/// Whether a rule's conditions hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fit {
    Yes,
    No,
    Unknown,
}

fn fit(rule: &Rule, facts: &Facts<'_>) -> Fit {
    let labels = facts.labels.as_deref();
    let conditions = [
        any(rule.devices.as_deref(), Some(facts.device), Glob::matches),
        any(rule.packages.as_deref(), facts.package, Glob::matches),
        any(rule.activities.as_deref(), facts.activity, Glob::matches),
        match (rule.labels.as_deref(), labels) {
            (None, _) => Fit::Yes,
            (Some(_), None) => Fit::Unknown,
            (Some(patterns), Some(labels)) => yes_or_no(is_labelled(patterns, labels)),
        },
    ];
    if conditions.contains(&Fit::No) {
        Fit::No
    } else if conditions.contains(&Fit::Unknown) {
        Fit::Unknown
    } else {
        Fit::Yes
    }
}

fn any(globs: Option<&[Glob]>, name: Option<&str>, matches: fn(&Glob, &str) -> bool) -> Fit {
    match (globs, name) {
        (None, _) => Fit::Yes,
        (Some(_), None) => Fit::Unknown,
        (Some(globs), Some(name)) => yes_or_no(globs.iter().any(|glob| matches(glob, name))),
    }
}

const fn yes_or_no(yes: bool) -> Fit {
    if yes { Fit::Yes } else { Fit::No }
}

/// Whether a pattern matches a label.
pub(crate) fn is_labelled(patterns: &[Pattern], labels: &[Cow<'_, str>]) -> bool {
    let any_pattern = |label: &Cow<'_, str>| patterns.iter().any(|pattern| pattern.matches(label));
    labels.iter().any(any_pattern)
}

impl Profile {
    /// Whether what is so labelled, or in this activity, may cost money.
    #[must_use]
    pub fn is_purchase(&self, labels: &[Cow<'_, str>], activity: Option<&str>) -> bool {
        let listed = |activity: &str| {
            let globs = &self.purchase.activities;
            globs.iter().any(|glob| glob.matches(activity))
        };
        activity.is_some_and(listed) || is_labelled(&self.purchase.labels, labels)
    }
}
