//! What `serve` prints.

use schemars::JsonSchema;
use serde::Serialize;

/// A server that listens.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StartedServer {
    /// Where it answers, by the name that clients use.
    pub url: String,
    /// Where it listens.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
    /// The file of its tokens.
    pub tokens: String,
    /// The name of the token that was made because there was none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub made_token: Option<String>,
}

/// What a server left when it stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StoppedServer {
    /// Runs that came to their end.
    pub finished: usize,
    /// Runs that were cancelled, among them those that had not begun.
    pub cancelled: usize,
    /// Runs that did not end even so; their records say how far they came.
    pub abandoned: usize,
}
