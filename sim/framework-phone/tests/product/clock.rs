//! The time that the engine goes by: the phone's own.

use std::io;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use clawperator_framework_phone::JvmScreen;
use clawperator_sources::{Moment, Sources};
use tokio::task::JoinHandle;
use tokio::time::Instant;

/// How often the phone is asked, on the real clock.
const PERIOD: Duration = Duration::from_millis(20);

/// How far this clock goes on between two answers, so that it never runs ahead of the phone for long.
const MOST_AHEAD: Duration = Duration::from_millis(500);

/// A clock that runs with the phone's. A busy machine slows the phone, and so the engine's deadlines too: it meets the
/// phone as it would at real speed.
#[derive(Debug, Clone)]
pub(super) struct PhoneTime(Arc<State>);

#[derive(Debug)]
struct State {
    speed: f64,
    told: Mutex<Told>,
    asks: Mutex<Option<JoinHandle<()>>>,
}

/// What the phone said last, and when.
#[derive(Debug, Clone, Copy)]
struct Told {
    /// Counted over all processes behind the phone: a new one begins at its own zero.
    passed: Duration,
    uptime: Duration,
    at: Instant,
    /// What was told to others, which never goes back.
    shown: Duration,
}

impl PhoneTime {
    pub(super) fn follow(screen: Arc<JvmScreen>, speed: f64) -> Self {
        let state = Arc::new(State {
            speed,
            told: Mutex::new(Told {
                passed: Duration::ZERO,
                uptime: Duration::MAX,
                at: Instant::now(),
                shown: Duration::ZERO,
            }),
            asks: Mutex::default(),
        });
        let asking = tokio::spawn(ask(Arc::downgrade(&state), screen));
        *state.asks.lock().unwrap() = Some(asking);
        Self(state)
    }
}

async fn ask(state: std::sync::Weak<State>, screen: Arc<JvmScreen>) {
    let mut record = None;
    loop {
        if record.is_none() {
            record = screen.record().await.ok();
        }
        if let Some(client) = &record {
            match client.uptime().await {
                Ok(uptime) => {
                    let Some(state) = state.upgrade() else {
                        return;
                    };
                    state.told.lock().unwrap().hear(uptime);
                }
                // Another process will run behind the phone.
                Err(_) => record = None,
            }
        }
        tokio::time::sleep(PERIOD).await;
    }
}

impl Told {
    fn hear(&mut self, uptime: Duration) {
        self.passed += uptime.saturating_sub(self.uptime);
        self.uptime = uptime;
        self.at = Instant::now();
    }
}

#[async_trait]
impl Sources for PhoneTime {
    fn now(&self) -> Moment {
        let mut told = self.0.told.lock().unwrap();
        let since = told.at.elapsed().mul_f64(self.0.speed).min(MOST_AHEAD);
        told.shown = told.shown.max(told.passed + since);
        Moment::at(told.shown)
    }

    async fn sleep_until(&self, moment: Moment) {
        loop {
            let left = moment.since(self.now());
            if left.is_zero() {
                return;
            }
            let real = left.div_f64(self.0.speed);
            tokio::time::sleep(real.clamp(Duration::from_millis(1), PERIOD)).await;
        }
    }

    /// No test here needs a time of day.
    fn epoch_milliseconds(&self) -> u64 {
        0
    }

    /// All zeros, so that no delay deviates from its policy.
    fn fill(&self, bytes: &mut [u8]) -> io::Result<()> {
        bytes.fill(0);
        Ok(())
    }
}

impl Drop for State {
    fn drop(&mut self) {
        if let Some(asks) = self.asks.lock().unwrap().take() {
            asks.abort();
        }
    }
}
