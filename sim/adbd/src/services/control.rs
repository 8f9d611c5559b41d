//! Requests to adbd itself.

use std::sync::Arc;

use bytes::Bytes;

use super::{Context, Outcome};
use crate::control::{Control, Then};
use crate::stream::{Closed, Stream};

/// Asks the phone and tells the client; the connection does the rest.
pub(super) async fn run(
    context: &Context,
    request: Control,
    mut stream: Stream,
) -> Result<Outcome, Closed> {
    let reply = Arc::clone(&context.device).control(request).await;
    stream.sender.send(Bytes::from(reply.text)).await?;
    Ok(match reply.then {
        Then::Stay => Outcome::Ended,
        Then::Restart => Outcome::Restart,
    })
}
