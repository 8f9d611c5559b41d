//! The verdict on an execution before its first step: the one that a run gets, and as much of it as is known before there
//! is a phone.

use std::collections::BTreeSet;

use clawperator_contract::{Action, Capability, Execution};

use crate::effect::Effect;
use crate::facts::{AtBegin, PhoneNames, at_begin, declared};
use crate::judge::{Judgement, judge};
use crate::profile::{Coordinates, Profile, Rule};
use crate::question::{Question, named};
use crate::reason::Reason;

/// What a profile says of an execution before anybody has looked at a phone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FirstVerdict {
    /// Whether it would begin.
    pub effect: Effect,
    /// The rule that says so; nothing where nothing was to be judged.
    pub rule: Option<String>,
    /// Why it would not begin.
    pub reason: Option<String>,
    /// The same of each action, in their order.
    pub actions: Vec<ActionVerdict>,
    /// Rules about certain phones that may be about the one it will run on, and change what is said here.
    pub phone_rules: Vec<String>,
}

/// What a profile says of one action before the first step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActionVerdict {
    /// The verdict so far.
    pub effect: Effect,
    /// The rule that says so.
    pub rule: Option<String>,
    /// Whether it is judged again when it is carried out, by what the screen shows then.
    pub comes_again: bool,
}

/// What is known of the verdict on an execution without a phone, or with the name alone that adb has for one.
///
/// A rule about certain phones holds here only for that name: the serial number that the phone says itself is not known.
#[must_use]
pub fn first_verdict(
    profile: &Profile,
    execution: &Execution,
    device: Option<&str>,
) -> FirstVerdict {
    // A phone that nobody has named has no name that a rule could be about.
    let name = device.unwrap_or_default();
    let phone = PhoneNames {
        name,
        // As if it had no other: what another would change is listed.
        serial: Some(name),
    };
    let begun = Begun::of(profile, execution, phone);
    let judgement = begun.judgement;
    let rule = judgement.rule.as_deref().unwrap_or("none");
    let question = || question_of(&begun.capabilities);
    let reason = match judgement.effect {
        Effect::Allow => None,
        Effect::Confirm => Some(Reason::of_question(&profile.name, rule, &question())),
        Effect::Deny => Some(Reason::of_denial(&profile.name, rule, &question())),
    };
    let whole = declared(execution);
    let may_matter = |rule: &&Rule| {
        let of_phones = rule.devices.as_ref();
        let is_open = of_phones.is_some_and(|globs| !globs.iter().any(|glob| glob.matches(name)));
        let about = rule.capabilities.as_ref();
        is_open && about.is_none_or(|list| list.iter().any(|one| whole.contains(one)))
    };
    let open = profile.rules.iter().filter(may_matter);
    FirstVerdict {
        effect: judgement.effect,
        rule: judgement.rule,
        reason: reason.map(|reason| reason.for_caller),
        actions: begun.actions,
        phone_rules: open.map(|rule| rule.name.clone()).collect(),
    }
}

/// What is judged before the first step.
#[derive(Debug)]
pub(crate) struct Begun {
    /// The strictest of all verdicts that are not asked for again.
    pub(crate) judgement: Judgement,
    /// What a person would be asked about.
    pub(crate) capabilities: BTreeSet<Capability>,
    /// The verdict on each action.
    pub(crate) actions: Vec<ActionVerdict>,
}

impl Begun {
    pub(crate) fn of(profile: &Profile, execution: &Execution, phone: PhoneNames<'_>) -> Self {
        let points = execution.actions().iter().any(Action::touches_points);
        let mut begun = Self {
            judgement: on_coordinates(profile, points),
            capabilities: BTreeSet::new(),
            actions: Vec::with_capacity(execution.actions().len()),
        };
        for asked in at_begin(profile, execution, phone) {
            begun.add(profile, asked);
        }
        begun
    }

    fn add(&mut self, profile: &Profile, asked: AtBegin<'_>) {
        let judgement = judge(profile, &asked.facts);
        if asked.is_action {
            self.actions.push(ActionVerdict {
                effect: judgement.effect,
                rule: judgement.rule.clone(),
                comes_again: asked.comes_again,
            });
        }
        if judgement.effect == Effect::Confirm {
            if asked.comes_again {
                return;
            }
            self.capabilities.extend(asked.facts.capabilities);
        }
        let before = std::mem::replace(&mut self.judgement, Judgement::NONE);
        self.judgement = before.or_stricter(judgement);
    }
}

/// What is said of coordinates, if there are any.
pub(crate) fn on_coordinates(profile: &Profile, are_there: bool) -> Judgement {
    if are_there && profile.coordinates == Coordinates::Deny {
        Judgement {
            effect: Effect::Deny,
            rule: Some("coordinates".to_owned()),
        }
    } else {
        Judgement::NONE
    }
}

/// What a person is asked about a whole execution.
pub(crate) fn question_of(capabilities: &BTreeSet<Capability>) -> Question {
    Question {
        step: None,
        subject: "this execution".to_owned(),
        told: None,
        place: None,
        packages: Vec::new(),
        // Nobody knows yet what will be on the screen.
        may_show: false,
        may_cost: capabilities.contains(&Capability::PurchaseRisk),
        prices: String::new(),
        bound: vec![named(capabilities)],
    }
}
