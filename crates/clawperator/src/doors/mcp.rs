//! `mcp`.

use clawperator_cli::{McpClient, McpRequest, McpSnippet};
use clawperator_contract::{ErrorCode, Failure, hex};
use clawperator_host::{AllowedPhones, Cancel, Host};
use clawperator_mcp::{Client, McpCaller, Start, serve_stdio, snippet};

/// Serves one client over standard input and output.
pub(super) async fn serve(
    host: Host,
    request: McpRequest,
    stop: Cancel<'static>,
) -> Result<(), Failure> {
    let mut bytes = [0; 8];
    let sources = host.store().sources();
    sources.fill(&mut bytes).map_err(|error| {
        let message = format!("the system returned no random number: {error}");
        Failure::new(ErrorCode::InternalError, message)
    })?;
    let caller = McpCaller {
        // Two clients are two callers, each with generations of its own; what a script's client asks is asked by
        // whoever runs the script.
        name: request
            .asker
            .unwrap_or_else(|| format!("stdio-{}", hex(&bytes))),
        profile: request.profile,
        phones: request.device.map(AllowedPhones::one).unwrap_or_default(),
        may_act: true,
    };
    serve_stdio(host, caller, request.skills, stop).await
}

/// What makes a client start it.
pub(super) fn config(asked: &McpSnippet) -> String {
    let client = match asked.client {
        McpClient::ClaudeCode => Client::ClaudeCode,
        McpClient::Codex => Client::Codex,
        McpClient::Cursor => Client::Cursor,
        McpClient::ClaudeDesktop => Client::ClaudeDesktop,
    };
    let start = Start {
        program: asked.program.clone(),
        device: asked.device.clone(),
        profile: asked.profile.clone(),
        variables: asked.variables.clone(),
    };
    snippet(client, &start)
}
