//! `logcat`.

mod filter;
mod format;
mod options;

use std::collections::BTreeSet;
use std::fmt::Write as _;

use clawperator_phone_shell::calendar::since_1970;
use clawperator_phone_shell::{Closed, Exit};

use self::options::{Options, Since, Task};
use crate::call::Call;
use crate::log::{LogBuffer, LogEntry};
use crate::release::Release;

/// `logcat [OPTIONS] [FILTERS]`
pub(crate) async fn run(call: &Call<'_>, arguments: &[String]) -> Result<Exit, Closed> {
    let release = call.release();
    let options = match Options::parse(arguments, release) {
        Ok(options) => options,
        Err(text) if release >= Release::Android11 => {
            return call.fail(format!("logcat: {text}\n"), 1).await;
        }
        Err(text) => return call.fail(format!("{}{text}\n", options::USAGE), 1).await,
    };
    match options.task {
        Task::Help => call.answer(options::USAGE, 0).await,
        Task::Clear => {
            call.phone().logs().clear(&options.buffers);
            Ok(0)
        }
        Task::Sizes => {
            let lines = options.buffers.iter().map(|buffer| {
                format!("{}: ring buffer is 256 KiB (8 KiB consumed), max entry is 5120 B, max payload is 4068 B\n", buffer.name())
            });
            call.answer(lines.collect::<String>(), 0).await
        }
        Task::Nothing => Ok(0),
        Task::Print => print(call, &options).await,
    }
}

async fn print(call: &Call<'_>, options: &Options) -> Result<Exit, Closed> {
    let logs = call.phone().logs();
    let (entries, mut last) = logs.after(0);
    let mut chosen: Vec<LogEntry> = entries
        .into_iter()
        .filter(|entry| options.chooses(entry))
        .collect();
    match &options.since {
        Some(Since::Last(count)) => {
            let skip = chosen.len().saturating_sub(*count);
            chosen.drain(..skip);
        }
        Some(Since::Date(date)) => {
            chosen.retain(|entry| format::comparable(entry.time, date.len()) >= *date);
        }
        Some(Since::Epoch(since)) => chosen.retain(|entry| since_1970(entry.time) >= *since),
        None => {}
    }
    let mut printer = Printer::new(call.release(), options);
    let text = printer.all(&chosen);
    call.out(text).await?;
    while !options.ends && !printer.is_full() {
        logs.wait(last).await;
        let (entries, new_last) = logs.after(last);
        last = new_last;
        let chosen: Vec<LogEntry> = entries
            .into_iter()
            .filter(|entry| options.chooses(entry))
            .collect();
        let text = printer.all(&chosen);
        call.out(text).await?;
    }
    Ok(0)
}

/// What was printed so far decides about dividers and the end.
struct Printer<'a> {
    options: &'a Options,
    dividers: bool,
    begun: BTreeSet<LogBuffer>,
    current: Option<LogBuffer>,
    printed: u64,
}

impl<'a> Printer<'a> {
    fn new(release: Release, options: &'a Options) -> Self {
        let dividers = release >= Release::Android11 || options.buffers.len() > 1;
        Self {
            options,
            dividers,
            begun: BTreeSet::new(),
            current: None,
            printed: 0,
        }
    }

    fn is_full(&self) -> bool {
        self.options.most.is_some_and(|most| self.printed >= most)
    }

    fn all(&mut self, entries: &[LogEntry]) -> String {
        let mut text = String::new();
        for entry in entries {
            if self.is_full() {
                break;
            }
            if self.dividers && self.current != Some(entry.buffer) {
                if self.begun.insert(entry.buffer) {
                    let _ = writeln!(text, "--------- beginning of {}", entry.buffer.name());
                } else if self.options.all_dividers {
                    let _ = writeln!(text, "--------- switch to {}", entry.buffer.name());
                }
                self.current = Some(entry.buffer);
            }
            self.options.format.write(&mut text, entry);
            self.printed += 1;
        }
        text
    }
}
