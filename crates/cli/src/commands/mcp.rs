//! `mcp`: the tools of a model, until its client leaves.

use clawperator_contract::{ExitStatus, Failure};
use clawperator_host::is_profile_file;

use crate::args::{McpArgs, McpCommand};
use crate::commands::skills::shelf;
use crate::context::{Answer, Context};
use crate::doors::{McpRequest, McpSnippet};
use crate::interrupt::Interrupts;
use crate::runtime::{Threads, block_on, not_started};

pub(super) fn mcp(args: &McpArgs, context: &mut Context<'_, '_>) -> Result<Answer, Failure> {
    let device = context.global.one_device()?.map(str::to_owned);
    if let Some(McpCommand::Config(args)) = &args.command {
        let snippet = McpSnippet {
            client: args.client,
            program: context.environment.program()?,
            device,
            profile: args.profile.as_deref().map(named_from_anywhere),
            variables: context.environment.for_another_program()?,
        };
        return Ok(context.doors.mcp_snippet(&snippet)?.into());
    }
    let request = McpRequest {
        profile: context.profile(Some(&args.profile))?,
        device,
        asker: context.environment.asker()?,
        skills: shelf(args.skills_dir.as_deref(), context.environment),
    };
    let host = context.host()?;
    *context.unfinished = Some(host.store().runs().clone());
    let doors = context.doors;
    let serving = async {
        let mut interrupts = Interrupts::watch().map_err(|error| not_started(&error))?;
        let stop = Box::pin(async move { interrupts.next().await });
        doors.mcp(host, request, stop).await
    };
    block_on(Threads::Many, serving)?;
    Ok(Answer {
        text: None,
        status: ExitStatus::Ok,
    })
}

/// A profile as a program in another folder finds it.
fn named_from_anywhere(profile: &str) -> String {
    let absolute = is_profile_file(profile).then(|| std::path::absolute(profile));
    match absolute {
        Some(Ok(path)) => path.display().to_string(),
        _ => profile.to_owned(),
    }
}
