//! The one table of error codes: what each means, how a process exits with it, what HTTP answers, what to do next.
//!
//! Documents, `clawperator errors` and every surface read this table.

mod exit_status;
mod failure_code;
mod group;
mod spec;
mod table;

pub use self::exit_status::ExitStatus;
pub use self::failure_code::{FailureCode, OtherCode};
pub use self::group::{ErrorGroup, Origin};
pub use self::spec::ErrorSpec;
pub use self::table::ErrorCode;
