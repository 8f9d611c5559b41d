//! `apps`: which apps there are, and changing them.

use clawperator_contract::Failure;

use super::verb;
use crate::args::{AppsArgs, AppsCommand};
use crate::context::{Answer, Context};
use crate::verbs;

pub(super) fn apps(args: &AppsArgs, context: &mut Context<'_, '_>) -> Result<Answer, Failure> {
    let global = context.global;
    match &args.command {
        None => verb(
            verbs::list_apps(&args.list, global),
            &args.list.run,
            context,
        ),
        Some(AppsCommand::List(args)) => verb(verbs::list_apps(args, global), &args.run, context),
        Some(AppsCommand::Clear(args)) => verb(verbs::clear_app(args, global), &args.run, context),
        Some(AppsCommand::Uninstall(args)) => {
            verb(verbs::uninstall_app(args, global), &args.run, context)
        }
        Some(AppsCommand::Grant(args)) => {
            let draft = verbs::set_permission(args, true, global);
            verb(draft, &args.run, context)
        }
        Some(AppsCommand::Revoke(args)) => {
            let draft = verbs::set_permission(args, false, global);
            verb(draft, &args.run, context)
        }
    }
}
