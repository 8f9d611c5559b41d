//! The one place where a text that was read becomes something that may be shown.

use std::fmt;

use clawperator_contract::{Extractor, hex};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use super::secret::{HashKey, Secret};
use crate::limits::MAX_OUTPUT_LENGTH;
use crate::model::{Output, OutputType, Redaction};
use crate::read::plain_number;
use crate::values::whole_number;

/// Sets these hashes apart from any other use of the same key.
const HASH_DOMAIN: &[u8] = b"clawperator-output-v1\0";

/// Redacts outputs with the key of one installation.
#[derive(Debug)]
pub struct Redactor {
    key: HashKey,
}

/// An output as it may be shown.
#[derive(Debug, Clone, PartialEq)]
pub struct Redacted {
    /// The output's name.
    pub name: String,
    /// What kind of value it has.
    pub output_type: OutputType,
    pub shown: ShownOutput,
}

/// What is shown of a value.
#[derive(Debug, Clone, PartialEq)]
pub enum ShownOutput {
    /// The value itself.
    Value(OutputValue),
    /// A keyed hash of it, in hexadecimal: equal values of one installation have equal hashes.
    Hash(String),
    /// That there is one.
    Masked,
    /// Nothing.
    Dropped,
}

/// A value that a recipe lets be shown.
#[derive(Debug, Clone, PartialEq)]
pub enum OutputValue {
    /// A text.
    String(String),
    /// A whole number.
    Integer(i64),
    Number(f64),
    /// Yes or no.
    Boolean(bool),
}

/// Why an output has no value. It never holds anything of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutputError {
    /// The output's name.
    pub name: String,
    /// What is wrong.
    pub problem: OutputProblem,
}

/// What can be wrong with a text that an output is taken from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OutputProblem {
    /// The step read nothing.
    NotRead,
    /// The text is longer than any value.
    TooLong,
    /// `parse` finds nothing in the text.
    NoMatch,
    /// What was found is no value of this type.
    NotOfType(OutputType),
}

impl fmt::Display for OutputError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = &self.name;
        match self.problem {
            OutputProblem::NotRead => write!(formatter, "nothing was read for the output `{name}`"),
            OutputProblem::TooLong => write!(
                formatter,
                "the text for the output `{name}` has more than {MAX_OUTPUT_LENGTH} characters"
            ),
            OutputProblem::NoMatch => write!(
                formatter,
                "`parse` of the output `{name}` matches nothing in the text that was read"
            ),
            OutputProblem::NotOfType(output_type) => write!(
                formatter,
                "what was read for the output `{name}` is not of type {}",
                output_type.name()
            ),
        }
    }
}

impl std::error::Error for OutputError {}

impl Redactor {
    /// A redactor with the key of this installation.
    #[must_use]
    pub const fn new(key: HashKey) -> Self {
        Self { key }
    }

    /// Cuts, types and redacts what was read for an output; `raw` is `None` when the step read nothing.
    ///
    /// The text is consumed: what is not shown is gone.
    pub fn redact(&self, output: &Output, raw: Option<Secret>) -> Result<Redacted, OutputError> {
        let fail = |problem| OutputError {
            name: output.name.value.clone(),
            problem,
        };
        let raw = raw.ok_or_else(|| fail(OutputProblem::NotRead))?;
        let value = read(output, raw.text()).map_err(fail)?;
        let shown = match output.redaction {
            Redaction::None => ShownOutput::Value(value),
            Redaction::Hash => ShownOutput::Hash(self.hash(&value)),
            Redaction::Mask => ShownOutput::Masked,
            Redaction::Drop => ShownOutput::Dropped,
        };
        Ok(Redacted {
            name: output.name.value.clone(),
            output_type: output.output_type,
            shown,
        })
    }

    fn hash(&self, value: &OutputValue) -> String {
        // A key of any length is accepted, so the other branch is never taken.
        let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(self.key.bytes()) else {
            return String::new();
        };
        mac.update(HASH_DOMAIN);
        // The value and not the text: `85` and `85.0` are one number.
        match value {
            OutputValue::String(text) => mac.update(text.as_bytes()),
            OutputValue::Integer(number) => mac.update(number.to_string().as_bytes()),
            OutputValue::Number(number) => mac.update(number.to_string().as_bytes()),
            OutputValue::Boolean(state) => mac.update(state.to_string().as_bytes()),
        }
        let digest = mac.finalize().into_bytes();
        hex(&digest)
    }
}

fn read(output: &Output, text: &str) -> Result<OutputValue, OutputProblem> {
    if text.len() > MAX_OUTPUT_LENGTH && text.chars().count() > MAX_OUTPUT_LENGTH {
        return Err(OutputProblem::TooLong);
    }
    let part = match &output.parse {
        Some(pattern) => Extractor::compile(&pattern.value)
            .ok()
            .and_then(|extractor| extractor.extract(text).map(str::to_owned))
            .ok_or(OutputProblem::NoMatch)?,
        None => text.to_owned(),
    };
    let trimmed = part.trim();
    let value = match output.output_type {
        OutputType::String => Some(OutputValue::String(part.clone())),
        OutputType::Integer => whole_number(trimmed).map(OutputValue::Integer),
        OutputType::Number => plain_number(trimmed).map(OutputValue::Number),
        OutputType::Boolean => boolean(trimmed).map(OutputValue::Boolean),
    };
    value.ok_or(OutputProblem::NotOfType(output.output_type))
}

/// What screens write for yes and no, in any case.
fn boolean(text: &str) -> Option<bool> {
    let is = |words: [&str; 3]| words.iter().any(|word| word.eq_ignore_ascii_case(text));
    if is(["true", "on", "yes"]) {
        Some(true)
    } else if is(["false", "off", "no"]) {
        Some(false)
    } else {
        None
    }
}
