//! `files`: copy one to the phone, or from it.

use clawperator_contract::Failure;

use super::verb;
use crate::args::{FilesArgs, FilesCommand};
use crate::context::{Answer, Context};
use crate::verbs;

pub(super) fn files(args: &FilesArgs, context: &mut Context<'_, '_>) -> Result<Answer, Failure> {
    let global = context.global;
    let (named, run) = match &args.command {
        FilesCommand::Push(args) => (verbs::push_file(args, global), &args.run),
        FilesCommand::Pull(args) => (verbs::pull_file(args, global), &args.run),
    };
    let (draft, files) = named?;
    context.files = files;
    verb(Ok(draft), run, context)
}
