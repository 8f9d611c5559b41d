//! Clients over HTTP, for a server that has found out who asks.

use std::collections::HashMap;
use std::convert::Infallible;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use clawperator_host::jobs::Jobs;
use clawperator_host::{Host, SkillShelf};
use http::{Request, Response};
use http_body::Body;
use http_body_util::combinators::BoxBody;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use tokio_util::sync::CancellationToken;

use crate::caller::McpCaller;
use crate::server::{By, McpServer, McpState};
use crate::sessions::Sessions;

/// The longest message; an execution may have one megabyte, and is in JSON once more.
const MOST_BYTES: usize = 4 * 1024 * 1024;

type Service = StreamableHttpService<McpServer, Sessions>;

/// MCP over HTTP. Which requests are let in, and as whom, is decided before.
pub struct McpOverHttp {
    state: Arc<McpState>,
    /// One for each caller: a session is found by whoever began it, and by nobody else.
    services: Mutex<HashMap<String, Service>>,
    stop: CancellationToken,
}

impl McpOverHttp {
    /// Runs go through these jobs.
    #[must_use]
    pub fn new(host: Host, jobs: Jobs, skills: SkillShelf) -> Self {
        Self {
            state: Arc::new(McpState::new(host, jobs, skills)),
            services: Mutex::default(),
            stop: CancellationToken::new(),
        }
    }

    /// Answers a request of this caller.
    pub async fn answer<B>(
        &self,
        mut request: Request<B>,
        caller: McpCaller,
    ) -> Response<BoxBody<Bytes, Infallible>>
    where
        B: Body + Send + 'static,
        B::Error: fmt::Display,
    {
        let service = self.service(&caller.name);
        request.extensions_mut().insert(caller);
        service.handle(request).await
    }

    /// Ends every stream; nothing more is answered.
    pub fn close(&self) {
        self.stop.cancel();
    }

    fn service(&self, caller: &str) -> Service {
        let mut services = self.services.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = services.get(caller) {
            return known.clone();
        }
        let state = Arc::clone(&self.state);
        let server = move || Ok(McpServer::new(Arc::clone(&state), By::Each));
        let config = StreamableHttpServerConfig::default()
            .with_cancellation_token(self.stop.clone())
            .with_max_request_body_bytes(MOST_BYTES)
            // Hosts and origins were checked, and more strictly.
            .disable_allowed_hosts();
        let service = StreamableHttpService::new(server, Arc::new(Sessions::default()), config);
        services.insert(caller.to_owned(), service.clone());
        service
    }
}

impl fmt::Debug for McpOverHttp {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("McpOverHttp")
            .finish_non_exhaustive()
    }
}
