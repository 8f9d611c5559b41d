//! `wait-for-idle`: until the screen stays as it is.

use clawperator_contract::{ErrorCode, Failure};
use clawperator_host::verbs::{Draft, WaitForIdle};

use super::milliseconds;
use super::wait::waited;
use crate::args::{GlobalArgs, WaitForIdleArgs};

pub(crate) fn wait_for_idle(args: &WaitForIdleArgs, global: &GlobalArgs) -> Result<Draft, Failure> {
    let quiet = match &args.quiet {
        None => None,
        Some(typed) => Some(milliseconds(typed).ok_or_else(|| {
            let message = "--quiet must be a time such as 500 (milliseconds) or 2s";
            Failure::new(ErrorCode::ExecutionValidationFailed, message)
        })?),
    };
    let wait = WaitForIdle {
        quiet,
        wait: waited(global)?,
    };
    Ok(wait.into())
}
