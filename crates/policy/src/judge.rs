//! The verdict: a pure function of a profile and of what is known.
//!
//! Every rule whose conditions hold has a say, for each capability apart; the strictest verdict wins, and the order in
//! a file decides nothing but which of several equally strict rules is named. At an act, a rule that denies or asks holds
//! where it cannot be told whether it does.

use std::borrow::Cow;
use std::collections::BTreeSet;

use clawperator_contract::{Capability, Pattern};

use crate::effect::Effect;
use crate::glob::Glob;
use crate::profile::{Profile, Rule};

/// When it is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Question {
    /// Before the first step, when places are not known and will be asked about again.
    Begin,
    /// Before one act, when all is known that will be.
    Act,
}

/// Values of which some may be missing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Known<T> {
    /// Those that are known.
    pub values: Vec<T>,
    /// Whether there are no others.
    pub is_all: bool,
}

impl<T> Known<T> {
    /// These and no others.
    #[must_use]
    pub const fn all(values: Vec<T>) -> Self {
        Self {
            values,
            is_all: true,
        }
    }

    /// Nothing is known.
    #[must_use]
    pub const fn nothing() -> Self {
        Self {
            values: Vec::new(),
            is_all: false,
        }
    }
}

impl<T> From<Option<T>> for Known<T> {
    fn from(value: Option<T>) -> Self {
        value.map_or_else(Self::nothing, |value| Self::all(vec![value]))
    }
}

/// What is known of what is about to be done.
#[derive(Debug, Clone)]
pub struct Facts<'a> {
    /// When it is asked.
    pub question: Question,
    /// What adb calls the phone.
    pub device: &'a str,
    /// The serial number that the phone says itself.
    pub own_serial: Option<&'a str>,
    /// What it does.
    pub capabilities: BTreeSet<Capability>,
    /// What the whole execution does, as far as is known, for forbidden combinations.
    pub execution: BTreeSet<Capability>,
    /// The packages of what is touched, opened, closed or read.
    pub packages: Known<&'a str>,
    /// The activity in front, or those that may be opened.
    pub activities: Known<&'a str>,
    /// Everything that is touched, in its own words; all and none where nothing is touched.
    pub labels: Known<Cow<'a, str>>,
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

impl Judgement {
    /// Nothing was to be judged.
    pub(crate) const NONE: Self = Self {
        effect: Effect::Allow,
        rule: None,
    };

    /// The stricter of two; this one where they are equal.
    pub(crate) fn or_stricter(self, other: Self) -> Self {
        if other.effect > self.effect {
            other
        } else {
            self
        }
    }
}

#[must_use]
pub fn judge(profile: &Profile, facts: &Facts<'_>) -> Judgement {
    let mut strictest = Judgement::NONE;
    let mut say = |effect: Effect, rule: &dyn Fn() -> String| {
        if effect > strictest.effect || strictest.rule.is_none() {
            strictest = Judgement {
                effect,
                rule: Some(rule()),
            };
        }
    };
    for combination in &profile.combinations {
        let done = |capability: &Capability| facts.capabilities.contains(capability);
        let known = |capability: &Capability| facts.execution.contains(capability);
        let list = &combination.capabilities;
        let whole = list.iter().all(|one| done(one) || known(one));
        // Whoever does none of it has not brought it about, and is not to be asked about it.
        if whole && list.iter().any(done) {
            say(combination.effect, &|| {
                format!("combinations.{}", combination.name)
            });
        }
    }
    // Rules that name no capability are about acts that have none as well.
    for rule in &profile.rules {
        if rule.capabilities.is_none() && holds(rule, facts) {
            say(rule.effect, &|| format!("rules.{}", rule.name));
        }
    }
    // Of equally strict verdicts the one about money is named: it says most to whoever approves.
    let costly = facts
        .capabilities
        .get(&Capability::PurchaseRisk)
        .filter(|one| of_capability(profile, facts, **one).0 > Effect::Allow);
    for capability in costly.into_iter().chain(&facts.capabilities) {
        let (effect, rule) = of_capability(profile, facts, *capability);
        say(effect, &|| match rule {
            Some(rule) => format!("rules.{}", rule.name),
            None => format!("capabilities.{}", capability.name()),
        });
    }
    strictest
}

/// The verdict on one capability: the strictest rule about it that fits, an allowance included; else the profile's own.
/// A rule of which it is not known whether it fits can make that stricter only.
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
    let (mut fits, mut may_fit): (Option<&Rule>, Option<&Rule>) = (None, None);
    for rule in profile.rules.iter().filter(about) {
        let found = match fit(rule, facts) {
            Fit::Yes => &mut fits,
            Fit::Unknown if !holds(rule, facts) => continue,
            // What is allowed in some places may begin.
            Fit::Unknown if rule.effect == Effect::Allow => &mut fits,
            Fit::Unknown => &mut may_fit,
            Fit::No => continue,
        };
        if found.is_none_or(|found| rule.effect > found.effect) {
            *found = Some(rule);
        }
    }
    let (effect, rule) = match fits {
        Some(rule) => (rule.effect, Some(rule)),
        None => (profile.base(capability), None),
    };
    match may_fit {
        Some(rule) if rule.effect > effect => (rule.effect, Some(rule)),
        _ => (effect, rule),
    }
}

/// Whether a rule has a say.
fn holds(rule: &Rule, facts: &Facts<'_>) -> bool {
    match (fit(rule, facts), facts.question) {
        (Fit::Yes, _) => true,
        (Fit::No, _) => false,
        // What is allowed in some places may begin, and is judged again in each. What is forbidden in some may too. Which
        // phone it is will not be known later either, so a rule that waits for nothing else holds from the start.
        (Fit::Unknown, Question::Begin) => {
            rule.effect == Effect::Allow || fit_in_place(rule, facts) == Fit::Yes
        }
        // Nobody is asked again: what may be forbidden is, and what may be allowed is not.
        (Fit::Unknown, Question::Act) => rule.effect != Effect::Allow,
    }
}

/// Whether a rule's conditions hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fit {
    Yes,
    No,
    Unknown,
}

impl Fit {
    /// Whether all conditions hold.
    fn all(conditions: &[Self]) -> Self {
        if conditions.contains(&Self::No) {
            Self::No
        } else if conditions.contains(&Self::Unknown) {
            Self::Unknown
        } else {
            Self::Yes
        }
    }
}

fn fit(rule: &Rule, facts: &Facts<'_>) -> Fit {
    let phone = on_phone(rule.devices.as_deref(), facts);
    Fit::all(&[phone, fit_in_place(rule, facts)])
}

/// Whether the conditions hold that are about something else than the phone.
fn fit_in_place(rule: &Rule, facts: &Facts<'_>) -> Fit {
    Fit::all(&[
        names(rule, rule.packages.as_deref(), &facts.packages),
        names(rule, rule.activities.as_deref(), &facts.activities),
        match rule.labels.as_deref() {
            None => Fit::Yes,
            Some(patterns) if is_labelled(patterns, &facts.labels.values) => {
                // A label that is not known may be another's.
                let is_sure = facts.labels.is_all || rule.effect != Effect::Allow;
                if is_sure { Fit::Yes } else { Fit::Unknown }
            }
            Some(_) => no_or_unknown(facts.labels.is_all),
        },
    ])
}

/// A phone is meant by either of its names: a rule that forbids something on it must not be passed by another name, nor
/// by a phone that does not say its own.
fn on_phone(globs: Option<&[Glob]>, facts: &Facts<'_>) -> Fit {
    let Some(globs) = globs else {
        return Fit::Yes;
    };
    let mut known = [Some(facts.device), facts.own_serial].into_iter().flatten();
    if known.any(|name| globs.iter().any(|glob| glob.matches(name))) {
        Fit::Yes
    } else {
        no_or_unknown(facts.own_serial.is_some())
    }
}

/// Whether names fit: one of them for a rule that denies or asks, all of them for one that allows.
fn names(rule: &Rule, globs: Option<&[Glob]>, known: &Known<&str>) -> Fit {
    let Some(globs) = globs else {
        return Fit::Yes;
    };
    let fits = |name: &&str| globs.iter().any(|glob| glob.matches(name));
    let values = &known.values;
    if rule.effect == Effect::Allow {
        if !values.iter().all(fits) {
            Fit::No
        } else if !known.is_all {
            Fit::Unknown
        } else if values.is_empty() {
            Fit::No
        } else {
            Fit::Yes
        }
    } else if values.iter().any(fits) {
        Fit::Yes
    } else {
        no_or_unknown(known.is_all)
    }
}

const fn no_or_unknown(is_all: bool) -> Fit {
    if is_all { Fit::No } else { Fit::Unknown }
}

/// Whether a pattern matches a label.
pub(crate) fn is_labelled(patterns: &[Pattern], labels: &[Cow<'_, str>]) -> bool {
    let any_pattern = |label: &Cow<'_, str>| patterns.iter().any(|pattern| pattern.matches(label));
    labels.iter().any(any_pattern)
}

impl Profile {
    /// Whether a touch of what is so labelled, in one of these activities, may cost money; it may where that is not
    /// known.
    #[must_use]
    pub fn is_purchase(&self, labels: &Known<Cow<'_, str>>, activities: &Known<&str>) -> bool {
        let purchase = &self.purchase;
        let listed = |activity: &&str| {
            purchase
                .activities
                .iter()
                .any(|glob| glob.matches(activity))
        };
        let may_be_listed = !purchase.activities.is_empty() && !activities.is_all;
        let is_by_words = purchase.words.is_some() || !purchase.labels.is_empty();
        let may_be_labelled = is_by_words && !labels.is_all;
        let words = purchase.words;
        let says_so = |label: &Cow<'_, str>| words.is_some_and(|words| words.are_in_label(label));
        activities.values.iter().any(listed)
            || may_be_listed
            || labels.values.iter().any(says_so)
            || is_labelled(&purchase.labels, &labels.values)
            || may_be_labelled
    }
}
