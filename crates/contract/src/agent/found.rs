//! Values that were read by the table, on their way into types.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};
use serde_json::Value;

use super::row::{Fallback, FieldKind};
use crate::values::AnyNumber;

/// A number of an action, written without a fraction where it has none.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub struct Amount(f64);

impl Amount {
    /// The value; always finite.
    #[must_use]
    pub const fn get(self) -> f64 {
        self.0
    }

    /// The same, or this bound where it is larger.
    #[must_use]
    pub const fn at_most(self, bound: f64) -> Self {
        Self(if self.0 > bound { bound } else { self.0 })
    }
}

impl Serialize for Amount {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        number(self.0).serialize(serializer)
    }
}

impl JsonSchema for Amount {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Amount".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "number" })
    }
}

/// A finite number as JSON, without a fraction where it has none.
pub(super) fn number(value: f64) -> Value {
    serde_json::Number::from_f64(value)
        .and_then(|number| serde_json::to_value(AnyNumber::from_json(&number)).ok())
        .unwrap_or(Value::Null)
}

/// A value of the form that its row asks for.
#[derive(Debug)]
pub(super) enum Found {
    Text(String),
    Number(f64),
    Integer(u64),
    Flag(bool),
    Word(&'static str),
    Object(Fields),
    List(Vec<Fields>),
}

impl Found {
    /// What a row falls back to.
    pub(super) fn fallback(kind: FieldKind, value: Fallback) -> Self {
        match (kind, value) {
            (FieldKind::Word(_), Fallback::Text(word)) => Self::Word(word),
            (_, Fallback::Text(text)) => Self::Text(text.to_owned()),
            (_, Fallback::Number(number)) => Self::Number(number),
            (_, Fallback::Integer(integer)) => Self::Integer(integer),
            (_, Fallback::Flag(flag)) => Self::Flag(flag),
        }
    }
}

/// The fields of one object that have a value.
#[derive(Debug, Default)]
pub(super) struct Fields(Vec<(&'static str, Found)>);

impl Fields {
    pub(super) fn put(&mut self, name: &'static str, found: Found) {
        self.0.push((name, found));
    }

    /// The value of a field, as its type. Nothing where the type needs a value and there is none.
    pub(super) fn take<T: Take>(&mut self, name: &str) -> Option<T> {
        let place = self.0.iter().position(|(known, _)| *known == name);
        T::take(place.map(|place| self.0.swap_remove(place).1))
    }
}

/// A type of a field.
pub(super) trait Take: Sized {
    /// The value as this type; nothing where it is another one's.
    fn take(found: Option<Found>) -> Option<Self>;

    /// Whether the field is not written.
    fn is_absent(&self) -> bool {
        false
    }
}

impl<T: Take> Take for Option<T> {
    fn take(found: Option<Found>) -> Option<Self> {
        match found {
            Some(found) => T::take(Some(found)).map(Some),
            None => Some(None),
        }
    }

    fn is_absent(&self) -> bool {
        self.is_none()
    }
}

impl<T: Take> Take for Box<T> {
    fn take(found: Option<Found>) -> Option<Self> {
        T::take(found).map(Box::new)
    }
}

impl<T: Take> Take for Vec<T> {
    fn take(found: Option<Found>) -> Option<Self> {
        match found? {
            Found::List(items) => items
                .into_iter()
                .map(|fields| T::take(Some(Found::Object(fields))))
                .collect(),
            _ => None,
        }
    }
}

/// Defines how a plain type is taken.
macro_rules! take {
    ($($type:ty, $variant:ident, $make:expr;)+) => {
        $(impl Take for $type {
            fn take(found: Option<Found>) -> Option<Self> {
                match found? {
                    Found::$variant(value) => Some($make(value)),
                    _ => None,
                }
            }
        })+
    };
}

take! {
    String, Text, std::convert::identity;
    Amount, Number, Amount;
    u64, Integer, std::convert::identity;
    bool, Flag, std::convert::identity;
}
