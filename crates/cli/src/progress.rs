//! Telling a person what is being waited for.

use std::future::Future;
use std::pin::pin;
use std::time::Duration;

use tokio::sync::watch;

use crate::printer::Printer;

/// How long a person waits without wondering.
const PATIENCE: Duration = Duration::from_secs(1);

/// What is being done at the moment; nothing when there is nothing to wait for.
pub(crate) type Doing = Option<String>;

/// Waits for `work`. Whatever `doing` tells that takes longer than a second is written to a terminal, once.
pub(crate) async fn waiting<T>(
    printer: &mut Printer<'_>,
    mut doing: watch::Receiver<Doing>,
    work: impl Future<Output = T>,
) -> T {
    let mut work = pin!(work);
    let mut told = false;
    loop {
        tokio::select! {
            biased;
            outcome = &mut work => return outcome,
            Ok(()) = doing.changed() => told = false,
            () = tokio::time::sleep(PATIENCE), if !told => {
                if let Some(doing) = &*doing.borrow_and_update() {
                    printer.progress(doing);
                }
                told = true;
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

    async fn said(terminal: bool, work: impl AsyncFnOnce(watch::Sender<Doing>)) -> String {
        let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
        let streams = Terminal {
            stdin: false,
            stdout: false,
            stderr: terminal,
            colour: false,
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
    async fn what_takes_longer_than_a_second_is_told_once() {
        assert_eq!(said(true, three_things).await, "... slow\n");
        assert_eq!(said(false, three_things).await, "");
    }
}
