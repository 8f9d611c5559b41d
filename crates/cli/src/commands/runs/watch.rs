//! `runs watch`.

use clawperator_contract::runs::RunLine;
use clawperator_contract::{ErrorCode, ExitStatus, Failure};
use clawperator_trace::{RunId, Runs};

use super::words::line;
use super::{find, read, unreadable};
use crate::args::RunsWatchArgs;
use crate::context::{Answer, Context};
use crate::printer::Printer;
use crate::progress::waiting_for;
use crate::runtime::block_on_droppable;

/// Prints the lines of a run as they come: words for a person, otherwise one JSON object a line.
pub(super) fn watch(
    args: &RunsWatchArgs,
    context: &mut Context<'_, '_>,
) -> Result<Answer, Failure> {
    let store = context.store()?;
    let runs = store.runs();
    let printer = &mut *context.printer;
    block_on_droppable(async {
        let run = match args.run.as_deref() {
            Some(name) => find(runs, Some(name))?,
            None => under_way(runs, printer).await?,
        };
        let mut follower = runs.follow(&run).map_err(|error| unreadable(&error))?;
        while let Some(line) = follower.next().await.map_err(|error| unreadable(&error))? {
            print(&line, printer)?;
        }
        Ok(())
    })?;
    Ok(Answer {
        text: None,
        status: ExitStatus::Ok,
    })
}

/// The newest run if it is under way, otherwise the next one that begins.
async fn under_way(runs: &Runs, printer: &mut Printer<'_>) -> Result<RunId, Failure> {
    let newest = runs.newest().map_err(|error| unreadable(&error))?;
    if let Some(newest) = &newest
        && read(runs, newest).is_ok_and(|bundle| bundle.summary().fate.is_open())
    {
        return Ok(newest.clone());
    }
    let next = runs.begun_after(newest.as_ref());
    let next = waiting_for(printer, "waiting for a run to begin".to_owned(), next).await;
    next.map_err(|error| unreadable(&error))
}

fn print(known: &RunLine, printer: &mut Printer<'_>) -> Result<(), Failure> {
    let text = if printer.is_text() {
        match line(known, printer.paint()) {
            Some(text) => text,
            None => return Ok(()),
        }
    } else {
        printer.render(known, |_| String::new())
    };
    printer.answer(&text).map_err(|error| {
        Failure::new(
            ErrorCode::HostIoFailed,
            format!("the line could not be written: {error}"),
        )
    })
}
