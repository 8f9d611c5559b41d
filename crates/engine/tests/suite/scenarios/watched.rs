//! The phone under test: the shell driver, with things that happen right before its calls.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use clawperator_contract::actions::Key;
use clawperator_device::Device;
use clawperator_device::hand::{
    Act, ActError, Capabilities, Front, Launch, Observation, ObserveError, TextEntry, Touch,
    Unavailable, View,
};
use clawperator_virtual_phone::VirtualPhone;
use tokio::sync::Notify;

use super::file::Intervention;
use super::stage;
use super::time::PhoneTime;

/// Time on the real clock that no answering phone needs, however busy the machine is.
const PATIENCE: Duration = Duration::from_mins(1);

/// A driver whose calls are counted by their kind.
#[derive(Debug)]
pub(super) struct Watched {
    pub(super) device: Arc<dyn Device>,
    pub(super) phone: VirtualPhone,
    /// Absent when the engine goes by the real clock.
    pub(super) time: Option<PhoneTime>,
    pub(super) interventions: Vec<Intervention>,
    pub(super) cancel: Arc<Notify>,
    pub(super) calls: Mutex<BTreeMap<&'static str, usize>>,
}

impl Watched {
    async fn call<T>(&self, kind: &'static str, call: impl Future<Output = T>) -> T {
        let nth = {
            let mut calls = self.calls.lock().unwrap();
            let nth = calls.entry(kind).or_default();
            *nth += 1;
            *nth
        };
        // From here to the end of the call the clock is the phone's to move.
        let under_way = self.time.as_ref().map(PhoneTime::call);
        let now = self.interventions.iter();
        for intervention in now.filter(|one| one.before == kind && one.nth == nth) {
            self.intervene(intervention).await;
        }
        let answer = call.await;
        if let Some(time) = &self.time {
            time.after_call().await;
        }
        drop(under_way);
        answer
    }

    async fn intervene(&self, intervention: &Intervention) {
        if let Some(fault) = &intervention.fault {
            self.phone.faults().set(fault.clone()).await.unwrap();
        }
        if let Some(kind) = intervention.clear {
            self.phone.faults().clear(kind).await;
        }
        for deed in &intervention.then {
            stage::perform(&self.phone, deed).await;
        }
        if intervention.cancel {
            self.cancel.notify_one();
            // Whoever waits for it is asked before the call begins.
            tokio::task::yield_now().await;
        }
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

    fn capabilities(&self) -> Capabilities {
        self.device.capabilities()
    }

    async fn observe(&self, view: View, within: Duration) -> Result<Observation, ObserveError> {
        let within = self.within(within);
        self.call("observe", self.device.observe(view, within))
            .await
    }

    async fn front(&self, within: Duration) -> Result<Front, Unavailable> {
        let within = self.within(within);
        self.call("front", self.device.front(within)).await
    }

    async fn touch(&self, touch: Touch, within: Duration) -> Act {
        let within = self.within(within);
        self.call("touch", self.device.touch(touch, within)).await
    }

    async fn press(&self, key: Key, within: Duration) -> Act {
        let within = self.within(within);
        self.call("press", self.device.press(key, within)).await
    }

    async fn enter(&self, entry: TextEntry<'_>, within: Duration) -> Act {
        let within = self.within(within);
        self.call("enter", self.device.enter(entry, within)).await
    }

    fn can_type(&self, text: &str) -> Result<(), String> {
        self.device.can_type(text)
    }

    async fn submit(&self, within: Duration) -> Act {
        let within = self.within(within);
        self.call("submit", self.device.submit(within)).await
    }

    async fn screenshot(&self, within: Duration) -> Result<Vec<u8>, Unavailable> {
        let within = self.within(within);
        self.call("screenshot", self.device.screenshot(within))
            .await
    }

    async fn launch(&self, package: &str, within: Duration) -> Result<Launch, ActError> {
        let within = self.within(within);
        self.call("launch", self.device.launch(package, within))
            .await
    }

    async fn open(&self, uri: &str, within: Duration) -> Result<Launch, ActError> {
        let within = self.within(within);
        self.call("open", self.device.open(uri, within)).await
    }

    async fn stop(&self, package: &str, within: Duration) -> Act {
        let within = self.within(within);
        self.call("stop", self.device.stop(package, within)).await
    }
}
