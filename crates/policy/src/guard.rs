//! The engine's guard that judges by a profile.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use clawperator_contract::{ActionParams, Capability, Execution};
use clawperator_engine::{Asked, Escort, Guard, Intent, PointJudgement, Refusal, Verdict};

use crate::approvals::{Approvals, Request};
use crate::digest::digest;
use crate::effect::Effect;
use crate::facts::{at_act, at_begin, declared};
use crate::judge::{Judgement, judge};
use crate::profile::{Coordinates, Profile};

/// The time of day, which the surface hands in.
pub trait WallClock: fmt::Debug + Send + Sync {
    /// Milliseconds since 1970.
    fn epoch_milliseconds(&self) -> u64;
}

/// Judges executions and their acts by a profile.
#[derive(Debug, Clone)]
pub struct PolicyGuard {
    profile: Arc<Profile>,
    /// Where approvals are; without it nothing can be approved.
    approvals: Option<Approvals>,
    clock: Arc<dyn WallClock>,
    labels: Labels,
}

/// Whether a verdict, and the question that is left for whoever approves it, name what would be touched by its label.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Labels {
    Named,
    Withheld,
}

impl PolicyGuard {
    /// A guard for this profile.
    #[must_use]
    pub const fn new(
        profile: Arc<Profile>,
        approvals: Option<Approvals>,
        clock: Arc<dyn WallClock>,
    ) -> Self {
        Self {
            profile,
            approvals,
            clock,
            labels: Labels::Named,
        }
    }

    /// The same, naming steps in place of labels: for runs whose screens may hold what must not be told.
    #[must_use]
    pub fn withholding_labels(self) -> Self {
        Self {
            labels: Labels::Withheld,
            ..self
        }
    }
}

#[async_trait]
impl Guard for PolicyGuard {
    async fn may_run(
        &self,
        execution: &Execution,
        serial: &str,
    ) -> Result<Box<dyn Escort>, Verdict> {
        let escort = PolicyEscort {
            guard: self.clone(),
            serial: serial.to_owned(),
            digest: digest(execution, serial, &self.profile),
            actions: execution.actions.len(),
            state: Mutex::new(State {
                capabilities: declared(execution),
                approved: false,
            }),
        };
        let mut strictest = Judgement {
            effect: Effect::Allow,
            rule: None,
        };
        let points = execution.actions.iter().any(|action| {
            matches!(&action.params, ActionParams::Click(click) if click.coordinate.is_some())
        });
        let judged = at_begin(execution, serial)
            .into_iter()
            .map(|facts| judge(&self.profile, &facts))
            .chain(escort.on_coordinates(points));
        for judgement in judged {
            if judgement.effect > strictest.effect {
                strictest = judgement;
            }
        }
        match escort.verdict(&strictest, "this execution") {
            Verdict::Allow => Ok(Box::new(escort)),
            no => Err(no),
        }
    }
}

/// Goes with one run.
#[derive(Debug)]
struct PolicyEscort {
    guard: PolicyGuard,
    serial: String,
    digest: [u8; 32],
    actions: usize,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    /// What the run does, as far as is known.
    capabilities: BTreeSet<Capability>,
    /// Whether somebody has approved this run.
    approved: bool,
}

#[async_trait]
impl Escort for PolicyEscort {
    async fn may_act(&self, asked: Asked<'_>) -> Verdict {
        let profile = &self.guard.profile;
        let known = self.state(|state| state.capabilities.clone());
        let facts = at_act(profile, &asked, &self.serial, &known);
        self.state(|state| state.capabilities.extend(&facts.capabilities));
        let mut judgement = judge(profile, &facts);
        let is_point = matches!(asked.intent, Intent::Point { .. });
        if let Some(coordinates) = self.on_coordinates(is_point)
            && coordinates.effect > judgement.effect
        {
            judgement = coordinates;
        }
        let subject = match self.guard.labels {
            Labels::Named => subject(&asked, profile),
            Labels::Withheld => format!(
                "{} of step `{}`",
                asked.action.action_type().name(),
                asked.action.id.as_str()
            ),
        };
        self.verdict(&judgement, &subject)
    }

    fn wants_activity(&self) -> bool {
        self.guard.profile.wants_activity()
    }

    fn point_judgement(&self) -> PointJudgement {
        match self.guard.profile.coordinates {
            Coordinates::Look => PointJudgement::Look,
            // Those that are denied never come so far that anybody would look.
            Coordinates::Deny | Coordinates::Unjudged => PointJudgement::Unjudged,
        }
    }
}

impl PolicyEscort {
    fn on_coordinates(&self, are_there: bool) -> Option<Judgement> {
        let denied = are_there && self.guard.profile.coordinates == Coordinates::Deny;
        denied.then(|| Judgement {
            effect: Effect::Deny,
            rule: Some("coordinates".to_owned()),
        })
    }

    /// What the judgement means for this run: a confirmation may have been given already.
    fn verdict(&self, judgement: &Judgement, subject: &str) -> Verdict {
        let rule = judgement.rule.as_deref().unwrap_or("none");
        let name = &self.guard.profile.name;
        let reason = |does: &str| {
            let meaning = rule
                .strip_prefix("capabilities.")
                .and_then(Capability::from_name)
                .map_or_else(String::new, |capability| {
                    format!(", to {}", capability.meaning())
                });
            format!("profile `{name}` {does} {subject}: rule `{rule}`{meaning}")
        };
        match judgement.effect {
            Effect::Allow => Verdict::Allow,
            Effect::Deny => Verdict::Deny(Refusal {
                reason: reason("denies"),
                hint: None,
            }),
            Effect::Confirm if self.is_approved() => Verdict::Allow,
            Effect::Confirm => {
                let reason = reason("wants somebody to approve");
                let hint = self.ask(rule, &reason);
                Verdict::Confirm(Refusal {
                    reason,
                    hint: Some(hint),
                })
            }
        }
    }

    /// Whether somebody has approved this run. An approval is used up by being found.
    fn is_approved(&self) -> bool {
        let now = self.guard.clock.epoch_milliseconds();
        self.state(|state| {
            if !state.approved
                && let Some(approvals) = &self.guard.approvals
            {
                // One that cannot be read is none.
                state.approved = approvals.take(&self.digest, now).unwrap_or(false);
            }
            state.approved
        })
    }

    /// Leaves word of what is to be approved, and says how.
    fn ask(&self, rule: &str, reason: &str) -> String {
        let Some(approvals) = &self.guard.approvals else {
            return "nothing can be approved here; send it to a phone, and the answer names the command".to_owned();
        };
        let minutes = self.guard.profile.approval_minutes;
        let asked = approvals.ask(
            &Request {
                digest: self.digest,
                device: &self.serial,
                profile: &self.guard.profile.name,
                rule,
                reason,
                actions: self.actions,
                minutes,
            },
            self.guard.clock.epoch_milliseconds(),
        );
        match asked {
            Ok(id) => format!(
                "run `clawperator approve {id}`, then send the same execution again within {minutes} minute(s)"
            ),
            Err(error) => format!("it cannot be approved: {error}"),
        }
    }

    fn state<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        change(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// What the verdict is about, in words.
fn subject(asked: &Asked<'_>, profile: &Profile) -> String {
    let action = asked.action.action_type().name();
    match asked.intent {
        Intent::Whole => format!("this {action}"),
        Intent::Node { node, .. } => format!("{action} on {}", node.describe()),
        Intent::Swipe(container) => format!("{action}, scrolling {}", container.describe()),
        Intent::Point { x, y, .. } => format!(
            "{action} at ({x},{y}), coordinates = \"{}\"",
            profile.coordinates.name()
        ),
    }
}
