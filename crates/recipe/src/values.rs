//! Values that a recipe is given: text outside, typed inside.

use crate::model::InputType;
use crate::read::plain_number;

#[derive(Clone, PartialEq)]
pub(crate) enum InputValue {
    Text(String),
    Integer(i64),
    Number(f64),
    Boolean(bool),
}

impl InputValue {
    /// Reads a value as its type writes it; `None` when it is none of that type.
    pub(crate) fn read(text: &str, input_type: InputType) -> Option<Self> {
        match input_type {
            InputType::String => Some(Self::Text(text.to_owned())),
            InputType::Integer => whole_number(text).map(Self::Integer),
            InputType::Number => plain_number(text).map(Self::Number),
            InputType::Boolean => match text {
                "true" => Some(Self::Boolean(true)),
                "false" => Some(Self::Boolean(false)),
                _ => None,
            },
        }
    }
}

/// A whole number of at most fifteen digits, which every JSON reader keeps exact.
pub(crate) fn whole_number(text: &str) -> Option<i64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let shaped =
        (1..=15).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
    if shaped { text.parse().ok() } else { None }
}
