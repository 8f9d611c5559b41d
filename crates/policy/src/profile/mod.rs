//! A profile: what somebody lets executions do.

mod meaning;
mod problem;
mod purchase;
mod read;
mod reader;
mod scripts;
mod shipped;

use std::collections::BTreeMap;
use std::path::PathBuf;

use clawperator_contract::purchase::Words;
use clawperator_contract::{Capability, Pattern};

pub use self::problem::{Problem, ProfileError};
pub use self::read::MAX_PROFILE_BYTES;
pub use self::scripts::Script;
pub use self::shipped::Shipped;
use crate::effect::Effect;
use crate::glob::Glob;

/// A profile to begin with: everything that can be said, most of it as comments.
pub const STARTER: &str = include_str!("../../profiles/starter.toml");

/// How a coordinate is judged, which names no node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Coordinates {
    /// The screen is read and what is there is judged.
    Look,
    /// It is denied.
    Deny,
    /// It is touched, whatever is there.
    Unjudged,
}

impl Coordinates {
    /// Every way.
    pub const ALL: [Self; 3] = [Self::Look, Self::Deny, Self::Unjudged];

    /// The word in a profile.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Look => "look",
            Self::Deny => "deny",
            Self::Unjudged => "unjudged",
        }
    }
}

/// What somebody lets executions do. See `docs/policy.md` for how it is written.
#[derive(Debug)]
pub struct Profile {
    /// What messages and approvals call it.
    pub name: String,
    /// The file that it was read from, from any folder; none for one that is shipped.
    pub path: Option<PathBuf>,
    /// The SHA-256 of its text: approvals are for one wording.
    pub fingerprint: [u8; 32],
    /// How coordinates are judged.
    pub coordinates: Coordinates,
    /// The verdict on a touch of content that a tree tells nothing of: a web view or a surface without nodes.
    pub opaque: Effect,
    /// How long an approval holds.
    pub approval_minutes: u32,
    /// What is run when a run waits for a person: a program and its arguments; nothing where it is empty.
    pub notify: Vec<String>,
    /// The verdict on each capability where no rule says otherwise.
    pub capabilities: BTreeMap<Capability, Effect>,
    /// What makes a touch a risk of buying.
    pub purchase: Purchase,
    /// Capabilities that one execution may not have together.
    pub combinations: Vec<Combination>,
    /// Exceptions by place, label and device.
    pub rules: Vec<Rule>,
    /// Skills that are programs of their own and may run. No other may.
    pub scripts: Vec<Script>,
}

/// Where a touch may cost money.
#[derive(Debug)]
pub struct Purchase {
    /// On what has these words in its label, as the contract reads it, unless the profile leaves them out.
    pub words: Option<&'static Words>,
    /// On what is labelled so: the labels of the profile itself.
    pub labels: Vec<Pattern>,
    /// In these activities.
    pub activities: Vec<Glob>,
}

/// Capabilities that one execution may not have together.
#[derive(Debug)]
pub struct Combination {
    /// What messages call it.
    pub name: String,
    pub capabilities: Vec<Capability>,
    /// What having all of them means; never an allowance.
    pub effect: Effect,
}

/// A verdict for what fits every condition; one that is left out fits anything.
#[derive(Debug)]
pub struct Rule {
    /// What messages call it.
    pub name: String,
    /// The verdict.
    pub effect: Effect,
    /// The capabilities it is about.
    pub capabilities: Option<Vec<Capability>>,
    /// The packages that own what is touched, or that are opened or closed.
    pub packages: Option<Vec<Glob>>,
    /// The activities in front.
    pub activities: Option<Vec<Glob>>,
    /// The labels of what is touched.
    pub labels: Option<Vec<Pattern>>,
    /// The serial numbers of phones.
    pub devices: Option<Vec<Glob>>,
}

impl Profile {
    /// Reads a profile, or names everything that is wrong with it.
    pub fn parse(name: &str, text: &str) -> Result<Self, ProfileError> {
        read::profile(name, text)
    }

    /// Whether the script of a skill may run, with its files as they are.
    #[must_use]
    pub fn lets_script_run(&self, skill: &str, sha256: &[u8; 32]) -> bool {
        self.scripts
            .iter()
            .any(|script| script.skill == skill && script.sha256 == *sha256)
    }

    /// The verdict on a capability where no rule says otherwise.
    #[must_use]
    pub fn base(&self, capability: Capability) -> Effect {
        self.capabilities
            .get(&capability)
            .copied()
            .unwrap_or_else(|| {
                // A profile that was written before there was such a word allows nothing by it.
                if capability == Capability::PurchaseRisk || capability.is_extension() {
                    Effect::Deny
                } else {
                    Effect::Allow
                }
            })
    }

    /// Whether the activity in front matters to the verdict on a touch: asking for it takes time.
    #[must_use]
    pub fn wants_activity(&self) -> bool {
        !self.purchase.activities.is_empty()
            || self.rules.iter().any(|rule| rule.activities.is_some())
    }

    /// Whether any rule is about a place: a package or an activity.
    #[must_use]
    pub fn wants_place(&self) -> bool {
        self.rules.iter().any(Rule::is_about_a_place)
    }

    /// Whether a rule about a place is about reading too, so that each reading is judged where it is done.
    #[must_use]
    pub fn judges_reading_by_place(&self) -> bool {
        self.rules_about_reading().any(Rule::is_about_a_place)
    }

    /// Whether such a rule names an activity, so that it matters which one a screen is of.
    #[must_use]
    pub fn judges_reading_by_activity(&self) -> bool {
        self.rules_about_reading()
            .any(|rule| rule.activities.is_some())
    }

    /// Whether every screen may be read, whatever is on it.
    #[must_use]
    pub fn lets_every_screen_be_read(&self) -> bool {
        self.base(Capability::Observe) == Effect::Allow && !self.restricts_reading()
    }

    /// Whether a rule keeps anything on any screen from being read.
    #[must_use]
    pub fn restricts_reading(&self) -> bool {
        self.rules_about_reading()
            .any(|rule| rule.effect != Effect::Allow)
    }

    fn rules_about_reading(&self) -> impl Iterator<Item = &Rule> {
        self.rules.iter().filter(|rule| {
            let list = rule.capabilities.as_ref();
            list.is_none_or(|list| list.contains(&Capability::Observe))
        })
    }
}

impl Rule {
    const fn is_about_a_place(&self) -> bool {
        self.packages.is_some() || self.activities.is_some()
    }
}
