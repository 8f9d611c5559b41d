//! What is wrong with adb or a phone.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use clawperator_adb::DeviceHandle;
use clawperator_contract::Failure;
use clawperator_contract::doctor::Report;
use clawperator_device::doctor::{self, ExamineOptions, FixPhone, Limits, PhoneFix, Progress};
use clawperator_policy::Profile;

use crate::adb::Adb;
use crate::phone::Phone;
use crate::store::Store;

/// What to examine, and how.
#[derive(Debug, Clone)]
pub struct ExamineRequest {
    /// The phone; without one the default of the configuration, or the only phone that is there.
    pub serial: Option<String>,
    /// What may be changed.
    pub repair: Repair,
    /// How long each check may take.
    pub limits: Limits,
}

/// What the doctor may change.
#[derive(Debug, Clone)]
pub enum Repair {
    /// Nothing: it only looks.
    Nothing,
    /// What can be fixed safely. What changes a phone takes its lock, and is judged by a profile as a step is.
    Safe { store: Store, profile: Arc<Profile> },
}

/// Fixes phones by way of the engine.
#[derive(Debug)]
struct GuardedFix {
    store: Store,
    profile: Arc<Profile>,
}

#[async_trait]
impl FixPhone for GuardedFix {
    async fn fix(
        &self,
        phone: &DeviceHandle,
        fix: PhoneFix,
        within: Duration,
    ) -> Result<(), Failure> {
        let phone = Phone::new(phone.clone(), self.store.clone());
        let engine = phone.executor(Arc::clone(&self.profile));
        engine.fix(fix, within).await
    }
}

impl Adb {
    /// Runs every check and never stops at an error. `progress` is told of each.
    pub async fn examine(&self, request: ExamineRequest, progress: &mut dyn Progress) -> Report {
        let adb = self.config();
        let options = ExamineOptions {
            endpoint: adb.endpoint.clone(),
            adb_program: adb.program.clone(),
            device: request.serial,
            android_serial: adb.default_serial.clone(),
            repair: match request.repair {
                Repair::Nothing => doctor::Repair::Nothing,
                Repair::Safe { store, profile } => {
                    doctor::Repair::Safe(Arc::new(GuardedFix { store, profile }))
                }
            },
            limits: request.limits,
        };
        doctor::examine(&options, progress).await
    }
}
