//! A code as an answer carries it, which may be one of a newer version.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::{ErrorCode, ErrorSpec, ExitStatus};
/// The longest name that is taken for a code of a newer version.
const MAX_ERROR_CODE_LENGTH: usize = 64;

/// The code of an answer. What this version writes is always of the table; what it reads may be newer.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum FailureCode {
    /// A code of the table.
    Known(ErrorCode),
    /// A code that only another version knows.
    Other(OtherCode),
}

/// A code that the table does not have, by its name.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct OtherCode(String);

impl FailureCode {
    /// The code of that name; nothing where it cannot be a code's name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        if let Some(code) = ErrorCode::from_name(name) {
            return Some(Self::Known(code));
        }
        let is_of_code =
            |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_';
        let is_name =
            (1..=MAX_ERROR_CODE_LENGTH).contains(&name.len()) && name.bytes().all(is_of_code);
        is_name.then(|| Self::Other(OtherCode(name.to_owned())))
    }

    /// The code as it is written everywhere.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Known(code) => code.name(),
            Self::Other(code) => &code.0,
        }
    }

    /// The code of the table.
    #[must_use]
    pub const fn known(&self) -> Option<ErrorCode> {
        match self {
            Self::Known(code) => Some(*code),
            Self::Other(_) => None,
        }
    }

    /// This code's row; nothing where only another version has one.
    #[must_use]
    pub const fn spec(&self) -> Option<ErrorSpec> {
        match self {
            Self::Known(code) => Some(code.spec()),
            Self::Other(_) => None,
        }
    }

    /// How a process ends with this code; one that is not known is something that failed.
    #[must_use]
    pub const fn exit(&self) -> ExitStatus {
        match self {
            Self::Known(code) => code.exit(),
            Self::Other(_) => ExitStatus::ActionFailed,
        }
    }
}

impl From<ErrorCode> for FailureCode {
    fn from(code: ErrorCode) -> Self {
        Self::Known(code)
    }
}

impl PartialEq<ErrorCode> for FailureCode {
    fn eq(&self, code: &ErrorCode) -> bool {
        self.known() == Some(*code)
    }
}

impl fmt::Display for FailureCode {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

impl Serialize for FailureCode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for FailureCode {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = Cow::<str>::deserialize(deserializer)?;
        Self::from_name(&name).ok_or_else(|| de::Error::custom("not an error code"))
    }
}

/// What is written is of the table.
impl JsonSchema for FailureCode {
    fn inline_schema() -> bool {
        ErrorCode::inline_schema()
    }

    fn schema_name() -> Cow<'static, str> {
        ErrorCode::schema_name()
    }

    fn schema_id() -> Cow<'static, str> {
        ErrorCode::schema_id()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        ErrorCode::json_schema(generator)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_of_a_newer_version_keeps_its_name() {
        let code: FailureCode = serde_json::from_str("\"PHONE_ON_FIRE\"").unwrap();
        assert_eq!(code.name(), "PHONE_ON_FIRE");
        assert_eq!(
            (code.known(), code.exit()),
            (None, ExitStatus::ActionFailed)
        );
        assert_eq!(serde_json::to_string(&code).unwrap(), "\"PHONE_ON_FIRE\"");
    }

    #[test]
    fn every_code_of_the_table_is_read_as_itself() {
        for spec in ErrorCode::TABLE {
            let name = spec.code.name();
            assert_eq!(FailureCode::from_name(name), Some(spec.code.into()));
            assert!(name.len() <= MAX_ERROR_CODE_LENGTH);
        }
    }

    #[test]
    fn what_is_not_a_name_is_not_a_code() {
        let long = "A".repeat(MAX_ERROR_CODE_LENGTH + 1);
        for name in ["", "node_not_found", "A B", "\u{1b}[2J", "É", &long] {
            assert_eq!(FailureCode::from_name(name), None, "{name}");
        }
    }
}
