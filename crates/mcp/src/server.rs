//! The server that clients speak to.

use std::borrow::Cow;
use std::io;
use std::os::fd::{AsFd as _, BorrowedFd};
use std::sync::Arc;
use std::time::Duration;

use clawperator_contract::{ErrorCode, Failure};
use clawperator_host::jobs::{JobLimits, Jobs};
use clawperator_host::{Cancel, Host};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, Implementation, InitializeResult,
    JsonObject, ListResourcesResult, ListToolsResult, PaginatedRequestParams, ProtocolVersion,
    ReadResourceRequestParams, ReadResourceResponse, ServerCapabilities, Tool,
};
use rmcp::service::{RequestContext, RoleServer, ServiceExt as _};
use rmcp::{ErrorData, ServerHandler};

use crate::answer::Answer;
use crate::caller::McpCaller;
use crate::handed::Handed;
use crate::resources;
use crate::run::Call;
use crate::tools::{self, TOOLS};

/// What a model is told before its first call.
const INSTRUCTIONS: &str = include_str!("../instructions.txt");
/// The revisions that are served: clients of older ones speak one of these too.
const REVISIONS: [ProtocolVersion; 2] =
    [ProtocolVersion::V_2025_11_25, ProtocolVersion::V_2026_07_28];
/// The tools that change a phone.
const ACTING: [&str; 4] = ["act", "open", "close", "run"];

/// What all callers share.
#[derive(Debug)]
pub(crate) struct McpState {
    pub(crate) host: Host,
    pub(crate) jobs: Jobs,
    pub(crate) handed: Handed,
}

impl McpState {
    /// Runs go through these jobs, which may be another surface's too.
    fn new(host: Host, jobs: Jobs) -> Self {
        Self {
            host,
            jobs,
            handed: Handed::default(),
        }
    }
}

/// The server of one connection.
#[derive(Debug, Clone)]
struct McpServer {
    state: Arc<McpState>,
    caller: McpCaller,
}

impl McpServer {
    /// A server whose calls are all by this caller.
    const fn new(state: Arc<McpState>, caller: McpCaller) -> Self {
        Self { state, caller }
    }

    async fn called(
        &self,
        request: &CallToolRequestParams,
        context: &RequestContext<RoleServer>,
    ) -> Option<CallToolResult> {
        let call = Call {
            state: &self.state,
            caller: &self.caller,
            context,
            acts: ACTING.contains(&&*request.name),
        };
        let none = JsonObject::new();
        let arguments = request.arguments.as_ref().unwrap_or(&none);
        let answer = tools::call(&call, &request.name, arguments).await?;
        let answer = answer.unwrap_or_else(|failure| Answer::of_failure(&failure));
        Some(answer.finish())
    }
}

impl ServerHandler for McpServer {
    fn get_info(&self) -> InitializeResult {
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_resources()
            .build();
        let mut server = Implementation::from_build_env();
        "clawperator".clone_into(&mut server.name);
        env!("CARGO_PKG_VERSION").clone_into(&mut server.version);
        InitializeResult::new(capabilities)
            .with_server_info(server)
            .with_instructions(INSTRUCTIONS.trim_end())
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        Cow::Borrowed(&REVISIONS)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(TOOLS.clone()))
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        Ok(resources::list())
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        resources::read(&request).map(Into::into)
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        TOOLS.iter().find(|tool| tool.name == name).cloned()
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let called = self.called(&request, &context).await;
        let answer = called.ok_or_else(|| {
            let name = clawperator_contract::excerpt(&request.name);
            ErrorData::invalid_params(format!("there is no tool `{name}`"), None)
        })?;
        Ok(answer.into())
    }
}

/// Serves one client over standard input and output, until it closes them or `stop` ends.
pub async fn serve_stdio(
    host: Host,
    caller: McpCaller,
    stop: Cancel<'static>,
) -> Result<(), Failure> {
    let jobs = Jobs::new(host.store().clone(), JobLimits::default());
    let state = Arc::new(McpState::new(host, jobs.clone()));
    let server = McpServer::new(state, caller);
    let (input, output) = streams().map_err(|error| {
        let message = format!("standard input or output cannot be used: {error}");
        Failure::new(ErrorCode::HostIoFailed, message)
    })?;
    let serving = async {
        // A client that leaves before it says anything, or speaks something else, is gone the same way.
        if let Ok(running) = server.serve((input, output)).await {
            let _ = running.waiting().await;
        }
    };
    tokio::select! {
        () = serving => {}
        () = stop => {}
    }
    jobs.stop(LAST_RUNS).await;
    Ok(())
}

/// Standard input and output under handles of their own: those of the library are locked by the command line.
fn streams() -> io::Result<(tokio::fs::File, tokio::fs::File)> {
    let own = |stream: BorrowedFd<'_>| stream.try_clone_to_owned().map(std::fs::File::from);
    let input = own(io::stdin().as_fd())?;
    let output = own(io::stdout().as_fd())?;
    Ok((input.into(), output.into()))
}

/// How long runs may take to end once nobody listens any more.
const LAST_RUNS: Duration = Duration::from_secs(1);
