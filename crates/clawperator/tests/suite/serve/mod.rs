//! The HTTP server of the real binary, with a virtual phone whose journal is the judge.

mod agreeing;
mod asking;
mod client;
mod deciding;
mod encrypted;
mod events;
mod executions;
mod guard;
mod mcp;
mod mcp_client;
mod page;
mod shop;
mod skills;
mod stopping;
mod surfaces;
