//! `conformance`: what a driver can do on a phone, tried with an app of its own.

use std::fmt::Write as _;
use std::io::{self, BufRead as _, BufReader, IsTerminal as _, Read};
use std::time::Duration;

use clawperator_contract::conformance::{ConformanceCheck, ConformanceOutcome, ConformanceReport};
use clawperator_contract::{ErrorCode, Failure};
use clawperator_host::{ConformanceCheckId, ConformanceProgress, Phone, TEST_APP};
use tokio::sync::watch;

use super::limit::limit;
use crate::args::ConformanceArgs;
use crate::context::{Answer, Context};
use crate::interrupt::Interrupts;
use crate::phone::{forget_typed, is_yes};
use crate::progress::{Doing, waiting};
use crate::runtime::{Threads, block_on, block_on_droppable, not_started};
use crate::text::{Paint, seconds, visible};

/// How long to wait for the phone to be there.
const PATIENCE: Duration = Duration::from_secs(10);
/// The longest answer that is read.
const ANSWER_LIMIT: u64 = 64;
/// The width of a line behind the name, so that what was seen stands in a line of its own.
const FOLDED: &str = "                          ";

pub(super) fn conformance(
    args: &ConformanceArgs,
    context: &mut Context<'_, '_>,
) -> Result<Answer, Failure> {
    let host = context.host()?;
    let within = limit(context.global)?.unwrap_or(PATIENCE);
    let serial = context.global.one_device()?.map(str::to_owned);
    let phone = block_on_droppable(host.phone(serial.as_deref(), within))?;
    if !args.yes {
        confirm(&phone, context)?;
    }
    let (tell, told) = watch::channel(None);
    let mut teller = Teller(tell);
    let report = block_on(Threads::One, async {
        let mut interrupts = Interrupts::watch().map_err(|error| not_started(&error))?;
        let only: Vec<&str> = args.only.iter().map(String::as_str).collect();
        let work = Box::pin(phone.conformance(&only, &mut teller, interrupts.next()));
        waiting(context.printer, told, work).await
    })?;
    let text = context
        .printer
        .render(&report, |paint| text(&report, paint));
    Ok(Answer {
        text: Some(text),
        status: report.exit(),
    })
}

/// Asks the person at the terminal. Without one nobody is asked, and nothing is done.
fn confirm(phone: &Phone, context: &mut Context<'_, '_>) -> Result<(), Failure> {
    let failed = |error: io::Error| Failure::new(ErrorCode::HostIoFailed, error.to_string());
    let terminal = io::stdin();
    if terminal.is_terminal() {
        forget_typed(&terminal).map_err(failed)?;
    }
    let serial = visible(phone.serial());
    let question = format!(
        "This installs a small test app ({TEST_APP}) on {serial}, taps, types and swipes in it,\n\
         looks at the first page of Settings, and removes the app again. It takes one to five minutes;\n\
         keep your hands off the phone meanwhile. Go on? [y/N] "
    );
    let refused = |message: &str, hint: &str| {
        Failure::new(ErrorCode::PolicyConfirmationRequired, message).with_hint(hint)
    };
    if !context.printer.prompt(&question).map_err(failed)? {
        return Err(refused(
            "`conformance` asks a person first, and there is no terminal; nothing was done",
            "add `--yes` to go on without being asked",
        ));
    }
    let mut said = String::new();
    let read = BufReader::new(Read::take(&mut *context.stdin, ANSWER_LIMIT)).read_line(&mut said);
    read.map_err(failed)?;
    if is_yes(&said) {
        Ok(())
    } else {
        Err(refused("nothing was done", "answer `y` to go on"))
    }
}

/// Passes on which check is made.
struct Teller(watch::Sender<Doing>);

impl ConformanceProgress for Teller {
    fn started(&mut self, id: ConformanceCheckId, left: usize) {
        let words = format!("{} to go: {}", left, id.shows());
        self.0.send_replace(Some(words));
    }
}

fn text(report: &ConformanceReport, paint: Paint) -> String {
    let mut text = String::new();
    for check in &report.checks {
        text.push_str(&line(check, paint));
    }
    let driver = match &report.fallback {
        Some(why) => format!("{} driver, since {}", report.driver, visible(why)),
        None => format!("{} driver", report.driver),
    };
    let counts = format!(
        "{} passed, {} failed, {} skipped",
        report.passed, report.failed, report.skipped
    );
    let counts = if report.ok {
        paint.green(&counts)
    } else {
        paint.red(&counts)
    };
    // Writing to a String cannot fail.
    let _ = write!(
        text,
        "{}: {}, {driver}: {counts}, in {}",
        paint.bold(&visible(&report.device_id)),
        visible(&report.phone),
        seconds(report.elapsed_ms)
    );
    text
}

fn line(check: &ConformanceCheck, paint: Paint) -> String {
    let mark = match check.outcome {
        ConformanceOutcome::Passed => "ok  ".to_owned(),
        ConformanceOutcome::Failed => paint.red("FAIL"),
        ConformanceOutcome::Skipped => paint.yellow("skip"),
    };
    let mut line = format!("{mark}  {:18}  {}", check.name, check.shows);
    // Writing to a String cannot fail.
    let _ = match (&check.detail, check.outcome) {
        (Some(seen), ConformanceOutcome::Passed) => writeln!(line, " ({})", visible(seen)),
        (Some(why), _) => writeln!(line, "\n{FOLDED}{}", visible(why)),
        (None, _) => writeln!(line),
    };
    line
}
