//! The MCP server of the real binary, with a virtual phone whose journal is the judge.

mod budget;
mod calls;
mod client;
mod once;
mod skills;

pub(crate) use self::client::Client;
