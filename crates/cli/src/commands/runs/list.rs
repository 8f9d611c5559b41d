//! `runs list`.

use std::fmt::Write as _;

use clawperator_contract::Failure;
use clawperator_contract::runs::RunList;

use super::unreadable;
use super::words::{fate, time_of_day};
use crate::args::RunsListArgs;
use crate::context::{Answer, Context};
use crate::text::{Paint, count, seconds, visible};

pub(super) fn list(args: &RunsListArgs, context: &Context<'_, '_>) -> Result<Answer, Failure> {
    let store = context.store()?;
    let list = store.runs().list(args.limit);
    let list = list.map_err(|error| unreadable(&error))?;
    let text = context
        .printer
        .render(&list, |paint| describe(&list, paint));
    Ok(text.into())
}

fn describe(list: &RunList, paint: Paint) -> String {
    if list.runs.is_empty() && list.more == 0 {
        return "no run is kept".to_owned();
    }
    let mut text = String::new();
    for run in &list.runs {
        let accepted = &run.accepted;
        let took = run.took_ms.map_or_else(|| "-".to_owned(), seconds);
        let code = run.code.as_ref().map_or("", |code| code.name());
        let _ = writeln!(
            text,
            "{}  {} {:>9}  {}  {}  {}",
            paint.bold(&accepted.run),
            fate(run.fate, paint),
            took,
            time_of_day(accepted.accepted_at_ms),
            visible(&accepted.device_id),
            if code.is_empty() {
                visible(&accepted.command_id)
            } else {
                format!("{} {code}", visible(&accepted.command_id))
            },
        );
    }
    if list.more > 0 {
        let _ = writeln!(text, "{} more; --limit shows more", count(list.more, "run"));
    }
    text.truncate(text.trim_end().len());
    text
}
