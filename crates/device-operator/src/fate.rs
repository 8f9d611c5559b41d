//! What became of an act whose answer did not come.

use std::time::Duration;

use clawperator_adb::Deadline;
use clawperator_device::driver::ActError;
use clawperator_operator_protocol::{Acted, Answer, Outcome, Request};

use crate::link::{Existing, Link};
use crate::stream::{Sent, Stream};
use crate::trouble::Trouble;

/// How long is asked for it.
const PATIENCE: Duration = Duration::from_secs(3);
/// How long between two questions, while it is under way.
const BETWEEN: Duration = Duration::from_millis(50);

/// Asks the launch that got the act. The act itself is never sent again.
pub(crate) async fn of(
    link: &Link,
    stream: &Stream,
    mut sent: Sent,
    number: u64,
    lost: &Trouble,
) -> Result<Acted, ActError> {
    let deadline = Deadline::after(PATIENCE);
    if *lost == Trouble::TimedOut && !stream.is_lost() {
        // What has not begun does not begin, and what has is cut short. Both are told by the act's own answer.
        let cancel = Request::Cancel(sent.id);
        if stream.send(&cancel, deadline).await.is_ok()
            && let Ok(Answer::Acted(acted)) = stream.answer(&mut sent, deadline).await
        {
            return told(acted, lost);
        }
    }
    match asked_again(link, stream, number, deadline).await {
        Some(acted) => told(acted, lost),
        None => Err(ActError::Unknown {
            message: format!("the phone's answer was lost: {lost}"),
        }),
    }
}

/// What did not begin was kept from it by what was lost, whatever the phone calls that.
fn told(acted: Acted, lost: &Trouble) -> Result<Acted, ActError> {
    match acted.outcome {
        Outcome::NotBegun | Outcome::NeverHeardOf => Err(lost.clone().into()),
        _ => Ok(acted),
    }
}

/// What the same launch says of it; nothing where that is gone, or does not say before the deadline. A stream that is lost
/// again, and a phone that adb has not found again yet, are tried once more.
async fn asked_again(
    link: &Link,
    before: &Stream,
    number: u64,
    deadline: Deadline,
) -> Option<Acted> {
    loop {
        match ask(link, before, number, deadline).await {
            Ok(Asked::Says(acted)) => return Some(acted),
            Ok(Asked::Gone) => return None,
            Ok(Asked::UnderWay) | Err(_) => {}
        }
        if deadline.remaining().is_none_or(|left| left < BETWEEN) {
            return None;
        }
        tokio::time::sleep(BETWEEN).await;
    }
}

enum Asked {
    Says(Acted),
    UnderWay,
    /// Nobody is there who could know.
    Gone,
}

async fn ask(
    link: &Link,
    before: &Stream,
    number: u64,
    deadline: Deadline,
) -> Result<Asked, Trouble> {
    let Existing::Stream(stream) = link.existing(deadline).await? else {
        return Ok(Asked::Gone);
    };
    if stream.launch() != before.launch() {
        return Ok(Asked::Gone);
    }
    Ok(
        match stream.ask(&Request::Outcome(number), deadline).await? {
            Answer::Acted(acted) if acted.outcome == Outcome::UnderWay => Asked::UnderWay,
            Answer::Acted(acted) if acted.act == number => Asked::Says(acted),
            _ => Asked::Gone,
        },
    )
}
