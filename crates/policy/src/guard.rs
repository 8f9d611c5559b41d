//! The engine's guard that judges by a profile.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use clawperator_contract::{Advice, Capability, Execution, Next};
use clawperator_engine::{
    ActQuestion, Decision, Escort, Finger, Guard, Intent, Phone, PointJudgement, Refusal, Ticket,
    Verdict,
};

use crate::approval_store::{ApprovalStore, Request};
use crate::digest::digest;
use crate::effect::Effect;
use crate::facts::{AtAct, at_act, declared, reading_at};
use crate::first::{Begun, on_coordinates, question_of};
use crate::judge::{Judgement, judge};
use crate::profile::{Coordinates, Profile};
use crate::question::{Labels, Question};
use crate::reason::{OPAQUE, Reason};

/// Judges executions and their acts by a profile.
#[derive(Debug, Clone)]
pub struct PolicyGuard {
    profile: Arc<Profile>,
    /// Where approvals are; without it nothing can be approved.
    approvals: Option<Arc<dyn ApprovalStore>>,
    labels: Labels,
}

impl PolicyGuard {
    /// A guard for this profile.
    #[must_use]
    pub const fn new(profile: Arc<Profile>, approvals: Option<Arc<dyn ApprovalStore>>) -> Self {
        Self {
            profile,
            approvals,
            labels: Labels::Named,
        }
    }

    /// The same, naming steps in place of labels: for runs whose screens may hold what must not be told.
    #[must_use]
    pub fn withholding_labels(self) -> QuietGuard {
        QuietGuard(Self {
            labels: Labels::Withheld,
            ..self
        })
    }
}

/// A guard whose words name no label of a screen. Whoever passes a guard's words on may ask for this type.
#[derive(Debug, Clone)]
pub struct QuietGuard(PolicyGuard);

#[async_trait]
impl Guard for QuietGuard {
    async fn may_run(
        &self,
        execution: &Execution,
        phone: &Phone,
    ) -> Result<Box<dyn Escort>, Verdict> {
        self.0.may_run(execution, phone).await
    }

    async fn decision(&self, ticket: &Ticket) -> Decision {
        self.0.decision(ticket).await
    }

    async fn withdraw(&self, ticket: &Ticket) {
        self.0.withdraw(ticket).await;
    }

    fn escort_doctor(&self, phone: &Phone) -> Box<dyn Escort> {
        self.0.escort_doctor(phone)
    }

    fn withholds_labels(&self) -> bool {
        true
    }

    fn judges_pictures(&self) -> bool {
        self.0.judges_pictures()
    }
}

#[async_trait]
impl Guard for PolicyGuard {
    async fn may_run(
        &self,
        execution: &Execution,
        phone: &Phone,
    ) -> Result<Box<dyn Escort>, Verdict> {
        let escort = PolicyEscort {
            guard: self.clone(),
            phone: phone.clone(),
            execution: Some(execution.clone()),
            state: Mutex::new(State {
                capabilities: declared(execution),
                granted: None,
            }),
        };
        let begun = Begun::of(&self.profile, execution, phone.into());
        let question = || question_of(&begun.capabilities);
        match escort.verdict(&begun.judgement, question).await {
            Verdict::Allow => Ok(Box::new(escort)),
            no => Err(no),
        }
    }

    fn judges_pictures(&self) -> bool {
        self.profile.judges_reading_by_place()
    }

    async fn decision(&self, ticket: &Ticket) -> Decision {
        let decision = match &self.approvals {
            Some(approvals) => {
                if !self.profile.notify.is_empty() {
                    approvals.notify(&ticket.id, &self.profile.notify).await;
                }
                approvals.decision(&ticket.id, ticket.limit).await.ok()
            }
            None => None,
        };
        match decision {
            Some(decision) => decision,
            // Whoever cannot be asked has decided nothing.
            None => std::future::pending().await,
        }
    }

    async fn withdraw(&self, ticket: &Ticket) {
        if let Some(approvals) = &self.approvals {
            // One that cannot be removed expires.
            let _ = approvals.withdraw(&ticket.id).await;
        }
    }

    fn escort_doctor(&self, phone: &Phone) -> Box<dyn Escort> {
        Box::new(PolicyEscort {
            guard: self.clone(),
            phone: phone.clone(),
            execution: None,
            state: Mutex::new(State {
                capabilities: BTreeSet::new(),
                granted: None,
            }),
        })
    }
}

/// Goes with one run, or with one act for the doctor.
#[derive(Debug)]
struct PolicyEscort {
    guard: PolicyGuard,
    phone: Phone,
    /// What it runs; nothing outside of any execution.
    execution: Option<Execution>,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    /// What the run does, as far as is known.
    capabilities: BTreeSet<Capability>,
    /// What was approved last. It holds for the same question of the same step: a tap and the text behind it, the swipes
    /// of one scroll.
    granted: Option<(Option<String>, [u8; 32])>,
}

#[async_trait]
impl Escort for PolicyEscort {
    async fn may_act(&self, asked: ActQuestion<'_>) -> Verdict {
        let is_judged = match asked.intent {
            Intent::Read(_) | Intent::ListApps(_) => self.judges_reading(),
            // Where it led is judged by the next step too, which is when more may be known.
            Intent::Arrived => asked.front.is_some_and(|front| front.package.is_some()),
            _ => true,
        };
        if !is_judged {
            return Verdict::Allow;
        }
        let (act, judgement) = self.judge(&asked);
        match asked.intent {
            // It is asked about again when it is known whose screen was read.
            Intent::Read(None) if judgement.effect == Effect::Confirm => return Verdict::Allow,
            // What a step reads is declared; that an answer shows more is judged, and does not change what the run does.
            Intent::Read(_) | Intent::ListApps(_) => {}
            // A person has better things to decide.
            Intent::TryInput => return self.without_asking(&asked, &act, &judgement),
            _ => self.state(|state| state.capabilities.extend(&act.facts.capabilities)),
        }
        self.verdict(&judgement, || self.question(&asked, &act))
            .await
    }

    fn may_show(&self, asked: &ActQuestion<'_>) -> Verdict {
        if !self.judges_reading() {
            return Verdict::Allow;
        }
        let (act, judgement) = self.judge(asked);
        self.without_asking(asked, &act, &judgement)
    }

    fn wants_windows(&self) -> bool {
        self.guard.profile.judges_reading_by_place()
    }

    fn wants_activities(&self) -> bool {
        self.guard.profile.judges_reading_by_activity()
    }

    fn wants_front(&self, asked: &ActQuestion<'_>) -> bool {
        let profile = &self.guard.profile;
        let is_blind = |finger: &Finger<'_>| finger.met().is_none();
        let by_rule = match asked.intent {
            Intent::Read(_) => return profile.judges_reading_by_place(),
            Intent::Arrived => return profile.wants_place(),
            // These name what they are about.
            Intent::Open(_)
            | Intent::Close { .. }
            | Intent::Wake
            | Intent::DismissLock
            | Intent::ManageApp(_)
            | Intent::Push(_)
            | Intent::Pull(_)
            | Intent::ListApps(_)
            | Intent::Clip(_)
            | Intent::ReadClip
            | Intent::Run(_)
            | Intent::Record(_)
            | Intent::StopRecording(_) => return false,
            Intent::Press(stroke) if stroke.focused.is_some() => profile.wants_activity(),
            Intent::Press(_) => profile.wants_place() || profile.wants_activity(),
            Intent::Key(_) | Intent::TryInput => profile.wants_place(),
            Intent::Touch(finger) if is_blind(finger) => {
                profile.wants_place() || profile.wants_activity()
            }
            Intent::Touch(_) | Intent::Focus { .. } | Intent::Text { .. } | Intent::Submit(_) => {
                profile.wants_activity()
            }
        };
        // Whoever approves an act approves it in one place.
        by_rule || self.judge(asked).1.effect == Effect::Confirm
    }

    fn wants_destination(&self) -> bool {
        self.guard.profile.wants_place()
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
    /// The verdict without asking a person.
    fn without_asking(
        &self,
        asked: &ActQuestion<'_>,
        act: &AtAct<'_>,
        judgement: &Judgement,
    ) -> Verdict {
        let profile = &self.guard.profile.name;
        let rule = judgement.rule.as_deref().unwrap_or("none");
        let refusal = |reason: Reason| Refusal {
            reason: reason.for_caller,
            rule: Some(rule.to_owned()),
            advice: None,
        };
        match judgement.effect {
            Effect::Allow => Verdict::Allow,
            Effect::Confirm => {
                let question = self.question(asked, act);
                Verdict::Confirm {
                    refusal: refusal(Reason::of_question(profile, rule, &question)),
                    ticket: None,
                }
            }
            Effect::Deny => {
                let question = self.question(asked, act);
                Verdict::Deny(refusal(Reason::of_denial(profile, rule, &question)))
            }
        }
    }

    /// Whether reading is judged with each answer. Where no rule is about a place, an execution that says that it reads
    /// was judged before its first step.
    fn judges_reading(&self) -> bool {
        self.guard.profile.judges_reading_by_place()
            || !self.state(|state| state.capabilities.contains(&Capability::Observe))
    }

    fn question(&self, asked: &ActQuestion<'_>, act: &AtAct<'_>) -> Question {
        let profile = &self.guard.profile;
        let may_read = !self.judges_reading()
            || judge(profile, &reading_at(&act.facts)).effect == Effect::Allow;
        Question::of(asked, act, profile, self.guard.labels, may_read)
    }

    /// The verdict on an act by all that is known of it.
    fn judge<'a>(&'a self, asked: &ActQuestion<'a>) -> (AtAct<'a>, Judgement) {
        let profile = &self.guard.profile;
        let known = self.state(|state| state.capabilities.clone());
        let act = at_act(profile, asked, &self.phone, &known);
        let is_coordinate =
            matches!(asked.intent, Intent::Touch(finger) if finger.named().is_none());
        let is_opaque = act.touched.is_opaque;
        let judgement = judge(profile, &act.facts)
            .or_stricter(on_coordinates(profile, is_coordinate))
            .or_stricter(self.on_opaque(is_opaque));
        (act, judgement)
    }

    fn on_opaque(&self, is_there: bool) -> Judgement {
        if is_there {
            Judgement {
                effect: self.guard.profile.opaque,
                rule: Some(OPAQUE.to_owned()),
            }
        } else {
            Judgement::NONE
        }
    }

    /// What the judgement means for this run: a confirmation may have been given already. Most acts are allowed, so the
    /// question, which looks at the whole tree, is only made for the others.
    async fn verdict(
        &self,
        judgement: &Judgement,
        question: impl FnOnce() -> Question + Send,
    ) -> Verdict {
        if judgement.effect == Effect::Allow {
            return Verdict::Allow;
        }
        let question = question();
        let rule = judgement.rule.as_deref().unwrap_or("none");
        let name = &self.guard.profile.name;
        match judgement.effect {
            Effect::Allow => Verdict::Allow,
            Effect::Deny => Verdict::Deny(Refusal {
                reason: Reason::of_denial(name, rule, &question).for_caller,
                rule: Some(rule.to_owned()),
                advice: Some(Advice::new(format!(
                    "ask whoever maintains the profile `{name}`; nothing that was refused was sent"
                ))),
            }),
            Effect::Confirm => {
                let profile = &self.guard.profile;
                let parts = question.parts(rule);
                // By both, so that an approval holds neither for another phone of that name nor for another name.
                let phone = format!("{} {}", self.phone.name(), self.phone.key());
                let step = question.step.as_deref();
                let digest = digest(self.execution.as_ref(), step, &phone, profile, &parts);
                if self.is_approved(&question, digest).await {
                    return Verdict::Allow;
                }
                let reason = Reason::of_question(name, rule, &question);
                let (ticket, advice) = self.ask(digest, rule, reason.for_person, question).await;
                Verdict::Confirm {
                    refusal: Refusal {
                        reason: reason.for_caller,
                        rule: Some(rule.to_owned()),
                        advice: Some(advice),
                    },
                    ticket,
                }
            }
        }
    }

    /// Whether somebody has approved this. An approval is used up by being found.
    async fn is_approved(&self, question: &Question, digest: [u8; 32]) -> bool {
        let grant = Some((question.step.clone(), digest));
        if self.state(|state| state.granted == grant) {
            return true;
        }
        let Some(approvals) = &self.guard.approvals else {
            return false;
        };
        // One that cannot be read is none.
        let is_approved = approvals.take(&digest).await.unwrap_or(false);
        if is_approved {
            self.state(|state| state.granted = grant);
        }
        is_approved
    }

    /// Leaves word of what is to be approved, and says who may do so and where.
    async fn ask(
        &self,
        digest: [u8; 32],
        rule: &str,
        reason: String,
        question: Question,
    ) -> (Option<Ticket>, Advice) {
        let Some(approvals) = &self.guard.approvals else {
            let hint =
                "nothing can be approved here; send it to a phone, and a person can approve it";
            return (None, Advice::new(hint));
        };
        let minutes = self.guard.profile.approval_minutes;
        let execution = self.execution.as_ref();
        let request = Request {
            digest,
            device: self.phone.name().to_owned(),
            profile: self.guard.profile.name.clone(),
            rule: rule.to_owned(),
            reason,
            actions: execution.map_or(1, |execution| execution.actions().len()),
            minutes,
            act: question.subject,
            step: question.step,
            packages: question.packages,
            may_show: question.may_show,
        };
        match approvals.ask(request).await {
            Ok(id) => {
                let hint = format!(
                    "a person must approve this, which is listed as {id}; once it is approved, send the same execution \
                     again within {minutes} minute(s)"
                );
                let advice = Advice::new(hint).by(Next::Approve);
                let limit = Duration::from_secs(60 * u64::from(minutes));
                (Some(Ticket { id, limit }), advice)
            }
            Err(error) => (None, Advice::new(format!("it cannot be approved: {error}"))),
        }
    }

    fn state<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        change(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
