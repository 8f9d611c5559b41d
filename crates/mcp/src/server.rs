//! The server that clients speak to.

use std::borrow::Cow;
use std::sync::Arc;

use clawperator_host::jobs::Jobs;
use clawperator_host::{Host, SkillShelf};
use http::request::Parts;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, Implementation, InitializeResult,
    JsonObject, ListResourcesResult, ListToolsResult, PaginatedRequestParams, ProtocolVersion,
    ReadResourceRequestParams, ReadResourceResponse, ServerCapabilities, Tool,
};
use rmcp::service::{RequestContext, RoleServer};
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
const ACTING: [&str; 5] = ["act", "open", "close", "run_skill", "run"];

/// What all callers share.
#[derive(Debug)]
pub(crate) struct McpState {
    pub(crate) host: Host,
    pub(crate) jobs: Jobs,
    pub(crate) handed: Handed,
    pub(crate) skills: SkillShelf,
}

impl McpState {
    /// Runs go through these jobs, which may be another surface's too.
    pub(crate) fn new(host: Host, jobs: Jobs, skills: SkillShelf) -> Self {
        Self {
            host,
            jobs,
            handed: Handed::default(),
            skills,
        }
    }
}

/// By whom calls are.
#[derive(Debug, Clone)]
pub(crate) enum By {
    /// All by this caller.
    One(McpCaller),
    /// Each by the caller that came with its request: what it may do can change between two of them.
    Each,
}

/// The server of one connection.
#[derive(Debug, Clone)]
pub(crate) struct McpServer {
    state: Arc<McpState>,
    by: By,
}

impl McpServer {
    pub(crate) const fn new(state: Arc<McpState>, by: By) -> Self {
        Self { state, by }
    }

    fn caller<'a>(&'a self, context: &'a RequestContext<RoleServer>) -> Option<&'a McpCaller> {
        match &self.by {
            By::One(caller) => Some(caller),
            By::Each => context.extensions.get::<Parts>()?.extensions.get(),
        }
    }

    async fn called(
        &self,
        request: &CallToolRequestParams,
        caller: &McpCaller,
        context: &RequestContext<RoleServer>,
    ) -> Option<CallToolResult> {
        let call = Call {
            state: &self.state,
            caller,
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
        let caller = self.caller(&context).ok_or_else(|| {
            ErrorData::internal_error("it is not known who calls; nothing was sent", None)
        })?;
        let answer = self.called(&request, caller, &context).await;
        let answer = answer.ok_or_else(|| {
            let name = clawperator_contract::excerpt(&request.name);
            ErrorData::invalid_params(format!("there is no tool `{name}`"), None)
        })?;
        Ok(answer.into())
    }
}
