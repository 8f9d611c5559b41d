//! `clipboard`: read it, or put a text there.

use clawperator_contract::Failure;
use clawperator_host::verbs::{Draft, GetClipboard, SetClipboard};

use super::{execution_timeout, missing_argument};
use crate::args::{ClipboardSetArgs, GlobalArgs};

pub(crate) fn get_clipboard(global: &GlobalArgs) -> Result<Draft, Failure> {
    let get = GetClipboard {
        timeout: execution_timeout(global)?,
    };
    Ok(get.into())
}

pub(crate) fn set_clipboard(
    args: &ClipboardSetArgs,
    global: &GlobalArgs,
) -> Result<Draft, Failure> {
    let text = args.text.clone().ok_or_else(|| {
        missing_argument(
            "clipboard set requires a text",
            "clawperator clipboard set \"hello\"",
        )
    })?;
    let set = SetClipboard {
        text,
        sensitive: args.sensitive,
        timeout: execution_timeout(global)?,
    };
    Ok(set.into())
}
