//! The phone's files.

mod push;
mod session;

pub use self::push::PushFile;
pub use self::session::SyncSession;
