//! Who may say no.

use std::fmt;
use std::time::Duration;

use async_trait::async_trait;
use clawperator_contract::{Action, Advice, ErrorCode, Execution};
pub use clawperator_device::driver::Front;

use crate::intent::Intent;
use crate::phone::Phone;

/// A verdict on an execution or on one of its acts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// It may be done.
    Allow,
    /// It may not.
    Deny(Refusal),
    /// It may once a person has approved it.
    Confirm {
        /// Why, for whoever asked.
        refusal: Refusal,
        /// What can be waited for; nothing where nobody can be asked.
        ticket: Option<Ticket>,
    },
}

/// A question to a person that is still open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ticket {
    /// Its id, for whoever decides. Whoever asked is not told how to approve itself.
    pub id: String,
    /// How long to wait for a decision.
    pub limit: Duration,
}

/// What a person decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// It may be done, once.
    Approved,
    /// It may not.
    Refused,
}

/// Why not, for whoever asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The reason, with the rule that made it.
    pub reason: String,
    /// That rule's name.
    pub rule: Option<String>,
    /// What to do next, where that is more than the error table says: who may approve it, and where that is asked.
    pub advice: Option<Advice>,
}

impl Verdict {
    /// The code and the reason of a no.
    pub(crate) fn refusal(self) -> Option<(ErrorCode, Refusal)> {
        match self {
            Self::Allow => None,
            Self::Deny(refusal) => Some((ErrorCode::PolicyDenied, refusal)),
            Self::Confirm { refusal, .. } => Some((ErrorCode::PolicyConfirmationRequired, refusal)),
        }
    }
}

/// One question about one act.
#[derive(Debug, Clone, Copy)]
pub struct ActQuestion<'a> {
    /// The action whose act it is; none where no execution asks.
    pub action: Option<&'a Action>,
    /// What is about to be done.
    pub intent: Intent<'a>,
    /// The app in front as the phone tells it, where the escort wants to know.
    pub front: Option<&'a Front>,
    /// What would be opened, where the escort wants to know and the phone could tell; several if somebody is to choose.
    pub leads_to: Option<&'a [Front]>,
}

/// What is done with a coordinate before it is asked about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PointJudgement {
    /// Nobody minds coordinates, and nothing is said of them.
    Free,
    /// The screen is read, and the nodes there are named in the question.
    Look,
    /// It is asked about as it is, and the step's data say that it was not judged.
    Unjudged,
}

/// Asked before the first step of a run, when nothing has reached the phone.
#[async_trait]
pub trait Guard: fmt::Debug + Send + Sync {
    /// Whether the execution may begin on this phone; whoever lets it begin goes with it.
    async fn may_run(
        &self,
        execution: &Execution,
        phone: &Phone,
    ) -> Result<Box<dyn Escort>, Verdict>;

    /// Waits until a person has decided; it may be dropped at any time. Whoever is approved asks again, and is allowed by
    /// the same question only. Without anybody to ask it never ends.
    async fn decision(&self, _: &Ticket) -> Decision {
        std::future::pending().await
    }

    /// Withdraws a question that nobody waits for any more, because its run was cancelled or has waited long enough, and
    /// what was decided about it: it was for that run. Whoever keeps no questions has nothing to do.
    async fn withdraw(&self, _: &Ticket) {}

    /// Goes with what the doctor has done to this phone outside of any execution: waking it, opening its lock, a key to
    /// see whether keys may be sent. Whoever does not say otherwise lets none of it be done.
    fn escort_doctor(&self, _: &Phone) -> Box<dyn Escort> {
        Box::new(DenyAll)
    }

    /// Whether nothing that a screen shows may be in an event.
    fn withholds_labels(&self) -> bool {
        false
    }

    /// Whether the screen is read around a picture, to know whose windows that shows.
    fn judges_pictures(&self) -> bool {
        false
    }
}

/// Goes with one run and is asked again before each change to the phone, with what is there.
#[async_trait]
pub trait Escort: fmt::Debug + Send + Sync {
    /// Whether this may be done. Anything but a yes ends the run there.
    async fn may_act(&self, asked: ActQuestion<'_>) -> Verdict;

    /// Whether the app in front is to be named in this question, which takes a call to the phone.
    fn wants_front(&self, _: &ActQuestion<'_>) -> bool {
        false
    }

    /// Whether it is to be named where something would lead that is to be opened, which takes a call to the phone.
    fn wants_destination(&self) -> bool {
        false
    }

    /// The verdict on showing in an answer what was read, as [`Escort::may_act`] would give it, without asking anybody.
    /// What a person would have to approve first is not allowed.
    fn may_show(&self, asked: &ActQuestion<'_>) -> Verdict;

    /// Whether reading is judged by whose windows are shown. A picture has no nodes that say it, so the screen is read too.
    fn wants_windows(&self) -> bool {
        false
    }

    /// Whether it is to be known of each screen which activity was in front of it, which takes a call to the phone.
    fn wants_activities(&self) -> bool {
        false
    }

    /// How coordinates are judged.
    fn point_judgement(&self) -> PointJudgement {
        PointJudgement::Free
    }
}

/// Says no.
#[derive(Debug, Clone, Copy)]
struct DenyAll;

#[async_trait]
impl Escort for DenyAll {
    async fn may_act(&self, asked: ActQuestion<'_>) -> Verdict {
        self.may_show(&asked)
    }

    fn may_show(&self, _: &ActQuestion<'_>) -> Verdict {
        Verdict::Deny(Refusal {
            reason: "nobody allowed the phone to be acted on outside of an execution".to_owned(),
            rule: None,
            advice: None,
        })
    }
}

/// Says yes.
#[derive(Debug, Clone, Copy)]
pub struct AllowAll;

#[async_trait]
impl Guard for AllowAll {
    async fn may_run(&self, _: &Execution, _: &Phone) -> Result<Box<dyn Escort>, Verdict> {
        Ok(Box::new(Self))
    }

    fn escort_doctor(&self, _: &Phone) -> Box<dyn Escort> {
        Box::new(Self)
    }
}

#[async_trait]
impl Escort for AllowAll {
    async fn may_act(&self, _: ActQuestion<'_>) -> Verdict {
        Verdict::Allow
    }

    fn may_show(&self, _: &ActQuestion<'_>) -> Verdict {
        Verdict::Allow
    }
}
