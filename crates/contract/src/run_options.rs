//! What a caller wants of a run besides the execution itself.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The fewest characters of a compact snapshot that can be asked for: its first lines fit.
pub const LEAST_BUDGET: u32 = 500;

/// How to run an execution. Everything has a default, so an empty object is one.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct RunOptions {
    /// Whether to read the screen again after the last act and to answer what changed.
    #[serde(skip_serializing_if = "is_default")]
    pub settle: bool,
    /// What snapshots carry besides the hierarchy.
    #[serde(skip_serializing_if = "is_default")]
    pub snapshot: SnapshotForm,
    /// The most characters of a compact snapshot, at least 500; what does not fit is counted in it.
    #[serde(skip_serializing_if = "is_default")]
    pub budget: Option<u32>,
    /// Whether to wait where a person has to approve something; by default the run ends there.
    #[serde(skip_serializing_if = "is_default")]
    pub park: bool,
    /// How much of the run is kept on the machine that runs it.
    #[serde(skip_serializing_if = "is_default")]
    pub trace: TraceDetail,
}

/// The form of a snapshot's `text`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum SnapshotForm {
    /// The hierarchy as XML.
    #[default]
    Xml,
    /// The compact text.
    Compact,
    /// The tree as JSON.
    Tree,
    /// What changed since the previous snapshot.
    Diff,
}

/// How much of a run is kept.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum TraceDetail {
    /// Only that it was accepted, dispatched and ended.
    Off,
    /// What happened, and the screens and pictures that the run itself looked at.
    #[default]
    On,
    /// Also a picture before and after each act, which takes time.
    Full,
}

impl TraceDetail {
    /// The word in answers and flags.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::On => "on",
            Self::Full => "full",
        }
    }
}

/// Whether a value is left out of what is written, because it is what a reader takes it for.
pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_given_has_its_default() {
        let read = |text: &str| serde_json::from_str::<RunOptions>(text);
        assert_eq!(read("{}").unwrap(), RunOptions::default());
        let options = RunOptions {
            settle: true,
            snapshot: SnapshotForm::Compact,
            budget: None,
            park: false,
            trace: TraceDetail::On,
        };
        let text = r#"{"settle":true,"snapshot":"compact"}"#;
        assert_eq!(read(text).unwrap(), options);
        assert_eq!(serde_json::to_string(&options).unwrap(), text);
    }

    #[test]
    fn what_is_not_an_option_is_refused() {
        for text in [
            r#"{"setle":true}"#,
            r#"{"settle":"yes"}"#,
            r#"{"snapshot":"png"}"#,
        ] {
            assert!(serde_json::from_str::<RunOptions>(text).is_err(), "{text}");
        }
    }
}
