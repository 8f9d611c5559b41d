//! A profile: what somebody lets executions do.

mod problem;
mod purchase;
mod read;
mod reader;
mod scripts;
mod shipped;

use std::collections::BTreeMap;

use clawperator_contract::{Capability, Pattern};

pub use self::problem::{Problem, ProfileError};
pub use self::read::MAX_PROFILE_BYTES;
pub use self::scripts::Script;
pub use self::shipped::Shipped;
use crate::effect::Effect;
use crate::glob::Glob;

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
    /// The SHA-256 of its text: approvals are for one wording.
    pub fingerprint: [u8; 32],
    /// How coordinates are judged.
    pub coordinates: Coordinates,
    /// How long an approval holds.
    pub approval_minutes: u32,
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
    /// On what is labelled so.
    pub labels: Vec<Pattern>,
    /// In these activities.
    pub activities: Vec<Glob>,
}

/// Capabilities that one execution may not have together.
#[derive(Debug)]
pub struct Combination {
    /// What messages call it.
    pub name: String,
    /// The capabilities.
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
            .unwrap_or(match capability {
                Capability::PurchaseRisk => Effect::Deny,
                _ => Effect::Allow,
            })
    }

    /// Whether the activity in front matters to any verdict: asking for it takes time.
    #[must_use]
    pub fn wants_activity(&self) -> bool {
        !self.purchase.activities.is_empty()
            || self.rules.iter().any(|rule| rule.activities.is_some())
    }
}
