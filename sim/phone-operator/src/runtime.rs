//! A phone that runs Java: the Operator runs there as it is, and the phone only leads streams to it.

use std::io;

use async_trait::async_trait;
use clawperator_operator_protocol::{Build, Launch};
use tokio::task::JoinSet;

use crate::phone::{Listener, Stream, accept_driver};

/// The most streams at once; further ones are closed.
const MOST_STREAMS: usize = 256;

/// What runs the Operator's own classes.
#[async_trait]
pub trait Runtime: Send + Sync {
    /// Starts it; it says that it is of this build.
    async fn launch(&self, build: Build) -> io::Result<Box<dyn Launched>>;
}

/// A launch of the Operator. It is ended when this is dropped, as a process that is killed.
#[async_trait]
pub trait Launched: Send + Sync {
    fn launch(&self) -> Launch;

    /// What belongs into the file of the secret.
    fn secret(&self) -> [u8; 32];

    /// Another stream to it.
    async fn connect(&self) -> io::Result<Box<dyn Stream>>;

    /// Waits until it ends by itself.
    async fn ended(&self);
}

/// Leads every stream to a launch, until that ends.
pub async fn lead(launched: &dyn Launched, listener: &mut dyn Listener) {
    let mut streams = JoinSet::new();
    let ended = launched.ended();
    tokio::pin!(ended);
    loop {
        tokio::select! {
            mut stream = accept_driver(listener) => {
                // A launch that takes no stream any more is about to end.
                if streams.len() < MOST_STREAMS && let Ok(mut there) = launched.connect().await {
                    streams.spawn(async move {
                        // Whichever side ends it, it has ended for both.
                        let _ = tokio::io::copy_bidirectional(&mut stream, &mut there).await;
                    });
                }
            }
            Some(_) = streams.join_next() => {}
            () = &mut ended => return,
        }
    }
}
