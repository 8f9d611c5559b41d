//! What happens to the phone during a scenario, right before the engine's calls to it.

use std::sync::Arc;

use async_trait::async_trait;
use clawperator_test_support::BeforeCall;
use clawperator_virtual_phone::VirtualPhone;
use tokio::sync::Notify;

use super::file::Intervention;
use super::stage;

/// The interventions of a scenario.
#[derive(Debug)]
pub(super) struct During {
    pub(super) phone: VirtualPhone,
    pub(super) interventions: Vec<Intervention>,
    pub(super) cancel: Arc<Notify>,
}

#[async_trait]
impl BeforeCall for During {
    async fn happen(&self, kind: &'static str, nth: usize) {
        let now = self.interventions.iter();
        for intervention in now.filter(|one| one.before == kind && one.nth == nth) {
            self.intervene(intervention).await;
        }
    }
}

impl During {
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
}
