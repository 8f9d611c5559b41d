//! The surfaces that the command line starts, as far as this build has them.

#[cfg(feature = "http")]
mod http;
#[cfg(feature = "mcp")]
mod mcp;
#[cfg(all(feature = "http", feature = "mcp"))]
mod mcp_over_http;

use async_trait::async_trait;
use clawperator_cli::Doors;
#[cfg(any(feature = "http", feature = "mcp"))]
use {
    clawperator_contract::Failure,
    clawperator_host::{Cancel, Host},
};

/// The servers of this build.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Servers;

#[async_trait]
impl Doors for Servers {
    #[cfg(feature = "http")]
    async fn serve(
        &self,
        host: Host,
        request: clawperator_cli::ServeRequest,
        started: Box<dyn FnOnce(clawperator_contract::server::StartedServer) + Send>,
        stop: Cancel<'static>,
    ) -> Result<clawperator_contract::server::StoppedServer, Failure> {
        http::serve(host, request, started, stop).await
    }

    #[cfg(feature = "http")]
    fn link(
        &self,
        store: &clawperator_host::Store,
        port: Option<u16>,
    ) -> Result<clawperator_cli::PageLink, Failure> {
        http::link(store, port)
    }

    #[cfg(feature = "http")]
    fn token(&self, state: &std::path::Path, name: &str) -> Result<String, Failure> {
        http::token(state, name)
    }

    #[cfg(feature = "mcp")]
    async fn mcp(
        &self,
        host: Host,
        request: clawperator_cli::McpRequest,
        stop: Cancel<'static>,
    ) -> Result<(), Failure> {
        mcp::serve(host, request, stop).await
    }

    #[cfg(feature = "mcp")]
    fn mcp_snippet(&self, asked: &clawperator_cli::McpSnippet) -> Result<String, Failure> {
        Ok(mcp::config(asked))
    }
}
