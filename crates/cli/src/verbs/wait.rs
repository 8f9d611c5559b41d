//! `wait`: until a node is on the screen.

use clawperator_contract::{ErrorCode, Failure};
use clawperator_host::verbs::{Draft, Wait};

use super::{milliseconds, patience, required_target};
use crate::args::{GlobalArgs, WaitArgs};
use crate::selector_flags::TargetFlags;

pub(crate) fn wait(args: &WaitArgs, global: &GlobalArgs) -> Result<Draft, Failure> {
    let examples = [
        "clawperator wait --text \"Done\"",
        "clawperator wait --id com.example:id/title --timeout 10000",
    ];
    let target = required_target("wait", &TargetFlags::from(&args.selector), examples)?;
    let wait = match &global.timeout {
        None => None,
        Some(typed) => Some(
            milliseconds(typed)
                .filter(|wait| wait.get() > 0.0)
                .ok_or_else(|| {
                    Failure::new(
                        ErrorCode::ExecutionValidationFailed,
                        "--timeout must be a positive number of milliseconds when specified. \
                 Omit --timeout to use the default wait cap.",
                    )
                })?,
        ),
    };
    let wait = Wait {
        target,
        wait,
        patience: patience(&args.patience)?,
    };
    Ok(wait.into())
}
