//! `completions`: a script for a shell.

use clawperator_contract::{ErrorCode, Failure};

use crate::args::CompletionsArgs;

pub(super) fn completions(args: &CompletionsArgs) -> Result<String, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(
        args.shell,
        &mut crate::args::command(),
        "clawperator",
        &mut script,
    );
    String::from_utf8(script).map_err(|error| {
        Failure::new(
            ErrorCode::InternalError,
            format!("the completion script is not text: {error}"),
        )
    })
}
