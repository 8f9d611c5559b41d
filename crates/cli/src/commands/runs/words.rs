//! Words about runs for people.

use clawperator_contract::Status;
use clawperator_contract::events::{ActKind, Decision, Event, Happened, Judged, StepName};
use clawperator_contract::runs::{Fate, LeftOut, RunLine, RunRecord};
use clawperator_trace::report::moment;

use crate::text::{Paint, seconds, visible};

/// What became of a run, in a column.
pub(super) fn fate(fate: Fate, paint: Paint) -> String {
    let word = format!("{:<7}", fate.name());
    match fate {
        Fate::Done => paint.green(&word),
        Fate::Failed => paint.red(&word),
        Fate::Unknown | Fate::Parked => paint.yellow(&word),
        Fate::Running => paint.cyan(&word),
    }
}

/// One line of a run, for a person; nothing for what says nothing new.
pub(super) fn line(line: &RunLine, paint: Paint) -> Option<String> {
    let words = match &line.record {
        RunRecord::Accepted(run) => format!(
            "accepted {} on {} under profile {}",
            visible(&run.command_id),
            visible(&run.device_id),
            visible(&run.profile)
        ),
        RunRecord::Event(event) => happened(event, paint)?,
        RunRecord::Picture { step, moment, .. } => {
            format!("{} picture ({})", name(step), moment.name())
        }
        RunRecord::LeftOut { why, count } => {
            let why = match why {
                LeftOut::Behind => "the disk was too slow",
                LeftOut::Full => "the run has become too large",
                LeftOut::Failed => "it could not be written",
                LeftOut::Other => "unknown",
            };
            format!("{}: {count}, {why}", paint.yellow("not kept"))
        }
        RunRecord::Ended(ended) => {
            let code = ended
                .code
                .as_ref()
                .map_or_else(String::new, |code| format!(" {code}"));
            let words = format!("{}{code}", ended.outcome.name());
            format!(
                "ended: {} in {}",
                paint.bold(&words),
                seconds(ended.took_ms)
            )
        }
        RunRecord::Request { .. }
        | RunRecord::Phone(_)
        | RunRecord::Dispatched { .. }
        | RunRecord::Screen { .. }
        | RunRecord::Answer { .. }
        | RunRecord::Other => return None,
    };
    Some(format!("{:>8}  {words}", seconds(line.at_ms)))
}

fn happened(event: &Event, paint: Paint) -> Option<String> {
    Some(match &event.event {
        Happened::StepStarted { step } => format!("{} ...", name(step)),
        Happened::Judged {
            step,
            verdict: verdict @ (Judged::Denied | Judged::Confirm),
            rule,
        } => {
            let rule = rule.as_deref().map_or_else(String::new, |rule| {
                format!(" by the rule {}", visible(rule))
            });
            let verdict = match verdict {
                Judged::Confirm => paint.yellow("a person must confirm"),
                _ => paint.red("denied"),
            };
            format!("{} {verdict}{rule}", name(step))
        }
        Happened::Acting {
            step,
            act,
            at,
            to,
            target,
        } => {
            let at = at.map_or_else(String::new, |at| format!(" at ({},{})", at.x, at.y));
            let to = to.map_or_else(String::new, |to| format!(" to ({},{})", to.x, to.y));
            let target = target
                .as_deref()
                .map_or_else(String::new, |target| format!(": {}", visible(target)));
            format!("{} {}{at}{to}{target}", name(step), act_words(*act))
        }
        Happened::StepProgress { step, code } => format!("{} looks again: {code}", name(step)),
        Happened::Parked { ticket, .. } => paint.yellow(&format!(
            "waits for a person: clawperator approve {}",
            visible(ticket)
        )),
        Happened::Decided { decision, .. } => match decision {
            Decision::Approved => "approved".to_owned(),
            Decision::Refused => "refused by a person".to_owned(),
            Decision::Expired => "nobody decided in time".to_owned(),
            Decision::Other => return None,
        },
        Happened::Settled { diff, .. } => {
            let diff = diff.as_deref()?.trim_end().replace('\n', "\n          ");
            visible(&diff)
        }
        Happened::StepFinished {
            step,
            success,
            code,
            effect,
            took_ms,
        } => {
            let state = if *success {
                paint.green("ok")
            } else {
                paint.red("FAILED")
            };
            let code = code
                .as_ref()
                .map_or_else(String::new, |code| format!(" {code}"));
            let effect = effect.as_deref().map_or_else(String::new, |effect| {
                format!(", effect {}", visible(effect))
            });
            format!(
                "{} {state}{code} in {}{effect}",
                name(step),
                seconds(*took_ms)
            )
        }
        Happened::ExecutionFinished { status, .. } => match status {
            Status::Success => "answered: success".to_owned(),
            Status::Failed => "answered: failed".to_owned(),
        },
        Happened::ExecutionInterrupted { code } => format!("cut off: {code}"),
        Happened::ExecutionAccepted { .. } | Happened::Judged { .. } | Happened::Other => {
            return None;
        }
    })
}

const fn act_words(act: ActKind) -> &'static str {
    match act {
        ActKind::Tap => "taps",
        ActKind::DoubleTap => "taps twice",
        ActKind::LongPress => "presses long",
        ActKind::Swipe => "swipes",
        ActKind::Drag => "drags",
        ActKind::Gesture => "makes a gesture",
        ActKind::Key => "presses a key",
        ActKind::Text => "types",
        ActKind::Submit => "presses enter",
        ActKind::Open => "opens",
        ActKind::Stop => "stops an app",
        ActKind::Clipboard => "changes the clipboard",
        ActKind::App => "changes an app",
        ActKind::File => "copies a file",
        ActKind::Shell => "runs a program",
        ActKind::Other => "acts",
    }
}

fn name(step: &StepName) -> String {
    let place = step.index.saturating_add(1);
    format!(
        "{place}. {} ({})",
        visible(&step.action_type),
        visible(&step.id)
    )
}

/// A time of day in UTC, with its date; empty where no calendar has it.
pub(super) fn time_of_day(epoch_ms: u64) -> String {
    // Whoever has such a clock sees it elsewhere.
    moment(epoch_ms).unwrap_or_default()
}
