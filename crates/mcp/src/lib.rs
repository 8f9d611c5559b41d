//! The MCP server: the tools that a model drives a phone with.
//!
//! A tool call becomes an execution, runs by [`clawperator_host::jobs`], is judged by the caller's profile and is kept
//! like any other run. What a model reads is text, short and complete; ids, codes and the outcome are also there as
//! data. Texts from a phone are marked as such, and nothing in them can pass for anything else.
//!
//! A client may send a call again whose answer it did not get. So an acting call names the generation that it was
//! decided on, and a generation carries one acting call of a caller: the same call again gets the first one's answer.

mod acting;
mod actions;
mod answer;
mod caller;
mod handed;
mod once;
mod over_http;
mod resources;
mod run;
mod server;
mod sessions;
mod skill_answer;
mod snippets;
mod stdio;
mod tools;
mod words;

pub use self::caller::McpCaller;
pub use self::over_http::McpOverHttp;
pub use self::snippets::{Client, Start, snippet};
pub use self::stdio::serve_stdio;
