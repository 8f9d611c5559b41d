//! `report`.

use std::fs::OpenOptions;
use std::io::Write as _;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

use clawperator_contract::runs::WrittenReport;
use clawperator_contract::{ErrorCode, Failure};
use clawperator_host::io_words;
use clawperator_trace::report::{html, junit};

use super::{find, read};
use crate::args::ReportArgs;
use crate::context::{Answer, Context};
use crate::text::{count, visible};

pub(in crate::commands) fn report(
    args: &ReportArgs,
    context: &Context<'_, '_>,
) -> Result<Answer, Failure> {
    let store = context.store()?;
    let runs = store.runs();
    let named: Vec<Option<&str>> = if args.runs.is_empty() {
        vec![None]
    } else {
        args.runs.iter().map(|name| Some(name.as_str())).collect()
    };
    let bundles = named
        .into_iter()
        .map(|name| read(runs, &find(runs, name)?))
        .collect::<Result<Vec<_>, _>>()?;
    let mut files = Vec::new();
    for (path, content) in [
        (&args.html, html as fn(&[_]) -> String),
        (&args.junit, junit),
    ] {
        if let Some(path) = path {
            write(path, &content(&bundles))?;
            files.push(path.display().to_string());
        }
    }
    let written = WrittenReport {
        runs: bundles
            .iter()
            .map(|bundle| bundle.summary().accepted.run.clone())
            .collect(),
        files,
    };
    let text = context.printer.render(&written, |_| {
        format!(
            "{}: wrote {}",
            count(written.runs.len(), "run"),
            visible(&written.files.join(", "))
        )
    });
    Ok(text.into())
}

fn write(path: &Path, content: &str) -> Result<(), Failure> {
    // Runs are their user's alone, and so is what is made of them.
    let written = OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(true)
        .mode(0o600)
        .open(path)
        .and_then(|mut file| file.write_all(content.as_bytes()));
    written.map_err(|error| {
        let message = format!(
            "`{}` cannot be written: {}",
            clawperator_contract::excerpt(&path.to_string_lossy()),
            io_words(&error)
        );
        Failure::new(ErrorCode::HostIoFailed, message)
            .with_hint("name a file in a folder that exists")
    })
}
