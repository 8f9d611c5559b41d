//! `exists`: whether a node is on the screen.

use clawperator_contract::Failure;
use clawperator_host::verbs::{Draft, Exists};

use super::{execution_timeout, required_target};
use crate::args::{ExistsArgs, GlobalArgs};
use crate::selector_flags::{TargetFlags, container};

pub(crate) fn exists(args: &ExistsArgs, global: &GlobalArgs) -> Result<Draft, Failure> {
    let examples = [
        "clawperator exists --text \"Sign out\"",
        "clawperator exists --id com.example:id/error",
    ];
    let flags = TargetFlags::from(&args.selector).or_ref(args.node.as_deref());
    let exists = Exists {
        target: required_target("exists", &flags, examples)?,
        container: container(&args.container)?,
        timeout: execution_timeout(global)?,
    };
    Ok(exists.into())
}
