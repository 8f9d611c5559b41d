//! `clipboard`: read it, or put a text there.

use clawperator_contract::Failure;

use super::verb;
use crate::args::{ClipboardArgs, ClipboardCommand};
use crate::context::{Answer, Context};
use crate::verbs;

pub(super) fn clipboard(
    args: &ClipboardArgs,
    context: &mut Context<'_, '_>,
) -> Result<Answer, Failure> {
    let global = context.global;
    match &args.command {
        ClipboardCommand::Get(args) => verb(verbs::get_clipboard(global), &args.run, context),
        ClipboardCommand::Set(args) => verb(verbs::set_clipboard(args, global), &args.run, context),
    }
}
