//! Telling a person what is being waited for.

use std::future::Future;
use std::pin::pin;
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::Instant;

use crate::printer::Printer;

/// How long a person waits without wondering, and how often the time is told after that.
const SECOND: Duration = Duration::from_secs(1);

/// What is being done at the moment; nothing when there is nothing to wait for.
pub(crate) type Doing = Option<String>;

/// Waits for `work`. Whatever `doing` tells that takes longer than a second is shown on a terminal with the seconds it
/// has taken, until it is over.
pub(crate) async fn waiting<T>(
    printer: &mut Printer<'_>,
    mut doing: watch::Receiver<Doing>,
    work: impl Future<Output = T>,
) -> T {
    let mut work = pin!(work);
    let mut since = Instant::now();
    let mut seconds = 0;
    loop {
        let next = since + SECOND * (seconds + 1);
        tokio::select! {
            biased;
            outcome = &mut work => {
                printer.end_progress();
                printer.write_log();
                return outcome;
            }
            line = printer.next_logged() => printer.log(&line),
            Ok(()) = doing.changed() => {
                printer.end_progress();
                since = Instant::now();
                seconds = 0;
            }
            () = tokio::time::sleep_until(next) => {
                seconds += 1;
                if let Some(doing) = &*doing.borrow() {
                    printer.progress(doing, seconds);
                }
            }
        }
    }
}

/// The same for work that is one thing.
pub(crate) async fn waiting_for<T>(
    printer: &mut Printer<'_>,
    doing: String,
    work: impl Future<Output = T>,
) -> T {
    let (_tell, told) = watch::channel(Some(doing));
    waiting(printer, told, work).await
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::printer::Terminal;

    async fn said(
        terminal: bool,
        colour: bool,
        work: impl AsyncFnOnce(watch::Sender<Doing>),
    ) -> String {
        let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
        let streams = Terminal {
            stdin: false,
            stdout: false,
            stderr: terminal,
            colour,
        };
        let mut printer = Printer::new(&mut stdout, &mut stderr, streams);
        let (tell, told) = watch::channel(None);
        waiting(&mut printer, told, work(tell)).await;
        assert!(stdout.is_empty());
        String::from_utf8(stderr).unwrap()
    }

    async fn three_things(tell: watch::Sender<Doing>) {
        for (doing, milliseconds) in [("quick", 900), ("slow", 2_500), ("quick again", 900)] {
            tell.send_replace(Some(doing.to_owned()));
            tokio::time::sleep(Duration::from_millis(milliseconds)).await;
        }
        tell.send_replace(None);
        tokio::time::sleep(Duration::from_secs(5)).await;
    }

    #[tokio::test(start_paused = true)]
    async fn what_takes_longer_than_a_second_is_told_with_its_seconds_and_taken_away() {
        assert_eq!(
            said(true, true, three_things).await,
            "\r\x1b[K... slow (1 s)\r\x1b[K... slow (2 s)\r\x1b[K"
        );
    }

    #[tokio::test(start_paused = true)]
    async fn a_terminal_that_only_takes_lines_gets_one() {
        assert_eq!(said(true, false, three_things).await, "... slow\n");
    }

    #[tokio::test(start_paused = true)]
    async fn nobody_is_told_where_no_person_reads() {
        assert_eq!(said(false, true, three_things).await, "");
    }

    #[tokio::test(start_paused = true)]
    async fn a_line_stays_on_one_line() {
        let long = async |tell: watch::Sender<Doing>| {
            tell.send_replace(Some("é".repeat(200)));
            tokio::time::sleep(Duration::from_millis(1_500)).await;
        };
        let told = said(true, true, long).await;
        let line = told
            .trim_start_matches("\r\x1b[K")
            .trim_end_matches("\r\x1b[K");
        assert_eq!(line.chars().count(), 79, "{line}");
        assert!(line.ends_with("… (1 s)"), "{line}");
    }
}
