//! The way to a server's page: which servers run, and links to them that work once.

mod links;
mod running;

pub use self::links::{LINK_LASTS, LinkSecret, PageLinks};
pub use self::running::{MarkedServer, RunningServers};
