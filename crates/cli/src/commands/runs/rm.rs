//! `runs rm`.

use clawperator_contract::runs::RemovedRuns;
use clawperator_contract::{ErrorCode, Failure};
use clawperator_trace::RunId;

use super::{find, unreadable};
use crate::args::RunsRmArgs;
use crate::context::{Answer, Context};
use crate::text::count;

/// Removes what was named. One that is under way is not removed, and nothing else is then.
pub(super) fn rm(args: &RunsRmArgs, context: &Context<'_, '_>) -> Result<Answer, Failure> {
    let store = context.store()?;
    let runs = store.runs();
    let named: Vec<RunId> = if args.all {
        runs.names().map_err(|error| unreadable(&error))?
    } else {
        let named = args.runs.iter().map(|name| find(runs, Some(name)));
        named.collect::<Result<_, _>>()?
    };
    let mut removed = Vec::new();
    for run in named {
        if runs.remove(&run).map_err(|error| unreadable(&error))? {
            removed.push(run.to_string());
        } else if !args.all {
            let message = format!("the run {run} is under way, so it was not removed");
            return Err(Failure::new(ErrorCode::ExecutionConflictInFlight, message)
                .with_hint("wait until it has ended; `clawperator runs watch` shows when"));
        }
    }
    let removed = RemovedRuns { removed };
    let text = context.printer.render(&removed, |_| {
        format!("removed {}", count(removed.removed.len(), "run"))
    });
    Ok(text.into())
}
