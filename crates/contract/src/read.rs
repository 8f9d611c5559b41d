//! Answers read back, by whoever has sent an execution to another process.
//!
//! The other process may be newer: keys that are not known are left out, codes and details that are not known are
//! kept as they are. It may also be hostile: what is too long or nested too deep is refused.

use std::borrow::Cow;
use std::fmt;

use serde::de::{DeserializeOwned, IntoDeserializer, value};
use serde::{Deserialize, Deserializer};

use crate::envelope::Envelope;
use crate::events::Event;
use crate::failure::Failure;
use crate::wrappers::ExecutionResult;

/// The most bytes of an answer that is read: fifty snapshots of very large screens.
pub const MAX_ANSWER_BYTES: usize = 67_108_864;

/// An answer that can be read back.
pub trait Answer: DeserializeOwned {}

impl Answer for Envelope {}
impl Answer for Event {}
impl Answer for ExecutionResult {}
impl Answer for Failure {}

/// Why an answer cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unreadable {
    /// It has more bytes than are read.
    TooLong,
    /// It is not JSON, or not of the form that was expected.
    Malformed(String),
}

impl fmt::Display for Unreadable {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong => write!(formatter, "the answer exceeds {MAX_ANSWER_BYTES} bytes"),
            Self::Malformed(why) => write!(formatter, "the answer cannot be read: {why}"),
        }
    }
}

impl std::error::Error for Unreadable {}

/// Reads an answer that is all of these bytes.
pub fn read_answer<T: Answer>(bytes: &[u8]) -> Result<T, Unreadable> {
    if bytes.len() > MAX_ANSWER_BYTES {
        return Err(Unreadable::TooLong);
    }
    // The parser refuses more than 128 levels, so nothing overflows the stack.
    serde_json::from_slice(bytes).map_err(|error| {
        // serde names what it did not expect, which may be anything at all.
        let place = format!("line {}, column {}", error.line(), error.column());
        Unreadable::Malformed(place)
    })
}

/// A word of a closed list that a newer version may have made longer.
pub(crate) trait HasOther: DeserializeOwned {
    /// What is read for a word that is not known.
    const OTHER: Self;
}

/// Reads a word of such a list.
pub(crate) fn word_or_other<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: HasOther,
{
    let word = Cow::<str>::deserialize(deserializer)?;
    let known: Result<T, value::Error> = T::deserialize(word.as_ref().into_deserializer());
    Ok(known.unwrap_or(T::OTHER))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::errors::ErrorCode;
    use crate::failure::FailureDetails;

    #[test]
    fn details_are_told_apart_by_their_keys() {
        let details = |json: &str| {
            let text = format!(r#"{{"code":"NO_DEVICES","message":"m","details":{json}}}"#);
            let failure: Failure = read_answer(text.as_bytes()).unwrap();
            failure.details.unwrap()
        };
        let validation = r#"{"path":"","issues":[],"issueCount":0}"#;
        let interrupted = r#"{"stepResults":[],"elapsedMs":1,"timeoutMs":2}"#;
        let devices = r#"{"deviceId":"a","connected":[],"devices":[]}"#;
        let conflict = r#"{"deviceId":"a"}"#;
        assert!(matches!(details(validation), FailureDetails::Validation(_)));
        assert!(matches!(
            details(interrupted),
            FailureDetails::Interrupted(_)
        ));
        assert!(matches!(details(devices), FailureDetails::Devices(_)));
        assert!(matches!(details(conflict), FailureDetails::Conflict(_)));
        let newer = details(r#"{"orbit":[1]}"#);
        assert_eq!(serde_json::to_string(&newer).unwrap(), r#"{"orbit":[1]}"#);
    }

    #[test]
    fn what_cannot_be_read_is_refused() {
        let deep = format!(
            r#"{{"code":"NO_DEVICES","message":"m","details":{{"a":{}1{}}}}}"#,
            "[".repeat(1000),
            "]".repeat(1000)
        );
        for text in [
            "",
            "{",
            "[]",
            r#"{"code":"no","message":"m"}"#,
            r#"{"code":"NO_DEVICES"}"#,
            r#"{"code":"NO_DEVICES","message":"m","details":{"issues":5}}"#,
            r#"{"code":"NO_DEVICES","message":"m"} x"#,
            &deep,
        ] {
            let read: Result<Failure, _> = read_answer(text.as_bytes());
            assert!(matches!(read, Err(Unreadable::Malformed(_))), "{text:.80}");
        }
        let long = vec![b' '; MAX_ANSWER_BYTES + 1];
        assert_eq!(read_answer::<Failure>(&long), Err(Unreadable::TooLong));
    }

    #[test]
    fn keys_of_a_newer_version_are_left_out() {
        let text = br#"{"code":"NO_DEVICES","message":"m","moon":true}"#;
        let failure: Failure = read_answer(text).unwrap();
        assert_eq!(failure, Failure::new(ErrorCode::NoDevices, "m"));
    }
}
