//! What an agent's action becomes on a phone.

use clawperator_agent::{PointSpace, hold_within, plan};
use clawperator_contract::agent::{AgentAction, Repair};
use clawperator_contract::{ErrorCode, Failure};
use clawperator_engine::Engine;

pub use clawperator_agent::{PLANS, PlanRow, Planned};

use crate::one_phone::{OnePhone, Which};
use crate::phone::Phone;
use crate::store::Store;
use crate::traced::{RunRequest, Traced};

/// A snapshot that an agent was shown, on which points can be chosen.
#[derive(Debug, Clone)]
pub struct ChosenOn {
    space: PointSpace,
    serial: String,
    /// What the phone is known by, whatever adb calls it.
    phone: String,
    id: String,
}

impl Store {
    /// The snapshot of an id that `observe` gave.
    pub fn snapshot(&self, id: &str) -> Result<ChosenOn, Failure> {
        let found = self.observed().find(id).map_err(|error| {
            let message = format!("the snapshots of this machine cannot be read: {error}");
            Failure::new(ErrorCode::HostIoFailed, message)
        })?;
        let screen = found.ok_or_else(|| {
            let message = format!(
                "the snapshot '{}' is not kept; nothing was sent",
                clawperator_contract::excerpt(id)
            );
            Failure::new(ErrorCode::StaleRef, message)
                .with_hint("look at the screen again, and decide on what it shows now")
        })?;
        Ok(ChosenOn {
            space: screen.space(),
            serial: screen.serial,
            phone: screen.phone,
            id: screen.id,
        })
    }
}

impl Phone {
    /// Runs what was decided on a snapshot, on the phone that it shows and on no other one.
    pub fn executor_for(
        &self,
        request: RunRequest,
        chosen_on: &ChosenOn,
    ) -> Result<Traced<Engine>, Failure> {
        chosen_on.check_name(self)?;
        let locks = OnePhone::new(Which::Key(chosen_on.phone.clone()), self.store());
        let executor = self.executor(request);
        Ok(executor.map(|engine| engine.locked_by(locks)))
    }
}

impl ChosenOn {
    /// Holds an action's points within the picture, and tells which were outside.
    pub fn hold_within(&self, action: &mut AgentAction) -> Vec<Repair> {
        hold_within(action, &self.space)
    }

    /// Refuses a phone of another name than the one that the snapshot shows.
    fn check_name(&self, phone: &Phone) -> Result<(), Failure> {
        if self.serial == phone.serial() {
            return Ok(());
        }
        let message = format!(
            "the snapshot '{}' is of the phone {}, and {} was chosen; nothing was sent",
            self.id,
            self.serial,
            phone.serial()
        );
        Err(Failure::new(ErrorCode::StaleRef, message)
            .with_hint("choose the phone of the snapshot, or look at this one"))
    }
}

/// The actions of the execution that an agent's action becomes. Points need the snapshot that they were chosen on.
pub fn plan_agent_action(
    action: &AgentAction,
    chosen_on: Option<&ChosenOn>,
) -> Result<Planned, Failure> {
    plan(action, chosen_on.map(|chosen_on| &chosen_on.space))
}
