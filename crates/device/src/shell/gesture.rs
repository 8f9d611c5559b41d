//! Touches that take several programs, in one line.
//!
//! Each part says when it is done, so that an answer tells how far the line came. Before Android 12 `input` is a program
//! in Java: its start lies between two parts, which is longer than what makes two taps one gesture.

use std::time::Duration;

use clawperator_adb::{Deadline, DeviceHandle, ExitStatus};
use clawperator_contract::ErrorCode;
use clawperator_ui::Point;

use super::answer::act;
use super::input::{input, judge, point, run, unsupported};
use super::verdict::Deed;
use crate::driver::{ActError, Drags};
use crate::line::{Command, ShellLine, Word, program};
use crate::probe::Answer;

/// The API level from which `input` is quick enough for several of it: Android 12.
pub(super) const IN_ONE_LINE: u32 = 31;

/// Said after a part that was done.
const DONE: &str = "clawperator-done";

/// Taps twice.
pub(super) async fn double_tap(
    handle: &DeviceHandle,
    api_level: u32,
    at: Point,
    within: Duration,
) -> Result<(), ActError> {
    if api_level < IN_ONE_LINE {
        return Err(unsupported("tap twice before Android 12"));
    }
    let tap = || point(input("tap"), at);
    let line = ShellLine::from(tap()).and(said(DONE)).and(tap());
    let answer = act(handle, &line, Deadline::after(within)).await?;
    let parts = parts(&answer);
    let outcomes = parts
        .iter()
        .map(|part| judge(Deed::Tap, part, ErrorCode::GestureFailed));
    whole(outcomes.collect())
}

/// How a phone of this release drags; one whose release is not known as any that it may be.
pub(super) fn drags(api_level: Option<u32>) -> Drags {
    match api_level {
        Some(..28) => Drags::Never,
        Some(28..IN_ONE_LINE) => Drags::HeldByPhone,
        Some(IN_ONE_LINE..) | None => Drags::AsAsked,
    }
}

/// A finger that is held, moves, and is held again.
#[derive(Debug, Clone, Copy)]
pub(super) struct Drag {
    pub(super) from: Point,
    pub(super) to: Point,
    pub(super) hold_millis: u32,
    pub(super) move_millis: u32,
    pub(super) rest_millis: u32,
}

/// Said once the finger of a drag that failed was taken off the screen.
const TAKEN_OFF: &str = "clawperator-taken-off";

/// What takes a finger off the screen that nobody moves any more. It does nothing where none is down.
const LET_GO: &str = "CANCEL";

/// What the shell does when its stream is gone: nobody is left who could lift the finger.
const ON_LOSS: &str = "input motionevent CANCEL; exit 129";

/// The time between two points of a finger that moves, in milliseconds.
const STEP_MILLIS: u32 = 50;

/// The most points of a finger that moves.
const MOST_STEPS: u32 = 40;

/// Drags, where nothing is asked that the release cannot do.
pub(super) async fn drag(
    handle: &DeviceHandle,
    api_level: u32,
    drag: Drag,
    within: Duration,
) -> Result<(), ActError> {
    match drags(Some(api_level)) {
        Drags::Never => Err(unsupported("drag before Android 9")),
        // Without `motionevent` for all of it, the phone's own program chooses the time.
        Drags::HeldByPhone => {
            let command = point(point(input("draganddrop"), drag.from), drag.to);
            let command = command.word(Word::number(drag.move_millis));
            run(
                handle,
                Deed::DragAndDrop,
                command,
                ErrorCode::GestureFailed,
                within,
            )
            .await
        }
        Drags::AsAsked => {
            let answer = act(handle, &drag.line()?, Deadline::after(within)).await?;
            judge_drag(&answer)
        }
    }
}

impl Drag {
    /// The whole of it, which ends with the finger off the screen however it ends.
    fn line(self) -> Result<ShellLine, ActError> {
        let event = |what: &'static str, at: Point| point(input("motionevent").fixed(what), at);
        let trap = ["HUP", "INT", "TERM", "PIPE"]
            .into_iter()
            .fold(Command::new(program::TRAP).fixed(ON_LOSS), Command::fixed);
        let steps = (self.move_millis / STEP_MILLIS).clamp(2, MOST_STEPS);
        let line = ShellLine::from(event("DOWN", self.from)).and(said(DONE));
        let mut line = resting(line, self.hold_millis)?;
        for step in 1..=steps {
            line = line.and(event("MOVE", between(self.from, self.to, step, steps)));
            line = resting(line, self.move_millis / steps)?;
        }
        let line = resting(line, self.rest_millis)?
            // A finger that has just been seen to rest has no speed.
            .and(event("MOVE", self.to))
            .and(event("UP", self.to))
            .and(said(DONE));
        // What this says would be taken for what the first event says.
        let let_go = input("motionevent").fixed(LET_GO);
        let let_go = let_go.discard_output().discard_errors();
        let otherwise = ShellLine::from(let_go)
            .and(said(TAKEN_OFF))
            .then(Command::new(program::FALSE));
        Ok(ShellLine::from(trap).then(line.or(otherwise)))
    }
}

/// What the answer of a drag proves.
fn judge_drag(answer: &Answer) -> Result<(), ActError> {
    let done = answer.output.lines().filter(|line| line.trim() == DONE);
    match done.count() {
        // A finger that came up has come up, whatever is said besides.
        2.. => Ok(()),
        1 if !answer.output.lines().any(|line| line.trim() == TAKEN_OFF) => {
            Err(ActError::Unknown {
                message: format!(
                    "the finger went down, and nothing says that it came up again: {}",
                    answer.excerpt()
                ),
            })
        }
        1 => Err(ActError::Partly {
            message: format!(
                "the finger went down and was taken off the screen before it came up: {}",
                answer.excerpt()
            ),
        }),
        0 => match judge(Deed::MotionDown, answer, ErrorCode::GestureFailed) {
            Ok(()) => Err(ActError::Unknown {
                message: "`input` did not say that the finger went down".to_owned(),
            }),
            failed => failed,
        },
    }
}

/// The longest rest in one piece, in milliseconds: a shell does what it has a trap for when a program has ended.
const LONGEST_REST: u32 = 250;

/// A line with a rest behind it.
fn resting(mut line: ShellLine, millis: u32) -> Result<ShellLine, ActError> {
    let mut left = millis;
    while left > 0 {
        let piece = left.min(LONGEST_REST);
        line = line.and(sleep(piece)?);
        left -= piece;
    }
    Ok(line)
}

fn sleep(millis: u32) -> Result<Command, ActError> {
    let seconds = format!("{}.{:03}", millis / 1_000, millis % 1_000);
    let word = Word::new(seconds).map_err(|error| ActError::NotSent {
        code: ErrorCode::InternalError,
        message: error.to_string(),
    })?;
    Ok(Command::new(program::SLEEP).word(word))
}

/// A point on the straight way between two, after so many of all steps.
fn between(from: Point, to: Point, step: u32, steps: u32) -> Point {
    let part = |from: i32, to: i32| {
        let (from, to) = (i64::from(from), i64::from(to));
        let at = from + (to - from) * i64::from(step) / i64::from(steps.max(1));
        // Between two numbers of this size.
        i32::try_from(at).unwrap_or(i32::MAX)
    };
    Point {
        x: part(from.x, to.x),
        y: part(from.y, to.y),
    }
}

fn said(word: &'static str) -> Command {
    Command::new(program::ECHO).fixed(word)
}

/// The answers of the parts that were begun. All but the last ended well, or the next would not have begun.
fn parts(answer: &Answer) -> Vec<Answer> {
    let mut parts = vec![String::new()];
    for line in answer.output.lines() {
        if line.trim() == DONE {
            parts.push(String::new());
        } else if let Some(part) = parts.last_mut() {
            part.push_str(line);
            part.push('\n');
        }
    }
    let last = parts.len();
    let answer_of = |(number, output): (usize, String)| {
        if number + 1 == last {
            return Answer {
                output,
                ..answer.clone()
            };
        }
        Answer {
            output,
            errors: String::new(),
            status: ExitStatus::Code(0),
        }
    };
    parts.into_iter().enumerate().map(answer_of).collect()
}

/// What became of the whole where each part has its outcome.
fn whole(outcomes: Vec<Result<(), ActError>>) -> Result<(), ActError> {
    let is_begun = outcomes.iter().any(Result::is_ok);
    match outcomes.into_iter().find_map(Result::err) {
        None => Ok(()),
        Some(ActError::Refused { message, .. } | ActError::NotSent { message, .. }) if is_begun => {
            Err(ActError::Partly {
                message: format!("only part of the gesture was done: {message}"),
            })
        }
        Some(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answered(output: &str, code: u8) -> Result<(), ActError> {
        let answer = Answer {
            output: output.to_owned(),
            errors: String::new(),
            status: ExitStatus::Code(code),
        };
        let outcomes = parts(&answer)
            .iter()
            .map(|part| judge(Deed::Tap, part, ErrorCode::GestureFailed))
            .collect();
        whole(outcomes)
    }

    #[test]
    fn a_drag_is_one_line_that_ends_with_the_finger_off_the_screen() {
        let drag = Drag {
            from: Point { x: 10, y: 20 },
            to: Point { x: 30, y: 120 },
            hold_millis: 300,
            move_millis: 100,
            rest_millis: 0,
        };
        let line = String::from_utf8(drag.line().unwrap().encode().unwrap()).unwrap();
        assert_eq!(
            line,
            "trap 'input motionevent CANCEL; exit 129' 'HUP' 'INT' 'TERM' 'PIPE'; \
             { input 'motionevent' 'DOWN' '10' '20' && echo 'clawperator-done' && sleep '0.250' && sleep '0.050' \
             && input 'motionevent' 'MOVE' '20' '70' && sleep '0.050' \
             && input 'motionevent' 'MOVE' '30' '120' && sleep '0.050' \
             && input 'motionevent' 'MOVE' '30' '120' && input 'motionevent' 'UP' '30' '120' && echo 'clawperator-done' \
             || { input 'motionevent' 'CANCEL' >/dev/null 2>/dev/null && echo 'clawperator-taken-off'; false; }; }"
        );
        let longest = Drag {
            hold_millis: 10_000,
            move_millis: 10_000,
            rest_millis: 10_000,
            ..drag
        };
        assert!(longest.line().unwrap().encode().is_ok());
    }

    #[test]
    fn a_drag_of_which_only_the_beginning_is_known_is_partly_done() {
        let answer = |output: &str, code| Answer {
            output: output.to_owned(),
            errors: String::new(),
            status: ExitStatus::Code(code),
        };
        let both = "clawperator-done\nclawperator-done\n";
        assert_eq!(judge_drag(&answer(both, 0)), Ok(()));
        let off = judge_drag(&answer("clawperator-done\nclawperator-taken-off\n", 1));
        assert!(matches!(off, Err(ActError::Partly { .. })));
        let lost = judge_drag(&answer("clawperator-done\n", 1));
        assert!(matches!(lost, Err(ActError::Unknown { .. })));
        let none = judge_drag(&answer("", 1));
        assert!(matches!(none, Err(ActError::Unknown { .. })));
        let refused = "java.lang.SecurityException: Injecting to another application requires INJECT_EVENTS permission\n";
        let refused = judge_drag(&answer(refused, 1));
        assert!(matches!(refused, Err(ActError::Refused { .. })));
    }

    #[test]
    fn an_answer_says_how_far_the_line_came() {
        assert_eq!(answered("clawperator-done\n", 0), Ok(()));
        let refused = "java.lang.SecurityException: Injecting to another application requires INJECT_EVENTS permission\n";
        assert!(matches!(
            answered(refused, 255),
            Err(ActError::Refused { .. })
        ));
        assert!(matches!(
            answered(&format!("clawperator-done\n{refused}"), 255),
            Err(ActError::Partly { .. })
        ));
        for output in ["", "clawperator-done\n"] {
            assert!(matches!(
                answered(output, 137),
                Err(ActError::Unknown { .. })
            ));
        }
    }
}
