//! How long the engine takes beside what it waits for.

use std::fmt;
use std::future::Future;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use clawperator_contract::events::{Event, Happened};
use clawperator_device::Device;
use clawperator_device::driver::{
    Act, ActError, Acted, AppPermissions, Capabilities, Condition, Front, Identity, InstalledApp,
    Observation, ObserveError, Opens, PictureSize, Screenshot, Size, Unavailable, View,
};
use clawperator_engine::Events;
use clawperator_sources::{Moment, Sources};
use clawperator_test_support::FakeSources;
use tokio::time::Instant;

/// Takes the time of the steps of one phone, less that of its calls to the phone and of its pauses.
#[derive(Debug, Clone, Default)]
pub(crate) struct Stopwatch(Arc<Mutex<Times>>);

#[derive(Debug, Default)]
struct Times {
    /// When the current step began.
    began: Option<Instant>,
    /// What it has waited for so far.
    waited: Duration,
    overheads: Vec<Duration>,
}

impl Stopwatch {
    /// A device whose calls are timed.
    pub(crate) fn device(&self, device: Arc<dyn Device>) -> Arc<dyn Device> {
        Arc::new(TimedDevice {
            device,
            stopwatch: self.clone(),
        })
    }

    /// Sources whose pauses are timed.
    pub(crate) fn sources(&self) -> Arc<dyn Sources> {
        Arc::new(TimedSources {
            sources: FakeSources::start(),
            stopwatch: self.clone(),
        })
    }

    /// What was measured, in the order of the steps.
    pub(crate) fn overheads(&self) -> Vec<Duration> {
        self.times().overheads.clone()
    }

    async fn waiting<T>(&self, future: impl Future<Output = T>) -> T {
        let started = Instant::now();
        let outcome = future.await;
        self.times().waited += started.elapsed();
        outcome
    }

    fn times(&self) -> MutexGuard<'_, Times> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Events for Stopwatch {
    fn on_event(&self, event: &Event) {
        match &event.event {
            Happened::StepStarted { .. } => {
                let mut times = self.times();
                times.began = Some(Instant::now());
                times.waited = Duration::ZERO;
            }
            Happened::StepFinished { .. } => {
                let mut times = self.times();
                if let Some(began) = times.began.take() {
                    let overhead = began.elapsed().saturating_sub(times.waited);
                    times.overheads.push(overhead);
                }
            }
            _ => {}
        }
    }
}

#[derive(Debug)]
struct TimedSources {
    sources: FakeSources,
    stopwatch: Stopwatch,
}

#[async_trait]
impl Sources for TimedSources {
    fn now(&self) -> Moment {
        self.sources.now()
    }

    async fn sleep_until(&self, moment: Moment) {
        // The deadline's own sleep is dropped before it ends, and so is never counted.
        let sleep = self.sources.sleep_until(moment);
        self.stopwatch.waiting(sleep).await;
    }

    fn epoch_milliseconds(&self) -> u64 {
        self.sources.epoch_milliseconds()
    }

    fn fill(&self, bytes: &mut [u8]) -> io::Result<()> {
        self.sources.fill(bytes)
    }
}

struct TimedDevice {
    device: Arc<dyn Device>,
    stopwatch: Stopwatch,
}

impl fmt::Debug for TimedDevice {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.device.fmt(formatter)
    }
}

#[async_trait]
impl Device for TimedDevice {
    fn serial(&self) -> &str {
        self.device.serial()
    }

    async fn identity(&self, within: Duration) -> Result<Identity, Unavailable> {
        self.stopwatch.waiting(self.device.identity(within)).await
    }

    fn capabilities(&self) -> Capabilities {
        self.device.capabilities()
    }

    async fn learn_release(&self, within: Duration) -> Result<(), Unavailable> {
        self.device.learn_release(within).await
    }

    async fn observe(&self, view: View, within: Duration) -> Result<Observation, ObserveError> {
        let call = self.device.observe(view, within);
        self.stopwatch.waiting(call).await
    }

    async fn front(&self, within: Duration) -> Result<Front, Unavailable> {
        self.stopwatch.waiting(self.device.front(within)).await
    }

    async fn condition(&self, within: Duration) -> Result<Condition, Unavailable> {
        self.stopwatch.waiting(self.device.condition(within)).await
    }

    async fn screen_size(&self, within: Duration) -> Result<Option<Size>, Unavailable> {
        self.stopwatch
            .waiting(self.device.screen_size(within))
            .await
    }

    fn can_type(&self, text: &str) -> Result<(), String> {
        self.device.can_type(text)
    }

    async fn screenshot(
        &self,
        size: PictureSize,
        within: Duration,
    ) -> Result<Screenshot, Unavailable> {
        self.stopwatch
            .waiting(self.device.screenshot(size, within))
            .await
    }

    async fn leads_to(
        &self,
        opens: Opens<'_>,
        within: Duration,
    ) -> Result<Vec<Front>, Unavailable> {
        let call = self.device.leads_to(opens, within);
        self.stopwatch.waiting(call).await
    }

    async fn apps_with_icon(&self, within: Duration) -> Result<Vec<String>, Unavailable> {
        self.stopwatch
            .waiting(self.device.apps_with_icon(within))
            .await
    }

    async fn apps(&self, within: Duration) -> Result<Vec<InstalledApp>, Unavailable> {
        self.stopwatch.waiting(self.device.apps(within)).await
    }

    async fn is_installed(&self, package: &str, within: Duration) -> Result<bool, Unavailable> {
        let call = self.device.is_installed(package, within);
        self.stopwatch.waiting(call).await
    }

    async fn permissions(
        &self,
        package: &str,
        within: Duration,
    ) -> Result<Option<AppPermissions>, Unavailable> {
        let call = self.device.permissions(package, within);
        self.stopwatch.waiting(call).await
    }

    async fn act(&self, act: Act<'_>, within: Duration) -> Result<Acted, ActError> {
        self.stopwatch.waiting(self.device.act(act, within)).await
    }
}
