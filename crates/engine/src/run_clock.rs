//! The clock of one run, which stands still while the run waits for a person.

use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::Poll;
use std::time::Duration;

use clawperator_sources::{Moment, Sources};
use tokio::sync::Notify;

/// The time of one run: that of its sources without the time that the run was parked.
///
/// Deadlines, retries and waits go by it, so none of them comes nearer while a person decides.
#[derive(Debug)]
pub(crate) struct RunClock {
    sources: Arc<dyn Sources>,
    parked: Mutex<Parked>,
    /// Told when it begins or ends to stand still.
    changed: Notify,
}

#[derive(Debug, Clone, Copy, Default)]
struct Parked {
    /// How long it stood still, all in all.
    total: Duration,
    /// Since when it stands still.
    since: Option<Moment>,
}

impl RunClock {
    pub(crate) fn new(sources: Arc<dyn Sources>) -> Self {
        Self {
            sources,
            parked: Mutex::default(),
            changed: Notify::new(),
        }
    }

    /// Stops the clock until the answer is dropped.
    pub(crate) fn park(&self) -> Standstill<'_> {
        let now = self.sources.now();
        self.lock().since = Some(now);
        self.changed.notify_waiters();
        Standstill(self)
    }

    /// How long it stood still so far.
    pub(crate) fn parked(&self) -> Duration {
        let parked = *self.lock();
        let since = parked.since.map(|since| self.sources.now().since(since));
        // A clock that goes has not been standing since.
        parked.total + since.unwrap_or_default()
    }

    /// The clock that goes on.
    pub(crate) fn real(&self) -> &dyn Sources {
        &*self.sources
    }

    /// The time of the run.
    pub(crate) fn now(&self) -> Moment {
        let parked = *self.lock();
        let now = parked.since.unwrap_or_else(|| self.sources.now());
        now.minus(parked.total)
    }

    /// Waits until a moment of the run.
    pub(crate) async fn sleep_until(&self, moment: Moment) {
        loop {
            // Before the state is read, so that no change after that is missed.
            let mut changed = pin!(self.changed.notified());
            let parked = *self.lock();
            let mut over = pin!(async {
                match parked.since {
                    None => self.sources.sleep_until(moment.plus(parked.total)).await,
                    Some(_) => std::future::pending().await,
                }
            });
            // By hand: `select!` and channels let others go first after many turns, and a clock that is looked at often
            // would stand still then.
            let is_over = std::future::poll_fn(|context| {
                if over.as_mut().poll(context).is_ready() {
                    return Poll::Ready(true);
                }
                changed.as_mut().poll(context).map(|()| false)
            });
            if is_over.await {
                return;
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, Parked> {
        self.parked.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A clock that stands still.
pub(crate) struct Standstill<'a>(&'a RunClock);

impl Drop for Standstill<'_> {
    fn drop(&mut self) {
        let now = self.0.sources.now();
        let mut parked = self.0.lock();
        if let Some(since) = parked.since.take() {
            parked.total += now.since(since);
        }
        drop(parked);
        self.0.changed.notify_waiters();
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::{Instant, sleep};

    use super::*;
    use clawperator_sources::SystemSources;

    #[tokio::test(start_paused = true)]
    async fn time_does_not_pass_while_it_stands_still() {
        let second = Duration::from_secs(1);
        let clock = RunClock::new(Arc::new(SystemSources::start()));
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
