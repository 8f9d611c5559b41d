//! What the lines of a run say of each step, in the order in which it happened.

use std::collections::{BTreeMap, HashMap};

use clawperator_contract::FailureCode;
use clawperator_contract::events::{Decision, Event, Happened, Judged, StepName};
use clawperator_contract::runs::{PhoneFacts, RunLine, RunRecord};
use serde_json::Value;

use super::answer::KeptAnswer;
use super::limits::{MAX_ACTS, MAX_ASKED, MAX_NAME, MAX_STEP_PICTURES};
use super::markup::shorten;
use super::story::{Act, Leave, Picture, Seen, Verdict};
use super::times::duration;

/// What the lines say.
#[derive(Debug, Default)]
pub(super) struct Moments<'b> {
    pub(super) request: Option<&'b Value>,
    pub(super) phone: Option<&'b PhoneFacts>,
    pub(super) answer: Option<KeptAnswer<'b>>,
    /// The code of an interruption.
    pub(super) interrupted: Option<&'b FailureCode>,
    pub(super) has_ended: bool,
    pub(super) verdicts: Vec<Verdict>,
    pub(super) left_out: Vec<&'b RunRecord>,
    pub(super) steps: BTreeMap<usize, StepMoments<'b>>,
    /// When the last thing that is known happened.
    pub(super) last_at_ms: u64,
    /// Whose approval a ticket is.
    tickets: HashMap<&'b str, Option<usize>>,
    /// The newest tree, while nothing was sent since.
    tree: Option<Seen>,
    /// The step whose act waits for a tree.
    waits: Option<usize>,
}

/// What they say of one step.
#[derive(Debug)]
pub(super) struct StepMoments<'b> {
    pub(super) name: &'b StepName,
    pub(super) began_at_ms: Option<u64>,
    pub(super) finished: Option<Finished<'b>>,
    pub(super) looked_again: u64,
    pub(super) verdicts: Vec<Verdict>,
    pub(super) acts: Vec<Act>,
    pub(super) acts_not_shown: usize,
    pub(super) settled: Option<&'b str>,
    pub(super) pictures: Vec<Picture>,
    pub(super) pictures_not_shown: usize,
    pub(super) first_screen: Option<Seen>,
    pub(super) last_screen: Option<Seen>,
    /// The tree before its first act, with nothing sent between.
    pub(super) before: Option<Seen>,
    /// The first tree after its last act, with nothing sent between.
    pub(super) after: Option<Seen>,
}

/// How a step ended.
#[derive(Debug)]
pub(super) struct Finished<'b> {
    pub(super) success: bool,
    pub(super) code: Option<&'b FailureCode>,
    pub(super) effect: Option<&'b str>,
    pub(super) took_ms: u64,
}

impl<'b> Moments<'b> {
    /// Goes through the lines. A file is written down after what happened while it was kept, so lines are put in the
    /// order of their times.
    pub(super) fn of(lines: &'b [RunLine]) -> Self {
        let mut ordered: Vec<&RunLine> = lines.iter().collect();
        ordered.sort_by_key(|line| line.at_ms);
        let mut moments = Self::default();
        for line in ordered {
            moments.add(line);
        }
        moments
    }

    fn add(&mut self, line: &'b RunLine) {
        let at_ms = line.at_ms;
        match &line.record {
            RunRecord::Request { execution } => self.request = self.request.or(Some(execution)),
            RunRecord::Phone(phone) => self.phone = Some(phone),
            RunRecord::Answer { answer, file } => {
                let here = answer.as_ref().map(KeptAnswer::Here);
                self.answer = here.or(file.as_ref().map(KeptAnswer::File));
            }
            RunRecord::LeftOut { .. } => self.left_out.push(&line.record),
            RunRecord::Ended(_) => self.has_ended = true,
            RunRecord::Dispatched { step, .. } => {
                self.step(step);
            }
            RunRecord::Screen {
                step,
                file,
                activity,
            } => {
                let seen = Seen {
                    file: file.clone(),
                    activity: activity.as_deref().map(|name| shorten(name, MAX_NAME)),
                };
                self.see(step, &seen);
            }
            RunRecord::Picture { step, moment, file } => {
                let step = self.step(step);
                if step.pictures.len() < MAX_STEP_PICTURES {
                    step.pictures.push(Picture {
                        file: file.clone(),
                        moment: *moment,
                        acts: Vec::new(),
                    });
                } else {
                    step.pictures_not_shown += 1;
                }
            }
            RunRecord::Event(event) => self.happen(event, at_ms),
            RunRecord::Accepted(_) | RunRecord::Other => return,
        }
        self.last_at_ms = self.last_at_ms.max(at_ms);
    }

    fn happen(&mut self, event: &'b Event, at_ms: u64) {
        match &event.event {
            Happened::StepStarted { step } => {
                let step = self.step(step);
                step.began_at_ms = step.began_at_ms.or(Some(at_ms));
            }
            Happened::Judged {
                step,
                verdict,
                rule,
            } => say(
                &mut self.step(step).verdicts,
                judged(*verdict, rule.as_deref()),
            ),
            Happened::Acting {
                step,
                act,
                at,
                to,
                target,
            } => {
                let act = Act {
                    kind: *act,
                    at: *at,
                    to: *to,
                    target: target.as_deref().map(|target| shorten(target, MAX_ASKED)),
                };
                self.act(step, act);
            }
            Happened::StepProgress { step, .. } => self.step(step).looked_again += 1,
            Happened::Parked {
                step,
                ticket,
                wait_ms,
            } => {
                self.tickets
                    .insert(ticket, step.as_ref().map(|step| step.index));
                let verdict = Verdict {
                    text: format!(
                        "Waits for a person: approval {}, at most {}",
                        shorten(ticket, MAX_NAME),
                        duration(*wait_ms)
                    ),
                    leave: Leave::Asked,
                };
                match step {
                    Some(step) => say(&mut self.step(step).verdicts, verdict),
                    None => say(&mut self.verdicts, verdict),
                }
            }
            Happened::Decided { ticket, decision } => {
                let asked = self.tickets.get(ticket.as_str()).copied().flatten();
                let step = asked.and_then(|index| self.steps.get_mut(&index));
                let verdicts = step.map_or(&mut self.verdicts, |step| &mut step.verdicts);
                say(verdicts, decided(*decision));
            }
            Happened::Settled { step, diff } => {
                let step = self.step(step);
                step.settled = diff.as_deref().or(step.settled);
            }
            Happened::StepFinished {
                step,
                success,
                code,
                effect,
                took_ms,
            } => {
                self.step(step).finished = Some(Finished {
                    success: *success,
                    code: code.as_ref(),
                    effect: effect.as_deref(),
                    took_ms: *took_ms,
                });
            }
            Happened::ExecutionInterrupted { code } => self.interrupted = Some(code),
            Happened::ExecutionAccepted { .. }
            | Happened::ExecutionFinished { .. }
            | Happened::Other => {}
        }
    }

    fn see(&mut self, name: &'b StepName, seen: &Seen) {
        if let Some(actor) = self.waits.take()
            && let Some(actor) = self.steps.get_mut(&actor)
        {
            actor.after = Some(seen.clone());
        }
        self.tree = Some(seen.clone());
        let step = self.step(name);
        step.first_screen.get_or_insert_with(|| seen.clone());
        step.last_screen = Some(seen.clone());
    }

    fn act(&mut self, name: &'b StepName, act: Act) {
        let before = self.tree.take();
        self.waits = Some(name.index);
        let step = self.step(name);
        if step.acts.is_empty() {
            step.before = before;
        }
        step.after = None;
        if step.acts.len() >= MAX_ACTS {
            step.acts_not_shown += 1;
            return;
        }
        let place = step.acts.len();
        step.acts.push(act);
        // A picture that is not shown may be between.
        if step.pictures_not_shown == 0
            && let Some(picture) = step.pictures.last_mut()
        {
            picture.acts.push(place);
        }
    }

    fn step(&mut self, name: &'b StepName) -> &mut StepMoments<'b> {
        self.steps
            .entry(name.index)
            .or_insert_with(|| StepMoments::new(name))
    }
}

impl<'b> StepMoments<'b> {
    const fn new(name: &'b StepName) -> Self {
        Self {
            name,
            began_at_ms: None,
            finished: None,
            looked_again: 0,
            verdicts: Vec::new(),
            acts: Vec::new(),
            acts_not_shown: 0,
            settled: None,
            pictures: Vec::new(),
            pictures_not_shown: 0,
            first_screen: None,
            last_screen: None,
            before: None,
            after: None,
        }
    }
}

impl StepMoments<'_> {
    /// The latest screen that shows what became of it: its own, else the one around its acts.
    pub(super) fn latest(&self) -> Option<&Seen> {
        let around = self.after.as_ref().or(self.before.as_ref());
        self.last_screen.as_ref().or(around)
    }
}

/// Adds a verdict, unless it was the last one too.
fn say(verdicts: &mut Vec<Verdict>, verdict: Verdict) {
    if verdicts.len() < MAX_ACTS && verdicts.last() != Some(&verdict) {
        verdicts.push(verdict);
    }
}

fn judged(verdict: Judged, rule: Option<&str>) -> Verdict {
    let (word, leave) = match verdict {
        Judged::Allowed => ("Policy: allowed", Leave::Given),
        Judged::Denied => ("Policy: denied", Leave::Refused),
        Judged::Confirm => ("Policy: a person must approve it", Leave::Asked),
    };
    let text = match rule {
        Some(rule) => format!("{word} (rule {})", shorten(rule, MAX_NAME)),
        None => word.to_owned(),
    };
    Verdict { text, leave }
}

fn decided(decision: Decision) -> Verdict {
    let (word, leave) = match decision {
        Decision::Approved => ("A person approved it", Leave::Given),
        Decision::Refused => ("A person refused it", Leave::Refused),
        Decision::Expired => ("Nobody decided in time", Leave::Refused),
        Decision::Other => (
            "Decided in a way that only a newer version knows",
            Leave::Asked,
        ),
    };
    Verdict {
        text: word.to_owned(),
        leave,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Lines in a short form: when, and the number of a step with what it did: `see` a tree, `act`, or take a `picture`.
    fn lines(short: &[(u64, usize, &str)]) -> Vec<RunLine> {
        let line = |(place, (at_ms, index, what)): (usize, &(u64, usize, &str))| {
            let step = json!({"index": index, "id": "s", "actionType": "click"});
            let file = json!({"name": place.to_string(), "bytes": 1});
            let record = match *what {
                "see" => json!({"type": "screen", "step": step, "file": file}),
                "picture" => {
                    json!({"type": "picture", "step": step, "moment": "before", "file": file})
                }
                _ => json!({"type": "event", "sequence": 0, "atMs": 0,
                    "event": {"type": "acting", "step": step, "act": "tap"}}),
            };
            serde_json::from_value(json!({"atMs": at_ms, "record": record})).unwrap()
        };
        short.iter().enumerate().map(line).collect()
    }

    /// The places of the lines with the trees before and after the acts of a step.
    fn around(short: &[(u64, usize, &str)], step: usize) -> [Option<String>; 2] {
        let lines = lines(short);
        let moments = Moments::of(&lines);
        let step = &moments.steps[&step];
        [&step.before, &step.after].map(|seen| seen.as_ref().map(|seen| seen.file.name.clone()))
    }

    fn places(before: Option<usize>, after: Option<usize>) -> [Option<String>; 2] {
        [before, after].map(|place| place.map(|place| place.to_string()))
    }

    #[test]
    fn the_trees_are_those_before_the_first_and_after_the_last_act() {
        let run = [
            (0, 0, "see"),
            (1, 0, "see"),
            (2, 0, "act"),
            (3, 0, "see"),
            (4, 0, "act"),
            (5, 1, "see"),
            (6, 1, "see"),
        ];
        assert_eq!(around(&run, 0), places(Some(1), Some(5)));
        assert_eq!(around(&run[..5], 0), places(Some(1), None));
    }

    #[test]
    fn an_act_of_another_step_between_makes_a_tree_say_nothing() {
        let run = [(0, 0, "see"), (1, 0, "act"), (2, 1, "act"), (3, 1, "see")];
        assert_eq!(around(&run, 0), places(Some(0), None));
        assert_eq!(around(&run, 1), places(None, Some(3)));
    }

    #[test]
    fn a_tree_that_is_written_down_late_is_put_where_it_was_seen() {
        let run = [(5, 0, "act"), (9, 0, "see"), (2, 0, "see")];
        assert_eq!(around(&run, 0), places(Some(2), Some(1)));
    }

    #[test]
    fn an_act_is_on_the_picture_before_it() {
        let run = lines(&[
            (0, 0, "picture"),
            (1, 0, "act"),
            (2, 0, "act"),
            (3, 0, "picture"),
            (4, 0, "act"),
            (5, 0, "picture"),
        ]);
        let moments = Moments::of(&run);
        let acts: Vec<_> = moments.steps[&0]
            .pictures
            .iter()
            .map(|picture| picture.acts.clone())
            .collect();
        assert_eq!(acts, [vec![0, 1], vec![2], vec![]]);
    }
}
