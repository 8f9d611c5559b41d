//! The phone as an agent has it.

use std::sync::Arc;

use clawperator_contract::agent::{AgentAction, ScreenSnapshot, normalize};
use clawperator_contract::runs::Surface;
use clawperator_contract::wrappers::ExecutionResult;
use clawperator_contract::{Execution, Failure, RunOptions, validate};
use clawperator_host::{
    Executor as _, Host, ObserveRequest, Phone, Planned, Profile, RunRequest, Unheard, never,
    plan_agent_action, profile,
};
use serde_json::{Value, json};

/// How long anything may take on a busy machine.
const TIMEOUT_MS: u64 = 60_000;

pub(super) struct Eyes {
    host: Host,
    phone: Phone,
    profile: Arc<Profile>,
}

impl Eyes {
    pub(super) fn on((host, phone): (Host, Phone)) -> Self {
        Self {
            host,
            phone,
            profile: Arc::new(profile("person").unwrap()),
        }
    }

    /// A snapshot, also of a screen that keeps moving.
    pub(super) async fn look(&self) -> ScreenSnapshot {
        let look = execution(&[
            json!({ "id": "look", "type": "capture_screen", "params": { "allowNoTree": true } }),
        ]);
        let request = ObserveRequest::default();
        let asked = RunRequest::new(Arc::clone(&self.profile), Surface::Library);
        let observed = self
            .phone
            .observe(asked, &look, request, &Unheard, never())
            .await
            .unwrap();
        let Some(shown) = observed.shown else {
            panic!("{:#?}", observed.result)
        };
        shown.snapshot
    }

    /// Taps a point of a picture.
    pub(super) async fn tap(
        &self,
        (x, y): (i32, i32),
        snapshot: &str,
    ) -> Result<ExecutionResult, Failure> {
        let chosen_on = self.host.store().snapshot(snapshot)?;
        let Planned::Actions(actions) = plan_agent_action(&tap(x, y), Some(&chosen_on))? else {
            panic!("a tap is an action")
        };
        let engine = self.phone.executor_for(
            RunRequest::new(Arc::clone(&self.profile), Surface::Library),
            &chosen_on,
        )?;
        let options = RunOptions::default();
        engine
            .execute(&execution(&actions), options, &Unheard, never())
            .await
    }
}

fn tap(x: i32, y: i32) -> AgentAction {
    let call = json!({ "name": "tap", "arguments": { "thought": "", "x": x, "y": y } });
    normalize(call.to_string().as_bytes()).unwrap().action
}

fn execution(actions: &[Value]) -> Execution {
    let payload = json!({
        "commandId": "c", "taskId": "agent", "source": "test",
        "expectedFormat": "android-ui-automator", "timeoutMs": TIMEOUT_MS, "actions": actions,
    });
    validate(payload.to_string().as_bytes()).unwrap().execution
}
