//! The words of an agent: what a model may ask for, one action a step, and the screen that it is shown.
//!
//! A model answers with a tool call. [`normalize()`] turns it into an [`AgentAction`] by one table
//! ([`AgentAction::TABLE`]): what is missing or wrong gets the contract's default, and everything that was changed is
//! listed as a [`Repair`]. Whoever carries actions out asks [`Normalized::may_run`] first: an action whose type, required
//! field or decisive field was repaired is not what the model asked for.
//!
//! The schemas, the tools for models ([`tools_json`]) and the reference are written from the same table.
//!
//! ```
//! use clawperator_contract::agent::normalize;
//!
//! let call = br#"{ "name": "tap", "arguments": "{\"thought\": \"open it\", \"x\": 12}" }"#;
//! let normalized = normalize(call).expect("a tool call");
//! assert_eq!(normalized.action.name(), "tap");
//! assert_eq!(normalized.normalized[0].field, "y");
//! assert!(!normalized.may_run());
//! ```

mod action;
mod call;
mod found;
pub mod limits;
mod normalize;
mod output;
mod reader;
mod repair;
mod row;
mod schema;
mod snapshot;
mod template;
mod tools;
mod words;

pub use self::action::AgentAction;
pub use self::found::Amount;
pub use self::normalize::{Normalized, normalize, normalize_value};
pub use self::output::ModelStepOutput;
pub use self::repair::{Repair, RepairKind};
pub use self::row::{ActionRow, Fallback, FieldKind, FieldRow, Form, Need, ObjectRow, Surface};
pub use self::snapshot::{
    Bounds, Center, ScreenSnapshot, ScreenSnapshotCaptureMetrics, ScreenState, UiElementSnapshot,
    UiElementsSource,
};
pub use self::template::{UiField, UiOption, UiStyle, UiTemplate};
pub use self::tools::tools_json;
pub use self::words::{ArtifactKind, HumanCapability, ProcessAction, UiFieldType};
