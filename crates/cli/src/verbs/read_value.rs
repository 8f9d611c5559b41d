//! `read-value`: the value that belongs to a label.

use clawperator_contract::{ErrorCode, Failure};
use clawperator_host::verbs::{Draft, ParamValue, ReadValue};
use serde_json::json;

use super::{execution_timeout, missing_argument, patience};
use crate::args::{GlobalArgs, ReadValueArgs};
use crate::selector_flags::{MatcherFlags, refuse_blank};

pub(crate) fn read_value(args: &ReadValueArgs, global: &GlobalArgs) -> Result<Draft, Failure> {
    let flags = MatcherFlags::from(&args.label).matcher()?;
    let named = match &args.named {
        None => None,
        Some(_) if flags.is_some() => {
            return Err(Failure::new(
                ErrorCode::Usage,
                "use --label, --label-id or --label-desc OR a label argument, not both",
            ));
        }
        Some(label) => {
            refuse_blank("the label", label)?;
            Some(ParamValue::from(json!({ "textEquals": label })))
        }
    };
    let label = flags.or(named).ok_or_else(|| {
        missing_argument(
            "read-value requires --label, --label-id or --label-desc",
            "clawperator read-value --label \"Battery\"",
        )
    })?;
    let read = ReadValue {
        label,
        all: args.all,
        patience: patience(&args.patience, global)?,
        timeout: execution_timeout(global)?,
    };
    Ok(read.into())
}
