//! Asking the person at the terminal while a run is parked.

use std::convert::Infallible;
use std::fs::OpenOptions;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::os::fd::AsFd;

use clawperator_contract::Approval;
use clawperator_host::PendingApprovals;
use rustix::termios::{QueueSelector, tcflush};
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::task::spawn_blocking;

use crate::text::visible;

/// The terminal of this process, whatever its streams are: what comes out of a pipe is nobody's answer.
const TERMINAL: &str = "/dev/tty";
/// The longest answer that is read.
const ANSWER_LIMIT: u64 = 64;

/// Asks about each of these questions. It never ends by itself: whoever waits for the run drops it.
///
/// The run hears of the decision where it would hear of one from another terminal. What cannot be asked here stays open
/// for others.
pub(super) async fn ask_person(
    mut tickets: UnboundedReceiver<String>,
    approvals: PendingApprovals,
) -> Infallible {
    while let Some(ticket) = tickets.recv().await {
        let approvals = approvals.clone();
        // A person may take minutes, and the run goes on listening to others meanwhile.
        drop(spawn_blocking(move || ask(&ticket, &approvals)).await);
    }
    std::future::pending().await
}

fn ask(ticket: &str, approvals: &PendingApprovals) -> io::Result<()> {
    let question = approvals.question(ticket).map_err(io::Error::other)?;
    let mut terminal = OpenOptions::new().read(true).write(true).open(TERMINAL)?;
    forget_typed(&terminal)?;
    terminal.write_all(words(&question).as_bytes())?;
    let mut said = String::new();
    BufReader::new(Read::take(&terminal, ANSWER_LIMIT)).read_line(&mut said)?;
    let decided = if is_yes(&said) {
        approvals.approve(ticket)
    } else {
        approvals.revoke(ticket)
    };
    decided.map(drop).map_err(io::Error::other)
}

/// Throws away what was typed before a question: it cannot be the answer to what nobody had read.
pub(crate) fn forget_typed(terminal: impl AsFd) -> io::Result<()> {
    Ok(tcflush(terminal, QueueSelector::IFlush)?)
}

fn words(question: &Approval) -> String {
    format!(
        "\r\x1b[K{}\n  {}\nApprove? [y/N] ",
        visible(&question.device_id),
        visible(&question.reason)
    )
}

/// Only a plain yes is one.
pub(crate) fn is_yes(said: &str) -> bool {
    matches!(said.trim().to_ascii_lowercase().as_str(), "y" | "yes")
}
