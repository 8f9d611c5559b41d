//! The execution contract: what an agent may ask of a phone and what it hears back.
//!
//! An agent sends an *execution*: a JSON payload with an ordered list of actions.
//! [`validate()`] turns the bytes of such a payload into an [`Execution`] or into a [`Failure`] that lists every
//! problem at once, in document order. The crate also holds the answer's types ([`Envelope`], [`StepResult`]),
//! the wrappers that surfaces print around them, what is told of phones ([`phones`], [`doctor`]), and the one table of
//! error codes.
//!
//! Nothing here performs I/O, reads a clock, or knows a device: the same bytes in give the same bytes out.
//!
//! ```
//! use clawperator_contract::validate;
//!
//! let payload = br#"{
//!     "commandId": "cmd-001", "taskId": "task-001", "source": "docs",
//!     "expectedFormat": "android-ui-automator", "timeoutMs": 30000,
//!     "actions": [{ "id": "snap-1", "type": "snapshot" }]
//! }"#;
//! let validated = validate(payload).expect("the payload is valid");
//! assert_eq!(validated.execution.actions()[0].action_type().name(), "snapshot_ui");
//! ```

// The contract's types are read by others than those who wrote them, and its schemas take their words from here.
#![warn(missing_docs)]

// First, because the docs of the others say its numbers by its macro.
#[macro_use]
pub mod limits;

pub mod actions;
pub mod agent;
pub mod aliases;
pub mod conformance;
pub mod doctor;
pub mod events;
pub mod operator;
pub mod phones;
pub mod purchase;
pub mod runs;
pub mod schema;
pub mod skill_result;
pub mod wrappers;

mod approvals;
mod capability;
mod data_keys;
mod decode;
mod envelope;
mod errors;
mod excerpt;
mod execution;
mod failure;
mod file_names;
mod hex;
mod interruption;
mod json;
mod keys;
mod matcher;
mod next;
mod pattern;
mod read;
mod report;
mod retry;
mod run_options;
pub mod server;
mod shell_word;
mod suggest;
mod target;
mod validate;
mod values;
mod when_clause;
mod where_clause;

pub use crate::actions::{Action, ActionParams, ActionType};
pub use crate::approvals::{Approval, ApprovalList, ApprovalState};
pub use crate::capability::Capability;
pub use crate::data_keys::{DataKey, DataSpec, DataUse, When};
pub use crate::envelope::{Envelope, Status, StepResult};
pub use crate::errors::{
    ErrorCode, ErrorGroup, ErrorSpec, ExitStatus, FailureCode, Origin, OtherCode,
};
pub use crate::excerpt::{excerpt, is_invisible, visible};
pub use crate::execution::{EXPECTED_FORMAT, Execution, ExecutionTimeout, ExpectedFormat, Mode};
pub use crate::failure::{
    Failure, FailureDetails, Issue, Rule, ValidationDetails, Warning, WarningRule,
};
pub use crate::file_names::{HostFile, PHONE_ROOTS, PhonePath};
pub use crate::hex::hex;
pub use crate::interruption::{ConflictDetails, Dispatched, Holder, InFlight, InterruptedDetails};
pub use crate::keys::{KeyCode, KeyDoes};
pub use crate::matcher::{NodeMatcher, ROLES};
pub use crate::next::{Advice, Next};
pub use crate::pattern::{Case, Extractor, ExtractorRefused, Pattern, PatternRefused, folded};
pub use crate::read::{Answer, MAX_ANSWER_BYTES, Unreadable, read_answer};
pub use crate::retry::{Retry, RetryPolicy, RetryPreset};
pub use crate::run_options::{LEAST_BUDGET, RunOptions, SnapshotForm, TraceDetail};
pub use crate::shell_word::shell_word;
pub use crate::suggest::did_you_mean;
pub use crate::target::{ContainerScope, NodeRef, Target, Window};
pub use crate::validate::{Validated, validate, validate_within};
pub use crate::values::{Clamped, ClampedInteger, Integer, Number, Text};
pub use crate::when_clause::WhenClause;
pub use crate::where_clause::Where;

/// The version of the contract: payloads, envelopes, error codes and their schemas.
///
/// It moves when a schema changes in a way that could break a reader or writer of the version before;
/// `cargo xtask schema-history` refuses such a change under an unchanged version.
pub const CONTRACT_VERSION: &str = "1.1";
