//! What `clawperator doctor` answers: every check with its outcome, and what to do next.
//!
//! The checks themselves are made elsewhere; here is only what they may be called and how they are told.

mod abilities;
mod check_id;
mod report;

pub use self::abilities::{DriverAbilities, Inability};
pub use self::check_id::CheckId;
pub use self::report::{
    Check, Fix, FixStep, PhoneReport, RepairOutcome, Repaired, Report, SeveralReports, Status,
    StepKind,
};
