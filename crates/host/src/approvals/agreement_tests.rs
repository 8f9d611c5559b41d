//! Runs that ask, wait, end and are killed, and a person who decides, in any order: what is taken is held against a second
//! record of what the person agreed to.

use std::collections::BTreeMap;
use std::sync::Arc;

use clawperator_contract::ApprovalState;
use clawperator_contract::runs::{Asker, Surface};
use clawperator_test_support::Dice;

use super::files::ApprovalFiles;
use super::tests::{folder, request};
use crate::run_context::RunContext;

/// What may be asked about.
const QUESTIONS: usize = 3;
const SEEDS: u64 = 40;
const MOVES: usize = 120;

/// What somebody asks: a question, and the run that waits for the answer if one does.
type Asked = (u8, Option<String>);

/// What is true, by what was said and by nothing that the files say.
#[derive(Default)]
struct Record {
    open: Vec<Asked>,
    agreed: Vec<Asked>,
    taken: usize,
    of_no_use: usize,
}

struct World {
    files: ApprovalFiles,
    record: Record,
    runs: Vec<RunContext>,
    begun: usize,
    /// Every ticket that there ever was.
    tickets: BTreeMap<String, Asked>,
}

impl World {
    fn begin(&mut self, waits: bool) {
        self.begun += 1;
        self.runs.push(RunContext {
            asker: Asker {
                surface: Surface::Cli,
                name: None,
                skill: None,
                process_id: 1,
            },
            run: format!("run {}", self.begun),
            awaited: waits.then(Arc::default),
        });
    }

    /// What a run does before an act: it uses what was approved, and asks otherwise.
    fn act(&mut self, number: usize, question: u8) {
        let run = &self.runs[number];
        let waits = run.awaited.is_some().then(|| run.run.clone());
        let may_use =
            |agreed: &Asked| agreed.0 == question && (agreed.1.is_none() || agreed.1 == waits);
        let digest = [question; 32];
        let taken = self.files.take(&digest, Some(run), 0).unwrap();
        let agreed = &mut self.record.agreed;
        // What was said to this very run is used first.
        agreed.sort_by_key(|agreed| agreed.1.is_none());
        let used = agreed.iter().position(may_use);
        assert_eq!(taken, used.is_some(), "{question} by {}", run.run);
        if let Some(used) = used {
            agreed.remove(used);
            self.record.taken += 1;
            return;
        }
        let ticket = self.files.ask(&request(digest), Some(run), 0).unwrap();
        if let Some(waits) = &waits {
            self.record.forget(waits);
            self.record.open.retain(|open| *open != (question, None));
        }
        let asked = (question, waits);
        self.record.open.retain(|open| *open != asked);
        self.record.open.push(asked.clone());
        self.tickets.insert(ticket, asked);
    }

    fn decide(&mut self, ticket: &str, is_agreed: bool) {
        let asked = &self.tickets[ticket];
        let open = self.record.open.iter().position(|open| open == asked);
        let decided = if is_agreed {
            self.files.approve(ticket, 0)
        } else {
            self.files.refuse(ticket, 0)
        };
        assert_eq!(decided.is_ok(), open.is_some(), "{asked:?}");
        match open {
            Some(open) => {
                let asked = self.record.open.remove(open);
                self.record.agreed.extend(is_agreed.then_some(asked));
            }
            None => self.record.of_no_use += 1,
        }
    }

    fn end(&mut self, number: usize, is_killed: bool) {
        let run = self.runs.remove(number);
        if let Some(awaited) = &run.awaited {
            self.record.forget(&run.run);
            if is_killed {
                awaited.die();
            }
        }
    }

    /// A person sees what waits and what is approved, and nothing else.
    fn check_list(&self) {
        let mut listed: Vec<(Asked, bool)> = self
            .files
            .list(0)
            .unwrap()
            .into_iter()
            .map(|one| {
                let is_agreed = one.state == ApprovalState::Approved;
                (self.tickets[&one.id].clone(), is_agreed)
            })
            .collect();
        let of = |asked: &[Asked], is_agreed| {
            let all: Vec<_> = asked
                .iter()
                .map(|asked| (asked.clone(), is_agreed))
                .collect();
            all
        };
        let mut known = [of(&self.record.open, false), of(&self.record.agreed, true)].concat();
        listed.sort();
        known.sort();
        assert_eq!(listed, known);
    }
}

impl Record {
    /// The run has ended, or asks something else.
    fn forget(&mut self, run: &str) {
        let is_other = |asked: &Asked| asked.1.as_deref() != Some(run);
        self.open.retain(is_other);
        self.agreed.retain(is_other);
    }
}

#[test]
fn nothing_is_taken_that_a_person_did_not_agree_to() {
    let (mut taken, mut of_no_use) = (0, 0);
    for seed in 0..SEEDS {
        let (_folder, files) = folder();
        let mut dice = Dice::new(seed);
        let mut world = World {
            files,
            record: Record::default(),
            runs: Vec::new(),
            begun: 0,
            tickets: BTreeMap::new(),
        };
        for _ in 0..MOVES {
            let what = dice.below(10);
            if world.runs.is_empty() || what == 0 {
                world.begin(dice.percent(70));
                continue;
            }
            let run = dice.below(world.runs.len());
            let tickets: Vec<String> = world.tickets.keys().cloned().collect();
            match what {
                1..=4 => world.act(run, u8::try_from(dice.below(QUESTIONS)).unwrap()),
                5..=8 if !tickets.is_empty() => {
                    let open = world.files.list(0).unwrap();
                    let ticket = if open.is_empty() || dice.percent(20) {
                        dice.one_of(&tickets).clone()
                    } else {
                        dice.one_of(&open).id.clone()
                    };
                    world.decide(&ticket, dice.percent(70));
                }
                _ => world.end(run, dice.percent(50)),
            }
            world.check_list();
        }
        taken += world.record.taken;
        of_no_use += world.record.of_no_use;
    }
    // All of it happened, often.
    assert!(taken > 100 && of_no_use > 100, "{taken}, {of_no_use}");
}
