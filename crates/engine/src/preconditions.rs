//! What is refused of an execution before anything is sent: what the driver cannot do, and pictures that cannot be kept.

use std::time::Duration;

use clawperator_contract::actions::ClickType;
use clawperator_contract::{Action, ActionParams, ErrorCode, Execution, Failure, HostFile, Text};
use clawperator_device::driver::Unavailable;

use crate::abilities::missing;
use crate::artifacts::Way;
use crate::engine::{Engine, IDENTITY_LIMIT};

impl Engine {
    /// Refuses what the driver cannot do, before anything is sent.
    pub(crate) fn check_capabilities(&self, execution: &Execution) -> Result<(), Failure> {
        let able = self.device.capabilities();
        let mut actions = execution.actions().iter();
        let lack = actions.find_map(|action| Some((action, missing(action, able)?)));
        let Some((action, ability)) = lack else {
            return Ok(());
        };
        let message = format!(
            "step '{}' {}, which the {} driver cannot do; nothing was sent",
            action.id.as_str(),
            ability.said_of(action.action_type()),
            able.driver.name(),
        );
        Err(Failure::new(ErrorCode::CapabilityUnsupported, message).with_hint(ability.hint))
    }

    /// Finds out what the phone's release can do, where an action depends on it.
    pub(crate) async fn learn_release(
        &self,
        execution: &Execution,
        timeout: Duration,
    ) -> Result<(), Failure> {
        let depends = |action: &Action| {
            action.click_type() == Some(ClickType::DoubleClick)
                || matches!(action.params, ActionParams::Drag(_))
        };
        if !execution.actions().iter().any(depends) {
            return Ok(());
        }
        let limit = timeout.min(IDENTITY_LIMIT);
        // By the clock of the run, as for the question which phone it is.
        let over = self.parts.sources.now().plus(limit);
        let learnt = tokio::select! {
            biased;
            learnt = self.device.learn_release(limit) => learnt,
            () = self.parts.sources.sleep_until(over) => Err(Unavailable {
                code: ErrorCode::DeviceTimeout,
                message: "the phone did not say in time which release it has".to_owned(),
            }),
        };
        learnt.map_err(|error| self.gone(&error))
    }

    /// Refuses pictures and files that cannot be written or read on this machine, before anything is sent.
    pub(crate) fn check_here(&self, execution: &Execution) -> Result<(), Failure> {
        self.check_pictures(execution)?;
        self.check_files(execution)
    }

    fn check_files(&self, execution: &Execution) -> Result<(), Failure> {
        let artifacts = &self.parts.artifacts;
        for action in execution.actions() {
            let (code, checked) = match &action.params {
                ActionParams::PushFile(push) => (
                    ErrorCode::FileUnreadable,
                    artifacts.check_file(Some(push.host_file.as_str()), Way::Read),
                ),
                ActionParams::PullFile(pull) => (
                    ErrorCode::HostIoFailed,
                    artifacts
                        .check_file(pull.host_file.as_ref().map(HostFile::as_str), Way::Written),
                ),
                _ => continue,
            };
            checked.map_err(|error| {
                let step = action.id.as_str();
                let message = format!("step '{step}': {error}; nothing was sent");
                Failure::new(code, message)
            })?;
        }
        Ok(())
    }

    fn check_pictures(&self, execution: &Execution) -> Result<(), Failure> {
        for action in execution.actions() {
            let path = match &action.params {
                ActionParams::TakeScreenshot(params) => Some(&params.path),
                ActionParams::CaptureScreen(params) => Some(&params.path),
                _ => None,
            };
            if let Some(path) = path {
                let path = path.as_ref().map(Text::as_str);
                self.parts.artifacts.check_picture(path).map_err(|error| {
                    let message = format!(
                        "step '{}': {}; nothing was sent",
                        action.id.as_str(),
                        error.message
                    );
                    Failure::new(ErrorCode::HostIoFailed, message)
                        .with_hint("use a path that does not exist or is a PNG file")
                })?;
            }
        }
        Ok(())
    }
}
