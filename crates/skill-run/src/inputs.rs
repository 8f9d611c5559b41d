//! The values that a skill is given. They are shown by name only.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;

/// Values by the names of the inputs.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Inputs(BTreeMap<String, String>);

/// Why values cannot be taken. It holds no value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InputsError {
    /// A word that is not `name=value`.
    NoName,
    /// One input has two values.
    Twice(String),
    /// It is no JSON object.
    NoObject,
    /// The value of an input is a list, an object or null.
    NoValue(String),
}

impl fmt::Display for InputsError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoName => formatter.write_str("an input must be name=value"),
            Self::Twice(name) => write!(formatter, "the input `{name}` has two values"),
            Self::NoObject => formatter.write_str("the inputs are not a JSON object"),
            Self::NoValue(name) => write!(
                formatter,
                "the input `{name}` must be a text, a number, true or false"
            ),
        }
    }
}

impl std::error::Error for InputsError {}

impl Inputs {
    /// Adds `name=value`.
    pub fn add_pair(&mut self, pair: &str) -> Result<(), InputsError> {
        match pair.split_once('=') {
            Some((name, value)) if !name.is_empty() => self.add(name, value.to_owned()),
            _ => Err(InputsError::NoName),
        }
    }

    /// Adds the members of a JSON object. A number is kept as it is written.
    pub fn add_json(&mut self, json: &[u8]) -> Result<(), InputsError> {
        let Ok(Members(members)) = serde_json::from_slice(json) else {
            return Err(InputsError::NoObject);
        };
        for (name, value) in members {
            let text = match value {
                Value::String(text) => text,
                Value::Number(number) => number.to_string(),
                Value::Bool(state) => state.to_string(),
                Value::Null | Value::Array(_) | Value::Object(_) => {
                    return Err(InputsError::NoValue(name));
                }
            };
            self.add(&name, text)?;
        }
        Ok(())
    }

    /// The names, in order.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        self.0.keys().cloned().collect()
    }

    /// For the compiler, and nobody else here.
    pub(crate) fn values(&self) -> &BTreeMap<String, String> {
        &self.0
    }

    /// One JSON object with every value as text, for the standard input of a script.
    #[expect(
        clippy::expect_used,
        reason = "a script must not run without what it was given"
    )]
    pub(crate) fn to_json(&self) -> Vec<u8> {
        serde_json::to_vec(&self.0).expect("keys and values are strings")
    }

    fn add(&mut self, name: &str, value: String) -> Result<(), InputsError> {
        match self.0.insert(name.to_owned(), value) {
            None => Ok(()),
            Some(_) => Err(InputsError::Twice(name.to_owned())),
        }
    }
}

/// The members of a JSON object as they were written: of two equal keys, a map would keep the last.
struct Members(Vec<(String, Value)>);

impl<'de> Deserialize<'de> for Members {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Read;

        impl<'de> Visitor<'de> for Read {
            type Value = Members;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }

        deserializer.deserialize_map(Read)
    }
}

/// The names alone.
impl fmt::Debug for Inputs {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_set().entries(self.0.keys()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_taken_as_written_and_not_shown() {
        let mut inputs = Inputs::default();
        inputs.add_pair("row=a=b").unwrap();
        inputs
            .add_json(br#"{"count": 3, "ratio": 1.50, "on": true}"#)
            .unwrap();
        let values = inputs.values();
        assert_eq!(values["row"], "a=b");
        assert_eq!(values["count"], "3");
        assert_eq!(values["on"], "true");
        assert_eq!(format!("{inputs:?}"), r#"{"count", "on", "ratio", "row"}"#);
    }

    #[test]
    fn of_two_equal_keys_none_wins() {
        let mut inputs = Inputs::default();
        let twice = inputs.add_json(br#"{"who": "a", "on": true, "who": "b"}"#);
        assert_eq!(twice, Err(InputsError::Twice("who".to_owned())));
    }

    #[test]
    fn what_is_no_value_is_refused_without_repeating_it() {
        let add = |pairs: &[&str], json: &str| {
            let mut inputs = Inputs::default();
            let pairs = pairs.iter().try_for_each(|pair| inputs.add_pair(pair));
            pairs.and_then(|()| inputs.add_json(json.as_bytes()))
        };
        assert_eq!(add(&["hunter2"], "{}"), Err(InputsError::NoName));
        assert_eq!(add(&["=hunter2"], "{}"), Err(InputsError::NoName));
        assert_eq!(add(&[], "[1]"), Err(InputsError::NoObject));
        let twice = Err(InputsError::Twice("a".to_owned()));
        assert_eq!(add(&["a=1"], r#"{"a": 2}"#), twice);
        let none = Err(InputsError::NoValue("a".to_owned()));
        assert_eq!(add(&[], r#"{"a": ["hunter2"]}"#), none);
    }
}
