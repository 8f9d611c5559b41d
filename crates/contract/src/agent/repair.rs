//! What was changed on the way from a model's words to an action.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::row::FieldKind;
use crate::excerpt::excerpt;
use crate::json::{Kind, Node};

/// One thing that is not as the model wrote it.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Repair {
    /// The field, dotted inside the action: `x`, `uiTemplate.fields.0.label`. An unknown action is reported at `type`,
    /// an unknown tool at `name`, and a step's action that is not an object at `action`.
    pub field: String,
    /// What was written: numbers, booleans and words of closed lists as they are, everything else described. Absent
    /// when nothing was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub was: Option<Value>,
    /// What the action has now; absent when it has nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub now: Option<Value>,
    /// What kind of change it is.
    pub kind: RepairKind,
}

impl fmt::Display for Repair {
    /// What was wrong, for people: `x was missing`.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.was, self.kind) {
            (Some(Value::String(was)), RepairKind::Type) => {
                write!(formatter, "there is no action '{was}'")
            }
            (Some(was), _) => write!(formatter, "{} was {was}", self.field),
            (None, _) => write!(formatter, "{} was missing", self.field),
        }
    }
}

/// The kinds of change, worst first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RepairKind {
    /// The action or tool does not exist, so that it became a wait.
    Type,
    /// A required field was missing or wrong.
    Required,
    /// An optional field that decides what is done was wrong, such as `append`.
    Decisive,
    /// Another optional field was wrong.
    Optional,
    /// A number above its bound became the bound.
    Clamped,
    /// A text for a person was too long and was cut.
    Cut,
    /// A field that the action does not have was ignored.
    Unknown,
}

impl RepairKind {
    /// Whether the action is no longer the one that was asked for, and is not carried out.
    #[must_use]
    pub const fn stops(self) -> bool {
        match self {
            Self::Type | Self::Required | Self::Decisive => true,
            Self::Optional | Self::Clamped | Self::Cut | Self::Unknown => false,
        }
    }
}

/// The most characters of a string that is shown as it was written.
const MOST_SHOWN: usize = 32;

/// What may be shown of a value that a field of this kind was given. A string may be a secret in the wrong place, so
/// that only what looks like a number, a truth value or a word of a list is repeated, and only where one was meant.
pub(super) fn was(node: &Node<'_>, kind: FieldKind) -> Value {
    let is_letter = |letter: char| match kind {
        FieldKind::Word(_) => letter.is_ascii_alphanumeric() || "_-".contains(letter),
        FieldKind::Number(..) | FieldKind::Integer(..) => {
            letter.is_ascii_digit() || "+-.eE".contains(letter)
        }
        _ => false,
    };
    match &node.kind {
        Kind::Null => Value::Null,
        Kind::Boolean(flag) => Value::Bool(*flag),
        Kind::Number(number) if !matches!(kind, FieldKind::Text(..)) => {
            Value::Number(number.clone())
        }
        Kind::String(text)
            if text.len() <= MOST_SHOWN
                && (text.chars().all(is_letter)
                    || (matches!(kind, FieldKind::Flag) && is_truth(text))) =>
        {
            Value::String(text.to_string())
        }
        _ => described(node),
    }
}

/// The value of an action's name, which is never a secret.
pub(super) fn was_name(node: &Node<'_>) -> Value {
    match &node.kind {
        Kind::String(name) => Value::String(excerpt(name)),
        Kind::Null => Value::Null,
        _ => described(node),
    }
}

/// The type of a value and its length, and nothing else of it.
pub(super) fn described(node: &Node<'_>) -> Value {
    let text = match &node.kind {
        Kind::String(text) => format!("(string, {} characters)", text.chars().count()),
        Kind::Array(items) => format!("(array, {} items)", items.len()),
        Kind::Object(entries) => format!("(object, {} keys)", entries.len()),
        Kind::Null | Kind::Boolean(_) | Kind::Number(_) => format!("({})", node.type_name()),
    };
    Value::String(text)
}

fn is_truth(text: &str) -> bool {
    ["true", "false", "yes", "no"]
        .iter()
        .any(|word| text.eq_ignore_ascii_case(word))
}
