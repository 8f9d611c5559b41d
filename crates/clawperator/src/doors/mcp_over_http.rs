//! `/mcp` of the server.

use async_trait::async_trait;
use clawperator_host::Host;
use clawperator_host::jobs::Jobs;
use clawperator_http::{Body, Guest, Mounted, Request, Response};
use clawperator_mcp::{McpCaller, McpOverHttp};

/// MCP behind the guard of the HTTP server.
#[derive(Debug)]
pub(super) struct Mcp(McpOverHttp);

impl Mcp {
    pub(super) fn new(host: &Host, jobs: &Jobs) -> Self {
        Self(McpOverHttp::new(host.clone(), jobs.clone()))
    }
}

#[async_trait]
impl Mounted for Mcp {
    async fn answer(&self, request: Request<Body>, guest: Guest) -> Response<Body> {
        let caller = McpCaller {
            name: guest.name,
            profile: guest.profile,
            phones: guest.phones,
            may_act: guest.may_act,
        };
        self.0.answer(request, caller).await.map(Body::new)
    }

    fn close(&self) {
        self.0.close();
    }
}
