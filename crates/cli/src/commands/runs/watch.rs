//! `runs watch`.

use clawperator_contract::runs::{RunLine, RunRecord};
use clawperator_contract::{ErrorCode, ExitStatus, Failure};
use clawperator_trace::{RunId, Runs};

use super::words::{fate, line};
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
        let mut has_ended = false;
        while let Some(line) = follower.next().await.map_err(|error| unreadable(&error))? {
            has_ended |= matches!(line.record, RunRecord::Ended(_));
            print(&line, printer)?;
        }
        if !has_ended && printer.is_text() {
            // A process that is gone does not say how its run ended.
            let bundle = read(runs, &run)?;
            let fate = fate(bundle.summary().fate, printer.paint());
            say(&format!("no end was written: {}", fate.trim_end()), printer)?;
        }
        Ok(())
    })?;
    Ok(Answer {
        text: None,
        status: ExitStatus::Ok,
    })
}

/// The newest run that is under way, otherwise the next one that begins.
async fn under_way(runs: &Runs, printer: &mut Printer<'_>) -> Result<RunId, Failure> {
    let next = runs.under_way_or_next();
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
    say(&text, printer)
}

fn say(text: &str, printer: &mut Printer<'_>) -> Result<(), Failure> {
    printer.answer(text).map_err(|error| {
        Failure::new(
            ErrorCode::HostIoFailed,
            format!("the line could not be written: {error}"),
        )
    })
}
