//! From what is kept of a run to its story.

use clawperator_contract::runs::{Fate, LeftOut, RunRecord};
use clawperator_contract::{DataKey, FailureCode, StepResult, TraceDetail};

use super::answer::Answer;
use super::asked::{self, Asked};
use super::limits::{Budget, MAX_FACT, MAX_FACTS, MAX_NAME, MAX_STEPS};
use super::markup::shorten;
use super::moments::{Moments, StepMoments};
use super::state::{Known, Outcome, RunState};
use super::story::{State, Step, Story, Words};
use super::trees::Trees;
use crate::bundle::Bundle;

/// What a screen in words is needed for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Detail {
    /// The screen of each step that is not as it should be.
    Screens,
    /// That, and what each act changed.
    Changes,
}

impl<'b> Story<'b> {
    /// The story of a run.
    pub(super) fn of(bundle: &'b Bundle, detail: Detail, budget: &mut Budget) -> Self {
        let summary = bundle.summary();
        let moments = Moments::of(bundle.lines());
        let mut notes = notes(bundle, &moments);
        let answer = match moments.answer {
            Some(file) => Answer::read(bundle, file, budget).unwrap_or_else(|why| {
                notes.push(why);
                Answer::default()
            }),
            None => Answer::default(),
        };
        let teller = Teller {
            asked: moments
                .request
                .map_or_else(Vec::new, |request| asked::actions(request, MAX_STEPS)),
            run: run_state(bundle, &moments),
            run_code: summary.code.as_ref().or(moments.interrupted),
            moments: &moments,
            answer: &answer,
            withheld: summary.accepted.withheld,
            detail,
        };
        let steps = teller.steps(&mut Trees::new(bundle, budget));
        let count = summary.accepted.step_count;
        let missing = count.saturating_sub(steps.len());
        if missing > 0 && summary.accepted.trace != TraceDetail::Off {
            notes.push(match steps.len() {
                MAX_STEPS.. => format!("{missing} more of its {count} steps are not shown"),
                _ => format!("nothing is kept of {missing} of its {count} steps"),
            });
        }
        let is_cut_off = matches!(teller.run, RunState::CutOff { .. });
        let spec = teller.run_code.and_then(FailureCode::spec);
        let message = if is_cut_off {
            Some(gone(summary.dispatched).to_owned())
        } else {
            let meaning = spec.map(|spec| spec.meaning.to_owned());
            answer.message.clone().or(meaning)
        };
        let has_failed = matches!(summary.fate, Fate::Failed | Fate::Unknown);
        Self {
            summary,
            phone: moments.phone.cloned(),
            message: message.filter(|_| has_failed),
            hint: answer.hint.clone().filter(|_| has_failed),
            is_cut_off,
            has_begun: steps
                .iter()
                .any(|step| step.began_at_ms.is_some() || step.state == State::Ok)
                || summary.dispatched
                || !answer.steps.is_empty(),
            notes,
            verdicts: moments.verdicts.clone(),
            span_ms: summary.took_ms.unwrap_or(moments.last_at_ms),
            steps,
        }
    }

    /// How many steps came to this.
    pub(super) fn count(&self, state: State) -> usize {
        self.steps.iter().filter(|step| step.state == state).count()
    }
}

/// What the steps of a run are told from.
struct Teller<'a> {
    asked: Vec<Asked>,
    run: RunState,
    run_code: Option<&'a FailureCode>,
    moments: &'a Moments<'a>,
    answer: &'a Answer,
    withheld: bool,
    detail: Detail,
}

impl Teller<'_> {
    fn steps(&self, trees: &mut Trees<'_>) -> Vec<Step> {
        let last = self
            .moments
            .steps
            .keys()
            .copied()
            .filter(|index| *index < MAX_STEPS)
            .max();
        let count = last
            .map_or(0, |last| last + 1)
            .max(self.asked.len())
            .max(self.answer.steps.len())
            .min(MAX_STEPS);
        (0..count).map(|index| self.step(index, trees)).collect()
    }

    fn step(&self, index: usize, trees: &mut Trees<'_>) -> Step {
        let moments = self.moments.steps.get(&index);
        let asked = self.asked.get(index);
        let in_answer = self.answer.steps.get(index);
        let (id, action_type) = match (asked, moments, in_answer) {
            (Some(asked), ..) => (asked.id.as_str(), asked.action_type.as_str()),
            (_, Some(moments), _) => (moments.name.id.as_str(), moments.name.action_type.as_str()),
            (.., Some(result)) => (result.id.as_str(), result.action_type.as_str()),
            _ => ("?", "?"),
        };
        let result = in_answer.filter(|result| result.id == id);
        let in_flight = self.answer.in_flight.as_ref();
        let outcome = Outcome::of(&Known {
            run: self.run,
            moments,
            result,
            in_flight: in_flight.filter(|step| step.id == id),
            run_code: self.run_code,
        });
        let screen = match outcome.state {
            State::Ok | State::NotRun => None,
            State::Failed | State::Unknown | State::UnderWay => moments
                .and_then(StepMoments::latest)
                .map(|seen| trees.screen(seen)),
        };
        let finished = moments.and_then(|moments| moments.finished.as_ref());
        let effect = finished.and_then(|finished| finished.effect);
        Step {
            id: shorten(id, MAX_NAME),
            action_type: shorten(action_type, MAX_NAME),
            asked: asked.and_then(|asked| asked.params.clone()),
            state: outcome.state,
            code: outcome.code,
            message: outcome.message,
            hint: outcome.hint,
            began_at_ms: moments.and_then(|moments| moments.began_at_ms),
            took_ms: finished.map(|finished| finished.took_ms),
            looked_again: moments.map_or(0, |moments| moments.looked_again),
            verdicts: moments.map_or_else(Vec::new, |moments| moments.verdicts.clone()),
            acts: moments.map_or_else(Vec::new, |moments| moments.acts.clone()),
            acts_not_shown: moments.map_or(0, |moments| moments.acts_not_shown),
            facts: facts(result, effect),
            pictures: moments.map_or_else(Vec::new, |moments| moments.pictures.clone()),
            pictures_not_shown: moments.map_or(0, |moments| moments.pictures_not_shown),
            first_screen: moments.and_then(|moments| moments.first_screen.clone()),
            last_screen: moments.and_then(|moments| moments.last_screen.clone()),
            change: moments.and_then(|moments| self.change(moments, result, trees)),
            screen,
        }
    }

    /// What the acts of a step changed: what was read for that at once, else the trees around them.
    fn change(
        &self,
        moments: &StepMoments<'_>,
        result: Option<&StepResult>,
        trees: &mut Trees<'_>,
    ) -> Option<Words> {
        if moments.acts.is_empty() || self.detail == Detail::Screens {
            return None;
        }
        let in_answer = result.and_then(|result| result.get(DataKey::Diff));
        if let Some(settled) = moments.settled.or(in_answer) {
            return Some(trees.fitting_change(settled));
        }
        let why = match (&moments.before, &moments.after) {
            (Some(before), Some(after)) => return Some(trees.change(before, after)),
            _ if self.withheld => "what screens show is withheld in this run",
            (None, _) => "not known: no screen is kept from just before it",
            (Some(_), None) => "not known: no screen was read before the next act or the end",
        };
        Some(Words::None(why.to_owned()))
    }
}

fn run_state(bundle: &Bundle, moments: &Moments<'_>) -> RunState {
    let summary = bundle.summary();
    match summary.fate {
        fate if fate.is_open() => RunState::Open,
        _ if !moments.has_ended => RunState::CutOff {
            dispatched: summary.dispatched,
        },
        Fate::Done => RunState::Done,
        _ => RunState::Ended {
            has_gaps: bundle.damaged() > 0 || !moments.left_out.is_empty(),
        },
    }
}

/// What is said of a run whose process was gone.
const fn gone(dispatched: bool) -> &'static str {
    if dispatched {
        "the process that ran it was gone before it ended; what was sent may have reached the phone, and what came last \
         may not be written down"
    } else {
        "the process that ran it was gone before anything was sent to the phone"
    }
}

/// What is missing from a run, and why.
fn notes(bundle: &Bundle, moments: &Moments<'_>) -> Vec<String> {
    let accepted = &bundle.summary().accepted;
    let mut notes = Vec::new();
    if accepted.withheld {
        notes.push(
            "this run withholds what screens show: labels, params, screens, pictures and the answer are not kept"
                .to_owned(),
        );
    }
    if accepted.trace == TraceDetail::Off {
        notes.push(
            "the run was traced with `off`: its steps are not kept, only how it ended".to_owned(),
        );
    } else if moments.answer.is_none() && moments.has_ended && !accepted.withheld {
        notes.push("the answer is not kept; messages are those of the error table".to_owned());
    }
    for (reason, why) in [
        (LeftOut::Behind, "the disk was slower than the run"),
        (LeftOut::Full, "a run may keep only so much"),
        (LeftOut::Failed, "it could not be written"),
        (
            LeftOut::Other,
            "for a reason that only a newer version knows",
        ),
    ] {
        let count = moments
            .left_out
            .iter()
            .map(|record| match record {
                RunRecord::LeftOut { why, count } if *why == reason => *count,
                _ => 0,
            })
            .fold(0_u64, u64::saturating_add);
        if count > 0 {
            notes.push(match count {
                1 => format!("1 line or file is missing: {why}"),
                _ => format!("{count} lines or files are missing: {why}"),
            });
        }
    }
    match bundle.damaged() {
        0 => {}
        1 => notes.push("1 line is damaged and not read".to_owned()),
        count => notes.push(format!("{count} lines are damaged and not read")),
    }
    notes
}

/// What a result says besides what is shown elsewhere.
fn facts(result: Option<&StepResult>, effect: Option<&str>) -> Vec<(String, String)> {
    let Some(result) = result else {
        let effect =
            effect.map(|effect| (DataKey::Effect.name().to_owned(), shorten(effect, MAX_FACT)));
        return effect.into_iter().collect();
    };
    let mut elsewhere = vec![
        DataKey::Error,
        DataKey::Message,
        DataKey::Hint,
        DataKey::Next,
        DataKey::Diff,
    ];
    // A listing's text is the screen.
    if result.get(DataKey::ActualFormat).is_some() {
        elsewhere.push(DataKey::Text);
    }
    let is_shown = |key: &str| !elsewhere.iter().any(|other| other.name() == key);
    let facts = result.data.iter().filter(|(key, _)| is_shown(key));
    facts
        .take(MAX_FACTS)
        .map(|(key, value)| (shorten(key, MAX_NAME), shorten(value, MAX_FACT)))
        .collect()
}
