//! `close`: stop an app.

use clawperator_contract::{ActionType, Failure};

use super::draft::Frame;
use super::{Draft, Milliseconds, missing_argument, one_of, timeout_or};
use crate::args::{CloseArgs, GlobalArgs};
use crate::ids::CommandId;

static FRAME: Frame = Frame {
    command_id: CommandId::Random("close"),
    task_id: None,
    source: "clawperator-cli",
    action_id: "close",
    mode: None,
};

pub(crate) fn close(args: &CloseArgs, global: &GlobalArgs) -> Result<Draft, Failure> {
    let ways = [args.package.as_deref(), args.app.as_deref()];
    let app = one_of(&ways, "use --app OR a package argument, not both")?.ok_or_else(|| {
        missing_argument(
            "close requires an app",
            "clawperator close com.android.settings",
        )
    })?;
    let timeout = timeout_or(Milliseconds::DEFAULT, global)?;
    Ok(Draft::new(&FRAME, ActionType::CloseApp, timeout).param("applicationId", app))
}
