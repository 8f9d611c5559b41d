//! `runs rm`.

use std::collections::BTreeSet;

use clawperator_contract::runs::RemovedRuns;
use clawperator_contract::{ErrorCode, Failure};
use clawperator_trace::{Removed, RunId};

use super::{find, unreadable};
use crate::args::RunsRmArgs;
use crate::context::{Answer, Context};
use crate::text::count;

/// Removes what was named. Where one of them is under way, none is removed.
pub(super) fn rm(args: &RunsRmArgs, context: &Context<'_, '_>) -> Result<Answer, Failure> {
    let store = context.store()?;
    let runs = store.runs();
    let named: BTreeSet<RunId> = if args.all {
        let names = runs.names().map_err(|error| unreadable(&error))?;
        names.into_iter().collect()
    } else {
        let named = args.runs.iter().map(|name| find(runs, Some(name)));
        named.collect::<Result<_, _>>()?
    };
    let is_open = |run: &&RunId| {
        let read = runs.read(run);
        read.is_ok_and(|bundle| bundle.summary().fate.is_open())
    };
    if let Some(open) = named.iter().find(is_open).filter(|_| !args.all) {
        let message = format!("the run {open} is under way; nothing was removed");
        return Err(Failure::new(ErrorCode::ExecutionConflictInFlight, message)
            .with_hint("wait until it has ended; `clawperator runs watch` shows when"));
    }
    let mut removed = Vec::new();
    for run in named {
        if runs.remove(&run).map_err(|error| unreadable(&error))? == Removed::Gone {
            removed.push(run.to_string());
        }
    }
    let removed = RemovedRuns { removed };
    let text = context.printer.render(&removed, |_| {
        format!("removed {}", count(removed.removed.len(), "run"))
    });
    Ok(text.into())
}
