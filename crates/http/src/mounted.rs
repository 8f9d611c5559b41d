//! Another protocol behind this server's guard.

use std::fmt;
use std::sync::Arc;

use async_trait::async_trait;
use axum::body::Body;
use clawperator_host::{AllowedPhones, Profile};
use http::{Request, Response};

/// Whoever a request comes from, and what their token allows now.
#[derive(Debug, Clone)]
pub struct Guest {
    /// The token's name.
    pub name: String,
    /// By which its runs are judged.
    pub profile: Arc<Profile>,
    /// The phones that it may use.
    pub phones: AllowedPhones,
    /// Whether it has the scope `act` besides `read`.
    pub may_act: bool,
}

/// What answers below a path of this server. Its requests have passed the guard and have a token with the scope `read`.
#[async_trait]
pub trait Mounted: fmt::Debug + Send + Sync {
    /// Called once the guard has let a request in. It is dropped when its client leaves.
    async fn answer(&self, request: Request<Body>, guest: Guest) -> Response<Body>;

    /// Ends every stream: the server stops.
    fn close(&self);
}
