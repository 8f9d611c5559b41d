//! What goes out on one stream: answers, and between them that the screen may have changed.

use std::io;

use clawperator_operator_protocol::{Answer, Changed, FrameHead};
use tokio::io::{AsyncWrite, AsyncWriteExt};
use tokio::sync::{mpsc, watch};

use crate::look::body;
use crate::operator::{Ended, Shared};
use crate::phone::{Moment, Trouble};

/// An answer on its way.
#[derive(Debug)]
pub(crate) struct Outgoing {
    pub(crate) id: u32,
    pub(crate) answer: Answer,
    /// Whether the Operator ends behind it.
    pub(crate) ends: bool,
}

/// Writes until the stream or the answers end.
pub(crate) async fn write(
    shared: &Shared,
    mut writer: impl AsyncWrite + Unpin + Send,
    mut answers: mpsc::Receiver<Outgoing>,
    mut watching: watch::Receiver<Option<u64>>,
) -> io::Result<()> {
    let mut seen: Option<u64> = None;
    loop {
        let more = async {
            match seen {
                Some(seen) => shared.phone.more_events(seen).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            biased;
            answer = answers.recv() => {
                let Some(outgoing) = answer else { return Ok(()) };
                if shared.phone.trouble(Moment::Answer) == Some(Trouble::HalfAnswer) {
                    return send_half(&mut writer, outgoing.id, &outgoing.answer).await;
                }
                send(&mut writer, outgoing.id, &outgoing.answer).await?;
                if outgoing.ends {
                    shared.end(Ended::Asked);
                }
            }
            // The sender is in the session, which ends first.
            _ = watching.changed() => seen = *watching.borrow_and_update(),
            events = more => {
                seen = Some(events);
                let (number, before) = shared.trees().newest();
                let since = events.saturating_sub(before);
                let changed = Changed {
                    number,
                    events: u32::try_from(since).unwrap_or(u32::MAX),
                    dropped: 0,
                    notices: shared.phone.notices(),
                };
                send(&mut writer, 0, &Answer::Changed(changed)).await?;
            }
        }
    }
}

async fn send(
    writer: &mut (impl AsyncWrite + Unpin + Send),
    id: u32,
    answer: &Answer,
) -> io::Result<()> {
    writer.write_all(&frame(id, answer)?).await?;
    writer.flush().await
}

async fn send_half(
    writer: &mut (impl AsyncWrite + Unpin + Send),
    id: u32,
    answer: &Answer,
) -> io::Result<()> {
    let frame = frame(id, answer)?;
    // Half of something is always there.
    let half = frame.get(..frame.len() / 2).unwrap_or_default();
    writer.write_all(half).await?;
    writer.flush().await
}

fn frame(id: u32, answer: &Answer) -> io::Result<Vec<u8>> {
    let (kind, body) = body(answer);
    let length = u32::try_from(body.len()).map_err(io::Error::other)?;
    let mut frame = FrameHead { length, kind, id }.encode();
    frame.extend_from_slice(&body);
    Ok(frame)
}
