//! What is wrong with adb or a phone.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use clawperator_adb::{Deadline, DeviceHandle};
use clawperator_contract::doctor::{DriverAbilities, Report};
use clawperator_contract::operator::OperatorState;
use clawperator_contract::{Failure, excerpt};
use clawperator_device::doctor::{
    self, DoctorHands, DoctorHold, ExamineOptions, Limits, OwnProgram, Progress, Treatment,
};
use clawperator_device::driver::Acted;
use clawperator_engine::abilities;
use clawperator_policy::Profile;

use crate::adb::Adb;
use crate::config::OperatorConfig;
use crate::drivers;
use crate::hold::HeldPhone;
use crate::phone::Phone;
use crate::store::Store;

/// What to examine, and how.
#[derive(Debug, Clone)]
pub struct ExamineRequest {
    /// The phone; without one the default of the configuration, or the only phone that is there.
    pub serial: Option<String>,
    /// Whether to fix what can be fixed safely.
    pub fix: bool,
    /// What the doctor may act with: a phone's lock is taken, and what is done to it is judged by a profile as a step
    /// is. Where this machine has no place for locks, or no such profile, the checks that act say so.
    pub hands: Result<ExamineHands, Failure>,
    /// How long each check may take.
    pub limits: Limits,
}

/// What the doctor acts with.
#[derive(Debug, Clone)]
pub struct ExamineHands {
    pub store: Store,
    pub profile: Arc<Profile>,
}

/// Acts on phones by way of the engine.
#[derive(Debug)]
struct GuardedHands(Result<ExamineHands, Failure>);

/// What others are told while a screen is read.
const HOLDER: &str = "doctor";

#[async_trait]
impl DoctorHands for GuardedHands {
    async fn act(
        &self,
        phone: &DeviceHandle,
        act: Treatment,
        within: Duration,
    ) -> Result<Acted, Failure> {
        let hands = self.0.clone()?;
        let engine =
            Phone::new(phone.clone(), hands.store, OperatorConfig::default()).engine(hands.profile);
        engine.act_for_doctor(act, within).await
    }

    async fn own_program(&self, phone: &DeviceHandle, deadline: Deadline) -> Option<OwnProgram> {
        let hands = self.0.clone().ok()?;
        let phone = Phone::new(phone.clone(), hands.store, OperatorConfig::default());
        let report = phone.operator(deadline.remaining()?).await.ok()?;
        let which = match report.state {
            OperatorState::Running => "the Operator of this version runs",
            OperatorState::OtherVersion => "the Operator of another version runs",
            OperatorState::Unknown if !report.processes.is_empty() => {
                "the Operator runs and cannot be spoken with"
            }
            OperatorState::Unknown | OperatorState::Stopped => return None,
        };
        let holder = match (&report.holder, report.state) {
            (Some(holder), _) => format!(", used by {}", excerpt(holder)),
            (None, OperatorState::Running) => ", used by nobody".to_owned(),
            (None, _) => String::new(),
        };
        Some(OwnProgram {
            // One that cannot be asked is not said to have it.
            has_automation: report.ui_automation.unwrap_or_default(),
            processes: report.processes.iter().map(|own| own.process_id).collect(),
            says: format!("{which}{holder}"),
        })
    }

    fn abilities(&self, api_level: u32) -> Vec<DriverAbilities> {
        drivers::on_release(api_level).map(abilities).into()
    }

    async fn hold(&self, phone: &DeviceHandle) -> Result<Box<dyn DoctorHold>, Failure> {
        let hands = self.0.clone()?;
        let phone = Phone::new(phone.clone(), hands.store, OperatorConfig::default());
        let held = phone.hold(hands.profile, HOLDER).await?;
        phone.let_go().await;
        Ok(Box::new(held))
    }
}

impl DoctorHold for HeldPhone {
    fn release(self: Box<Self>) {
        (*self).release();
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
            default_phone: adb.default_phone.clone(),
            fix: request.fix,
            hands: Arc::new(GuardedHands(request.hands)),
            limits: request.limits,
        };
        doctor::examine(&options, progress).await
    }
}
