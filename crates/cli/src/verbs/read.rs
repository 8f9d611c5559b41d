//! `read`: the text of a node.

use clawperator_contract::{ErrorCode, Failure};
use clawperator_host::verbs::{Draft, Read};

use super::{execution_timeout, patience, required_target};
use crate::args::{GlobalArgs, ReadArgs};
use crate::selector_flags::{TargetFlags, container};

pub(crate) fn read(args: &ReadArgs, global: &GlobalArgs) -> Result<Draft, Failure> {
    if args.all && !global.names_json() {
        return Err(Failure::new(
            ErrorCode::Usage,
            "read --all requires explicit JSON output: add --json or --output json",
        ));
    }
    let examples = [
        "clawperator read --text \"Battery\"",
        "clawperator read --id android:id/title",
    ];
    let read = Read {
        target: required_target("read", &TargetFlags::from(&args.selector), examples)?,
        container: container(&args.container)?,
        all: args.all,
        patience: patience(&args.patience, global)?,
        timeout: execution_timeout(global)?,
    };
    Ok(read.into())
}
