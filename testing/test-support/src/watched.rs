//! The driver as tests hand it to the engine: patient, counted, and with things that happen right before its calls.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use clawperator_contract::PhonePath;
use clawperator_device::Device;
use clawperator_device::driver::{
    Act, ActError, Acted, AppPermissions, AtPath, Capabilities, Clip, Condition, Front, Heard,
    Identity, InstalledApp, Observation, ObserveError, Opens, PictureSize, Screenshot, Since, Size,
    TreeNumber, Unavailable, View,
};

use crate::phone_time::PhoneTime;

/// Time on the real clock that no answering phone needs, however busy the machine is.
const PATIENCE: Duration = Duration::from_mins(1);

/// What happens right before a call of the driver.
#[async_trait]
pub trait BeforeCall: Debug + Send + Sync {
    /// Called before the nth call of its kind, from 1.
    async fn happen(&self, kind: &'static str, nth: usize);
}

/// Nothing happens.
#[derive(Debug)]
pub struct Nothing;

#[async_trait]
impl BeforeCall for Nothing {
    async fn happen(&self, _: &'static str, _: usize) {}
}

/// A driver whose calls are counted by their kind.
#[derive(Debug)]
pub struct Watched {
    device: Arc<dyn Device>,
    time: Option<PhoneTime>,
    before: Arc<dyn BeforeCall>,
    calls: Mutex<BTreeMap<&'static str, usize>>,
}

impl Watched {
    /// Watches a driver. Without a `time` the engine goes by the real clock.
    #[must_use]
    pub fn new(
        device: Arc<dyn Device>,
        time: Option<PhoneTime>,
        before: Arc<dyn BeforeCall>,
    ) -> Self {
        Self {
            device,
            time,
            before,
            calls: Mutex::default(),
        }
    }

    async fn call<T>(&self, kind: &'static str, call: impl Future<Output = T>) -> T {
        let nth = {
            let mut calls = self.calls.lock().unwrap();
            let nth = calls.entry(kind).or_default();
            *nth += 1;
            *nth
        };
        // From here to the end of the call the clock is the phone's to move.
        let under_way = self.time.as_ref().map(PhoneTime::call);
        self.before.happen(kind, nth).await;
        let answer = call.await;
        if let Some(time) = &self.time {
            time.after_call().await;
        }
        drop(under_way);
        answer
    }

    /// On the phone's clock a deadline says nothing about how busy this machine is.
    fn within(&self, within: Duration) -> Duration {
        if self.time.is_some() {
            PATIENCE
        } else {
            within
        }
    }
}

#[async_trait]
impl Device for Watched {
    fn serial(&self) -> &str {
        self.device.serial()
    }

    fn expect_look(&self) {
        self.device.expect_look();
    }

    async fn identity(&self, within: Duration) -> Result<Identity, Unavailable> {
        let within = self.within(within);
        self.call("identity", self.device.identity(within)).await
    }

    fn capabilities(&self) -> Capabilities {
        self.device.capabilities()
    }

    async fn learn_release(&self, within: Duration) -> Result<(), Unavailable> {
        let within = self.within(within);
        self.call("learn_release", self.device.learn_release(within))
            .await
    }

    async fn observe(&self, view: View, within: Duration) -> Result<Observation, ObserveError> {
        let within = self.within(within);
        self.call("observe", self.device.observe(view, within))
            .await
    }

    async fn changed(&self, since: Option<TreeNumber>) {
        self.device.changed(since).await;
    }

    async fn heard(&self, since: Since, within: Duration) -> Result<Heard, Unavailable> {
        let within = self.within(within);
        self.call("heard", self.device.heard(since, within)).await
    }

    async fn clipboard(&self, within: Duration) -> Result<Option<Clip>, Unavailable> {
        let within = self.within(within);
        self.call("clipboard", self.device.clipboard(within)).await
    }

    async fn confirm_identity(&self, within: Duration) -> Result<(), Unavailable> {
        let within = self.within(within);
        self.call("confirm_identity", self.device.confirm_identity(within))
            .await
    }

    async fn file_at(&self, path: &PhonePath, within: Duration) -> Result<AtPath, Unavailable> {
        let within = self.within(within);
        self.call("file_at", self.device.file_at(path, within))
            .await
    }

    async fn read_file(
        &self,
        path: &PhonePath,
        most: usize,
        within: Duration,
    ) -> Result<Vec<u8>, Unavailable> {
        let within = self.within(within);
        self.call("read_file", self.device.read_file(path, most, within))
            .await
    }

    async fn file_holds(
        &self,
        path: &PhonePath,
        bytes: &[u8],
        within: Duration,
    ) -> Result<bool, Unavailable> {
        let within = self.within(within);
        self.call("file_holds", self.device.file_holds(path, bytes, within))
            .await
    }

    async fn front(&self, within: Duration) -> Result<Front, Unavailable> {
        let within = self.within(within);
        self.call("front", self.device.front(within)).await
    }

    async fn condition(&self, within: Duration) -> Result<Condition, Unavailable> {
        let within = self.within(within);
        self.call("condition", self.device.condition(within)).await
    }

    async fn screen_size(&self, within: Duration) -> Result<Option<Size>, Unavailable> {
        let within = self.within(within);
        self.call("screen_size", self.device.screen_size(within))
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
        let within = self.within(within);
        self.call("screenshot", self.device.screenshot(size, within))
            .await
    }

    async fn leads_to(
        &self,
        opens: Opens<'_>,
        within: Duration,
    ) -> Result<Vec<Front>, Unavailable> {
        let within = self.within(within);
        self.call("leads_to", self.device.leads_to(opens, within))
            .await
    }

    async fn apps_with_icon(&self, within: Duration) -> Result<Vec<String>, Unavailable> {
        let within = self.within(within);
        self.call("apps_with_icon", self.device.apps_with_icon(within))
            .await
    }

    async fn apps(&self, within: Duration) -> Result<Vec<InstalledApp>, Unavailable> {
        let within = self.within(within);
        self.call("apps", self.device.apps(within)).await
    }

    async fn is_installed(&self, package: &str, within: Duration) -> Result<bool, Unavailable> {
        let within = self.within(within);
        self.call("is_installed", self.device.is_installed(package, within))
            .await
    }

    async fn permissions(
        &self,
        package: &str,
        within: Duration,
    ) -> Result<Option<AppPermissions>, Unavailable> {
        let within = self.within(within);
        self.call("permissions", self.device.permissions(package, within))
            .await
    }

    async fn act(&self, act: Act<'_>, within: Duration) -> Result<Acted, ActError> {
        let within = self.within(within);
        self.call(act.kind(), self.device.act(act, within)).await
    }
}
