//! The engine on the phone's clock.
//!
//! On the phone of these tests time passes when somebody waits for it, and only then. The engine waits on the same
//! clock: whenever it waits for nothing but time, the clock is moved to the next moment that it waits for. So a retry
//! of six seconds takes none, and what the phone does meanwhile still happens in order.

use std::collections::BTreeMap;
use std::io;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard};
use std::task::{Poll, Waker};

use async_trait::async_trait;
use clawperator_sources::{Moment, Sources};
use clawperator_virtual_phone::VirtualPhone;

/// The phone's clock, as the engine sees it.
#[derive(Debug, Clone)]
pub struct PhoneTime {
    phone: VirtualPhone,
    state: Arc<Mutex<State>>,
}

#[derive(Debug, Default)]
struct State {
    /// Who waits until when.
    sleepers: BTreeMap<u64, (Moment, Option<Waker>)>,
    last: u64,
    /// Calls to the phone that are under way.
    calls: usize,
}

/// A call to the phone that is under way.
#[derive(Debug)]
pub struct Call<'a>(&'a PhoneTime);

impl PhoneTime {
    /// The clock of this phone, which must be one that stands still by itself.
    #[must_use]
    pub fn of(phone: VirtualPhone) -> Self {
        Self {
            phone,
            state: Arc::default(),
        }
    }

    /// Runs something that waits on this clock and on calls to the phone, and on nothing else.
    pub async fn drive<T>(&self, run: impl Future<Output = T>) -> T {
        let mut run = pin!(run);
        std::future::poll_fn(|context| {
            loop {
                if let Poll::Ready(done) = run.as_mut().poll(context) {
                    return Poll::Ready(done);
                }
                let next = {
                    let state = self.lock();
                    let moments = state.sleepers.values().map(|(moment, _)| *moment);
                    moments.min().filter(|_| state.calls == 0)
                };
                match next {
                    Some(moment) => self.phone.advance(moment.since(self.now())),
                    None => return Poll::Pending,
                }
            }
        })
        .await
    }

    /// Takes note of a call to the phone; while one is under way only the phone moves the clock.
    #[must_use]
    pub fn call(&self) -> Call<'_> {
        self.lock().calls += 1;
        Call(self)
    }

    /// Lets those go first whose time came during a call.
    pub async fn after_call(&self) {
        let now = self.now();
        let due = {
            let state = self.lock();
            state.sleepers.values().any(|(moment, _)| *moment <= now)
        };
        if due {
            tokio::task::yield_now().await;
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap()
    }
}

impl Drop for Call<'_> {
    fn drop(&mut self) {
        self.0.lock().calls -= 1;
    }
}

#[async_trait]
impl Sources for PhoneTime {
    fn now(&self) -> Moment {
        Moment::at(self.phone.since_boot())
    }

    async fn sleep_until(&self, moment: Moment) {
        let id = {
            let mut state = self.lock();
            state.last += 1;
            let id = state.last;
            state.sleepers.insert(id, (moment, None));
            id
        };
        let _sleeper = Sleeper { time: self, id };
        std::future::poll_fn(|context| {
            if self.now() >= moment {
                return Poll::Ready(());
            }
            let waker = Some(context.waker().clone());
            self.lock().sleepers.insert(id, (moment, waker));
            Poll::Pending
        })
        .await;
    }

    /// The phone's clock counts from its start; no test on it needs a time of day.
    fn epoch_milliseconds(&self) -> u64 {
        0
    }

    /// All zeros, so that no delay deviates from its policy.
    fn fill(&self, bytes: &mut [u8]) -> io::Result<()> {
        bytes.fill(0);
        Ok(())
    }
}

/// Somebody who waits; one that is dropped does not wait any more.
struct Sleeper<'a> {
    time: &'a PhoneTime,
    id: u64,
}

impl Drop for Sleeper<'_> {
    fn drop(&mut self) {
        self.time.lock().sleepers.remove(&self.id);
    }
}
