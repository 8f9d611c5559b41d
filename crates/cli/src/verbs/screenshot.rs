//! `screenshot`: the screen as a picture.

use clawperator_contract::{ActionType, Failure};

use super::draft::Frame;
use super::{Draft, Milliseconds, timeout_or};
use crate::args::{GlobalArgs, ScreenshotArgs};
use crate::ids::CommandId;

static FRAME: Frame = Frame {
    command_id: CommandId::Random("screenshot"),
    task_id: None,
    source: "clawperator-observe",
    action_id: "snap",
    mode: Some("direct"),
};

pub(crate) fn screenshot(args: &ScreenshotArgs, global: &GlobalArgs) -> Result<Draft, Failure> {
    let timeout = timeout_or(Milliseconds::DEFAULT, global)?;
    Ok(Draft::new(&FRAME, ActionType::TakeScreenshot, timeout)
        .optional("path", args.path.as_deref()))
}
