//! `skills`: one file per command.

mod check;
mod ci;
mod compile;
mod dry_run;
mod get;
mod guard;
mod index;
mod list;
mod named;
mod new;
mod report;
mod run;
mod run_text;
mod saves;
mod search;
mod tree;
mod watch;

use clawperator_contract::Failure;

pub(super) use self::tree::shelf;
use crate::args::{SkillsArgs, SkillsCommand};
use crate::context::{Answer, Context};

pub(super) fn skills(args: &SkillsArgs, context: &mut Context<'_, '_>) -> Result<Answer, Failure> {
    let tree = &args.tree;
    match &args.command {
        SkillsCommand::List(args) => list::list(args, tree, context),
        SkillsCommand::Get(args) => get::get(args, tree, context),
        SkillsCommand::Search(args) => search::search(args, tree, context),
        SkillsCommand::New(args) => new::new(args, tree, context),
        SkillsCommand::Validate(args) => check::validate(args, tree, context),
        SkillsCommand::Lint(args) => check::lint(args, tree, context),
        SkillsCommand::Compile(args) => compile::compile(args, tree, context),
        SkillsCommand::CompileArtifact(args) => compile::compile_artifact(args, tree, context),
        SkillsCommand::Run(args) => run::run(args, tree, context),
        SkillsCommand::Index(args) => index::index(args, tree, context),
        SkillsCommand::Ci(args) => ci::ci(args, tree, context),
        SkillsCommand::Guard(args) => guard::guard(args, context),
    }
}
