//! `/mcp` of the server.

use std::sync::Arc;

use async_trait::async_trait;
use clawperator_host::jobs::Jobs;
use clawperator_host::{Host, SkillShelf};
use clawperator_http::{Body, Guest, Mounted, Request, Response};
use clawperator_mcp::{McpCaller, McpOverHttp};

/// MCP for the HTTP server, with the runs of both in the same line.
pub(super) fn mounted(host: &Host, jobs: &Jobs, skills: &SkillShelf) -> Arc<dyn Mounted> {
    let mcp = McpOverHttp::new(host.clone(), jobs.clone(), skills.clone());
    Arc::new(Mcp(mcp))
}

#[derive(Debug)]
struct Mcp(McpOverHttp);

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
