//! The value of a param.

use serde::{Serialize, Serializer};
use serde_json::Value;
use serde_json::value::RawValue;

/// A value on its way into a payload.
#[derive(Debug, Clone)]
pub enum ParamValue {
    /// A value that the surface made.
    Json(Value),
    /// JSON as the user wrote it. Duplicate keys are kept, so that validation sees and refuses them.
    Written(Box<RawValue>),
}

impl<T: Into<Value>> From<T> for ParamValue {
    fn from(value: T) -> Self {
        Self::Json(value.into())
    }
}

impl Serialize for ParamValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Json(value) => value.serialize(serializer),
            Self::Written(raw) => raw.serialize(serializer),
        }
    }
}
