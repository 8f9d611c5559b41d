//! What the doctor has done to a phone outside of any execution: the same lock, guard and permit as for a step.

use std::time::Duration;

use clawperator_contract::{ErrorCode, Failure};
use clawperator_device::doctor::Treatment;
use clawperator_device::driver::{ActError, Acted};

use crate::engine::Engine;
use crate::failures::refused;
use crate::guarded_device::NotPermitted;
use crate::intent::Intent;

/// The command that others are told of while it has the phone.
const COMMAND_ID: &str = "doctor";

impl Engine {
    /// Does it, if the phone is free and the guard allows it.
    pub async fn act_for_doctor(&self, act: Treatment, within: Duration) -> Result<Acted, Failure> {
        let phone = self.phone(within).await?;
        let lock = self.lock(COMMAND_ID, &phone, within).await?;
        if lock.was_left_behind() {
            self.outlast_cut_off_run().await;
        }
        let escort = self.parts.guard.escort_doctor(&phone);
        let device = self.device.guarded_by(&*escort);
        let intent = match act {
            Treatment::WakeScreen => Intent::Wake,
            Treatment::DismissLock => Intent::DismissLock,
            Treatment::TryInput => Intent::TryInput,
        };
        let outcome = match device.ask(None, intent, within).await {
            Ok(permit) => device.act(permit, within).await,
            Err(NotPermitted::Refused(verdict)) => {
                lock.release();
                return Err(refused(verdict));
            }
            Err(NotPermitted::Unknown(error)) => {
                lock.release();
                return Err(Failure::new(error.code, error.message));
            }
        };
        match outcome {
            Ok(acted) => {
                lock.release();
                Ok(acted)
            }
            Err(error) => {
                // The phone may still be at it: the next run waits.
                if !matches!(error, ActError::Unknown { .. }) {
                    lock.release();
                }
                Err(failed(&error))
            }
        }
    }
}

fn failed(error: &ActError) -> Failure {
    let message = error.to_string();
    let code = match error {
        ActError::NotSent { code, .. } | ActError::Refused { code, .. } => *code,
        ActError::Declined { .. } | ActError::Partly { .. } => ErrorCode::ActionFailed,
        ActError::Unknown { .. } => ErrorCode::OutcomeUnknown,
    };
    Failure::new(code, message)
}
