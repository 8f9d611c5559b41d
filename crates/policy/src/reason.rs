//! The words of a verdict: for whoever may approve it, and for whoever asked.
//!
//! Both are the same where the screen may be read. Where it may not, only the person who approves gets to know what would
//! be touched: a refusal that names it reads the screen out, one touch at a time.

use clawperator_contract::Capability;

use crate::question::Question;

/// What verdicts on content without a tree are named after.
pub(crate) const OPAQUE: &str = "opaque";

/// Why something is not simply done.
#[derive(Debug)]
pub(crate) struct Reason {
    /// For whoever may approve it.
    pub(crate) for_person: String,
    /// For whoever asked.
    pub(crate) for_caller: String,
}

impl Reason {
    /// A refusal under a rule of a profile.
    pub(crate) fn of_denial(profile: &str, rule: &str, question: &Question) -> Self {
        let say = |subject: &str, place: &str| {
            let meaning = meaning(rule);
            format!("profile `{profile}` denies {subject}{place}: rule `{rule}`{meaning}")
        };
        let for_caller = match &question.told {
            Some(told) => say(told, &question.in_place()),
            None => say(&question.subject, ""),
        };
        Self {
            for_person: for_caller.clone(),
            for_caller,
        }
    }

    /// A question to a person, under a rule of a profile.
    pub(crate) fn of_question(profile: &str, rule: &str, question: &Question) -> Self {
        let say = |subject: &str| {
            let place = question.in_place();
            let meaning = meaning(rule);
            let cost = cost(rule, question);
            format!(
                "profile `{profile}` requires a person to approve {subject}{place}: rule `{rule}`{meaning}{cost}"
            )
        };
        let for_person = say(&question.subject) + &question.prices;
        Self {
            for_caller: match &question.told {
                Some(told) => say(told),
                None => for_person.clone(),
            },
            for_person,
        }
    }
}

/// That it may cost money, where the rule is about something else: it is what a person wants to know first.
fn cost(rule: &str, question: &Question) -> &'static str {
    let says_so = capability_of(rule) == Some(Capability::PurchaseRisk);
    if question.may_cost && !says_so {
        "; it may cost money"
    } else {
        ""
    }
}

/// What a rule is about, where its name does not say it.
fn meaning(rule: &str) -> String {
    if rule == OPAQUE {
        return ", to touch content that the screen's tree does not show".to_owned();
    }
    capability_of(rule).map_or_else(String::new, |capability| {
        format!(", to {}", capability.meaning())
    })
}

fn capability_of(rule: &str) -> Option<Capability> {
    let name = rule.strip_prefix("capabilities.")?;
    Capability::from_name(name)
}
