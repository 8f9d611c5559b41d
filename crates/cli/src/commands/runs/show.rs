//! `runs show`.

use std::fmt::Write as _;

use clawperator_contract::Failure;
use clawperator_contract::runs::{RunDetails, RunLine, RunSummary};

use super::words::{fate, line, time_of_day};
use super::{find, read};
use crate::args::RunsShowArgs;
use crate::context::{Answer, Context};
use crate::text::{Paint, count, visible};

pub(super) fn show(args: &RunsShowArgs, context: &Context<'_, '_>) -> Result<Answer, Failure> {
    let store = context.store()?;
    let run = find(store.runs(), args.run.as_deref())?;
    let details = read(store.runs(), &run)?.into_details();
    let text = context
        .printer
        .render(&details, |paint| describe(&details, paint));
    Ok(text.into())
}

fn describe(details: &RunDetails, paint: Paint) -> String {
    let mut text = head(&details.summary, paint);
    let mut known: Vec<&RunLine> = details.lines.iter().collect();
    // Files are written when there is time for it.
    known.sort_by_key(|line| line.at_ms);
    for line in known.into_iter().filter_map(|known| line(known, paint)) {
        let _ = writeln!(text, "{line}");
    }
    if details.damaged > 0 {
        let lines = count(details.damaged, "line");
        let _ = writeln!(text, "{}: {lines}", paint.yellow("cannot be read"));
    }
    let _ = write!(text, "kept in {}", visible(&details.folder));
    text
}

/// Which run it is, and what became of it.
fn head(summary: &RunSummary, paint: Paint) -> String {
    let accepted = &summary.accepted;
    let doubt = match (summary.took_ms, summary.fate.is_open(), summary.dispatched) {
        (None, false, true) => "; no end was written, and what was sent last may have been done",
        (None, false, false) => "; no end was written, and no act either",
        _ => "",
    };
    let withheld = if accepted.withheld {
        "; what its screens show is withheld"
    } else {
        ""
    };
    format!(
        "{}  {}{doubt}\n{}, {} on {}, trace {}{withheld}\n",
        paint.bold(&accepted.run),
        fate(summary.fate, paint).trim_end(),
        time_of_day(accepted.accepted_at_ms),
        count(accepted.step_count, "step"),
        visible(&accepted.device_id),
        accepted.trace.name(),
    )
}
