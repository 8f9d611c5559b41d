//! `clear-text`: empty a field.

use clawperator_contract::Failure;
use clawperator_host::verbs::{ClearText, Draft};

use super::{execution_timeout, patience};
use crate::args::{ClearTextArgs, GlobalArgs};
use crate::selector_flags::TargetFlags;

pub(crate) fn clear_text(args: &ClearTextArgs, global: &GlobalArgs) -> Result<Draft, Failure> {
    let flags = TargetFlags::from(&args.selector).or_ref(args.node.as_deref());
    let clear = ClearText {
        target: flags.target()?,
        patience: patience(&args.patience, global)?,
        timeout: execution_timeout(global)?,
    };
    Ok(clear.into())
}
