//! Waiting for a phone where there are no sockets without a file: it is tried again and again, in no order.

use std::io;
use std::time::Duration;

use clawperator_contract::Holder;

use crate::blocking::blocking;

const PAUSE: Duration = Duration::from_millis(250);

/// Nobody stands in a line here.
#[derive(Debug)]
pub(super) struct Place;

impl Place {
    #[expect(clippy::unused_async, reason = "lines elsewhere wait")]
    pub(super) async fn first_in_line(
        _: &str,
        _: &(dyn Fn(usize) + Send + Sync),
    ) -> io::Result<Self> {
        Ok(Self)
    }
}

#[expect(clippy::unused_async, reason = "lines elsewhere ask")]
pub(super) async fn first(_: &str) -> Option<Holder> {
    None
}

pub(super) async fn until_closed(_: &str) {
    blocking(|| std::thread::park_timeout(PAUSE)).await;
}
