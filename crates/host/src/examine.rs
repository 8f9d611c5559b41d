//! What is wrong with adb or a phone.

use clawperator_contract::doctor::Report;
use clawperator_device::doctor::{ExamineOptions, Limits, Progress, Repair, examine};

use crate::adb::Adb;

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

impl Adb {
    /// Runs every check and never stops at an error. `progress` is told of each.
    pub async fn examine(&self, request: ExamineRequest, progress: &mut dyn Progress) -> Report {
        let adb = self.config();
        let options = ExamineOptions {
            endpoint: adb.endpoint.clone(),
            adb_program: adb.program.clone(),
            device: request.serial,
            android_serial: adb.default_serial.clone(),
            repair: request.repair,
            limits: request.limits,
        };
        examine(&options, progress).await
    }
}
