//! Time and randomness, handed in to everything that needs them.
//!
//! [`Sources`] is the one trait for both, from the command line down to the engine. [`SystemSources`] is the machine's
//! own. A test hands in a clock that it can stop or turn, and random bytes that are the same every time.

mod moment;
mod system;
mod utc;

use std::fmt;
use std::io;

use async_trait::async_trait;

pub use crate::moment::Moment;
pub use crate::system::SystemSources;
pub use crate::utc::UtcTime;

/// The clocks and the random source of a process.
#[async_trait]
pub trait Sources: fmt::Debug + Send + Sync {
    /// The time that waits and deadlines use. It never goes back.
    fn now(&self) -> Moment;

    /// Waits until [`Sources::now`] reaches a moment. It may be dropped at any time.
    async fn sleep_until(&self, moment: Moment);

    /// The time of day in milliseconds since the Unix epoch, for what another process must understand. It may jump.
    fn epoch_milliseconds(&self) -> u64;

    /// Fills these bytes with randomness. After an error nothing in them may be used.
    fn fill(&self, bytes: &mut [u8]) -> io::Result<()>;
}
