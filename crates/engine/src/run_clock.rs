//! The clock of one run, which stands still while the run waits for a person.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use tokio::sync::watch;

use crate::clock::{Clock, Moment};

/// The time of one run: that of the engine's clock without the time that the run was parked.
///
/// Deadlines, retries and waits go by it, so none of them comes nearer while a person decides.
pub(crate) struct RunClock {
    clock: Arc<dyn Clock>,
    parked: watch::Sender<Parked>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Parked {
    /// How long it stood still, all in all.
    total: Duration,
    /// Since when it stands still.
    since: Option<Moment>,
}

impl RunClock {
    pub(crate) fn new(clock: Arc<dyn Clock>) -> Self {
        Self {
            clock,
            parked: watch::Sender::new(Parked::default()),
        }
    }

    /// Stops the clock until the answer is dropped.
    pub(crate) fn park(&self) -> Standstill<'_> {
        let now = self.clock.now();
        self.parked.send_modify(|parked| parked.since = Some(now));
        Standstill(self)
    }

    /// How long it stood still so far.
    pub(crate) fn parked(&self) -> Duration {
        let parked = *self.parked.borrow();
        let since = parked.since.map(|since| self.clock.now().since(since));
        parked.total + since.unwrap_or_default()
    }

    /// The clock that goes on.
    pub(crate) fn real(&self) -> &dyn Clock {
        &*self.clock
    }
}

/// A clock that stands still.
pub(crate) struct Standstill<'a>(&'a RunClock);

impl Drop for Standstill<'_> {
    fn drop(&mut self) {
        let now = self.0.clock.now();
        self.0.parked.send_modify(|parked| {
            if let Some(since) = parked.since.take() {
                parked.total += now.since(since);
            }
        });
    }
}

#[async_trait]
impl Clock for RunClock {
    fn now(&self) -> Moment {
        let parked = *self.parked.borrow();
        let now = parked.since.unwrap_or_else(|| self.clock.now());
        now.minus(parked.total)
    }

    async fn sleep_until(&self, moment: Moment) {
        let mut changes = self.parked.subscribe();
        loop {
            let parked = *changes.borrow_and_update();
            let over = async {
                match parked.since {
                    None => self.clock.sleep_until(moment.plus(parked.total)).await,
                    Some(_) => std::future::pending().await,
                }
            };
            tokio::select! {
                biased;
                () = over => return,
                // The sender is this clock's own, so it is there.
                _ = changes.changed() => {}
            }
        }
    }
}

impl fmt::Debug for RunClock {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("RunClock")
            .field("parked", &*self.parked.borrow())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::{Instant, sleep};

    use super::*;
    use crate::clock::TokioClock;

    #[tokio::test(start_paused = true)]
    async fn time_does_not_pass_while_it_stands_still() {
        let second = Duration::from_secs(1);
        let clock = RunClock::new(Arc::new(TokioClock::start()));
        let started = Instant::now();
        let end = clock.now().plus(second * 3);
        let waits = async {
            clock.sleep_until(end).await;
            started.elapsed()
        };
        let parks = async {
            sleep(second).await;
            for _ in 0..2 {
                let before = clock.now();
                let standstill = clock.park();
                sleep(second * 60).await;
                assert_eq!(clock.now(), before);
                drop(standstill);
                sleep(second / 2).await;
            }
        };
        let (took, ()) = tokio::join!(waits, parks);
        assert_eq!(took, second * 123);
        assert_eq!((clock.now(), clock.parked()), (end, second * 120));
    }
}
