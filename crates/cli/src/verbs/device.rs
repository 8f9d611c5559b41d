//! `device`: the phone itself.

use clawperator_contract::{ErrorCode, Failure};
use clawperator_host::verbs::{DeviceShell, Draft};

use super::{execution_timeout, milliseconds, missing_argument};
use crate::args::{DeviceShellArgs, GlobalArgs};

pub(crate) fn device_shell(args: &DeviceShellArgs, global: &GlobalArgs) -> Result<Draft, Failure> {
    if args.words.is_empty() {
        return Err(missing_argument(
            "device shell requires a program, behind `--`",
            "clawperator device shell -- getprop ro.build.version.release",
        ));
    }
    let limit = match &args.limit {
        None => None,
        Some(typed) => Some(milliseconds(typed).ok_or_else(|| {
            let message = "--for must be a time such as 500 (milliseconds) or 5s";
            Failure::new(ErrorCode::ExecutionValidationFailed, message)
        })?),
    };
    let shell = DeviceShell {
        words: args.words.clone(),
        limit,
        timeout: execution_timeout(global)?,
    };
    Ok(shell.into())
}
