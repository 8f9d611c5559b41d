//! Values that carry their bounds in their type.
//!
//! `Integer<1, 200>` decodes, serialises and describes itself in JSON Schema from the same two numbers.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize, Serializer};

use crate::decode::{Decode, Value};
use crate::failure::Rule;

/// A JSON number as it was written, with whole floats made integers: `5000.0` is `5000`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct AnyNumber(serde_json::Number);

/// Below this, every integer has an exact float, so the two forms can be exchanged.
const EXACT_INTEGERS: f64 = 9_007_199_254_740_992.0;

impl AnyNumber {
    pub(crate) fn from_json(number: &serde_json::Number) -> Self {
        match number.as_f64() {
            Some(float)
                if number.is_f64() && float.fract() == 0.0 && float.abs() < EXACT_INTEGERS =>
            {
                #[expect(
                    clippy::cast_possible_truncation,
                    reason = "checked to be a whole number below 2^53"
                )]
                let integer = float as i64;
                Self(integer.into())
            }
            _ => Self(number.clone()),
        }
    }

    pub(crate) fn from_integer(integer: i64) -> Self {
        Self(integer.into())
    }

    /// The value; integers beyond 2^53 are rounded to the nearest float.
    #[must_use]
    #[expect(
        clippy::expect_used,
        reason = "no value could be told from a number in its place"
    )]
    pub fn get(&self) -> f64 {
        let float = self.0.as_f64();
        float.expect("without arbitrary precision every JSON number has a float")
    }

    /// The number no less than `least` and no more than `most` that is nearest to this one.
    pub(crate) fn clamp(&self, least: &Self, most: &Self) -> Self {
        if self.get() < least.get() {
            least.clone()
        } else if self.get() > most.get() {
            most.clone()
        } else {
            self.clone()
        }
    }

    /// The number without its fraction.
    fn whole_part(&self) -> Self {
        serde_json::Number::from_f64(self.get().trunc())
            .map_or_else(|| self.clone(), |whole| Self::from_json(&whole))
    }

    fn is_whole(&self) -> bool {
        self.get().fract() == 0.0
    }
}

impl fmt::Display for AnyNumber {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

impl Serialize for AnyNumber {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl JsonSchema for AnyNumber {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Number".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "number" })
    }
}

/// Defines a bounded number: how it is decoded and what JSON Schema says of it.
macro_rules! bounded_number {
    ($(#[$doc:meta])* $name:ident, $decode:expr, $schema:expr) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Serialize)]
        pub struct $name<const MIN: i64, const MAX: i64>(AnyNumber);

        impl<const MIN: i64, const MAX: i64> Decode for $name<MIN, MAX> {
            fn decode(value: &Value<'_>) -> Option<Self> {
                let decode: fn(&Value<'_>, i64, i64) -> Option<AnyNumber> = $decode;
                decode(value, MIN, MAX).map(Self)
            }
        }

        impl<const MIN: i64, const MAX: i64> JsonSchema for $name<MIN, MAX> {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> Cow<'static, str> {
                format!("{}_{MIN}_{MAX}", stringify!($name)).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                let schema: fn(i64, i64) -> Schema = $schema;
                schema(MIN, MAX)
            }
        }
    };
}

bounded_number!(
    /// A number that is refused outside `MIN..=MAX`.
    Number,
    |value, min, max| within(value, value.number()?, min, max),
    |min, max| json_schema!({ "type": "number", "minimum": min, "maximum": max })
);

bounded_number!(
    /// An integer that is refused outside `MIN..=MAX`.
    Integer,
    |value, min, max| within(value, whole(value)?, min, max),
    |min, max| json_schema!({ "type": "integer", "minimum": min, "maximum": max })
);

bounded_number!(
    /// A number that is accepted anywhere, kept as written, and run as the nearest in `MIN..=MAX`.
    Clamped,
    |value, min, max| Some(warn_outside(value, value.number()?, &AnyNumber::from_integer(min), &AnyNumber::from_integer(max))),
    |min, max| json_schema!({ "type": "number", "x-clawperator-clamped-to": [min, max] })
);

bounded_number!(
    /// An integer that is accepted anywhere, kept as written, and run as the nearest in `MIN..=MAX`.
    ClampedInteger,
    |value, min, max| Some(warn_outside(value, whole(value)?, &AnyNumber::from_integer(min), &AnyNumber::from_integer(max))),
    |min, max| json_schema!({ "type": "integer", "x-clawperator-clamped-to": [min, max] })
);

impl<const MIN: i64, const MAX: i64> Number<MIN, MAX> {
    /// This number, if it is within its bounds.
    #[must_use]
    pub fn new(value: f64) -> Option<Self> {
        let number = AnyNumber::from_json(&serde_json::Number::from_f64(value)?);
        let bounds = (AnyNumber::from_integer(MIN), AnyNumber::from_integer(MAX));
        (number.clamp(&bounds.0, &bounds.1) == number).then_some(Self(number))
    }

    /// The value, within its bounds.
    #[must_use]
    pub fn get(&self) -> f64 {
        self.0.get()
    }
}

impl<const MIN: i64, const MAX: i64> Integer<MIN, MAX> {
    /// The value, within its bounds.
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "decoding refused fractions and what is outside the bounds"
    )]
    pub fn get(&self) -> i64 {
        self.0.get() as i64
    }
}

impl<const MIN: i64, const MAX: i64> Clamped<MIN, MAX> {
    /// The value that runs: the nearest within the bounds.
    #[must_use]
    pub fn effective(&self) -> f64 {
        self.effective_number().get()
    }

    /// Decodes a number of which only the whole part runs.
    pub(crate) fn decode_whole_part(value: &Value<'_>) -> Option<Self> {
        let number = value.number()?;
        let effective = number
            .clamp(&AnyNumber::from_integer(MIN), &AnyNumber::from_integer(MAX))
            .whole_part();
        if effective != number {
            value.clamped(effective);
        }
        Some(Self(number))
    }

    pub(crate) fn effective_number(&self) -> AnyNumber {
        self.0
            .clamp(&AnyNumber::from_integer(MIN), &AnyNumber::from_integer(MAX))
    }

    /// Decodes a number whose lower bound is known only from the payload.
    pub(crate) fn decode_above(value: &Value<'_>, floor: &AnyNumber) -> Option<Self> {
        Some(Self(warn_outside(
            value,
            value.number()?,
            floor,
            &AnyNumber::from_integer(MAX),
        )))
    }
}

impl<const MIN: i64, const MAX: i64> ClampedInteger<MIN, MAX> {
    /// The value that runs: the nearest within the bounds.
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "clamped to the bounds, and decoding refused fractions"
    )]
    pub fn effective(&self) -> i64 {
        self.0
            .clamp(&AnyNumber::from_integer(MIN), &AnyNumber::from_integer(MAX))
            .get() as i64
    }
}

fn whole(value: &Value<'_>) -> Option<AnyNumber> {
    let number = value.number()?;
    if number.is_whole() {
        return Some(number);
    }
    value.fail(Rule::NotInteger, "Expected integer, received float")
}

#[expect(
    clippy::cast_precision_loss,
    reason = "the bounds of the contract are far below 2^53"
)]
fn within(value: &Value<'_>, number: AnyNumber, min: i64, max: i64) -> Option<AnyNumber> {
    if number.get() < min as f64 {
        return value.fail(
            Rule::OutOfRange,
            format!("Number must be greater than or equal to {min}"),
        );
    }
    if number.get() > max as f64 {
        return value.fail(
            Rule::OutOfRange,
            format!("Number must be less than or equal to {max}"),
        );
    }
    Some(number)
}

fn warn_outside(
    value: &Value<'_>,
    number: AnyNumber,
    least: &AnyNumber,
    most: &AnyNumber,
) -> AnyNumber {
    let effective = number.clamp(least, most);
    if effective != number {
        value.clamped(effective);
    }
    number
}

/// A string with something in it, of at most `MAX` characters (Unicode scalar values).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub struct Text<const MAX: usize>(String);

impl<const MAX: usize> Text<MAX> {
    /// The string.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The string, if it is not blank and not too long; `blank` is said of one that is blank.
    pub(crate) fn check(value: &Value<'_>, blank: &str) -> Option<Self> {
        let text = value.string()?;
        if text.trim().is_empty() {
            return value.fail(Rule::Blank, blank);
        }
        Self::check_length(value, text)
    }

    pub(crate) fn check_length(value: &Value<'_>, text: &str) -> Option<Self> {
        // The byte length bounds the character count from above and is known for free.
        if text.len() > MAX && text.chars().count() > MAX {
            return value.fail(
                Rule::TooLong,
                format!("String must contain at most {MAX} character(s)"),
            );
        }
        Some(Self(text.to_owned()))
    }
}

impl<const MAX: usize> Decode for Text<MAX> {
    fn decode(value: &Value<'_>) -> Option<Self> {
        Self::check(value, "must not be blank")
    }
}

impl<const MAX: usize> JsonSchema for Text<MAX> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("Text_{MAX}").into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "minLength": 1, "maxLength": MAX, "pattern": "\\S" })
    }
}
