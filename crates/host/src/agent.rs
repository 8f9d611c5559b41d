//! What an agent's action becomes on a phone.

use clawperator_agent::{PointSpace, plan};
use clawperator_contract::agent::AgentAction;
use clawperator_contract::{ErrorCode, Failure};

pub use clawperator_agent::{PLANS, PlanRow, Planned};

use crate::phone::Phone;
use crate::store::Store;

/// A snapshot that an agent was shown, on which points can be chosen.
#[derive(Debug, Clone)]
pub struct ChosenOn {
    space: PointSpace,
    serial: String,
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
            id: screen.id,
        })
    }
}

impl ChosenOn {
    /// Refuses another phone than the one that the snapshot shows.
    pub fn check_phone(&self, phone: &Phone) -> Result<(), Failure> {
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
