//! The values of a compilation: given or by default, typed, and filled in.

use std::collections::{BTreeMap, BTreeSet};

use clawperator_contract::excerpt;

use crate::finding::{RecipeCode, Report};
use crate::limits::MAX_SELECTOR_TEXT_LENGTH;
use crate::model::{Frontmatter, Input, Part, Phrase};
use crate::rule::RecipeRule;
use crate::source::Position;
use crate::values::InputValue;

/// The value of every input that has one.
pub(super) struct Values<'f> {
    values: BTreeMap<&'f str, Value>,
    /// The inputs whose value is missing or wrong, which has been reported: they are not reported again where they are
    /// used.
    refused: BTreeSet<&'f str>,
}

struct Value {
    /// As it was given: a text that is filled in stays the characters written.
    text: String,
    typed: InputValue,
}

/// Takes the values given, and defaults for the others; whatever is missing or wrong is reported by name only.
pub(super) fn resolve<'f>(
    frontmatter: &'f Frontmatter,
    given: &BTreeMap<String, String>,
    report: &Report<'_>,
) -> Values<'f> {
    for name in given.keys() {
        if frontmatter.input(name).is_none() {
            let names: Vec<&str> = frontmatter
                .inputs
                .iter()
                .map(|input| input.name.value.as_str())
                .collect();
            let fix = if names.is_empty() {
                "this recipe takes no inputs".to_owned()
            } else {
                format!("its inputs are {}", names.join(", "))
            };
            report.add(
                RecipeRule::Inputs,
                RecipeCode::InputUnknown,
                frontmatter.recipe_id.at,
                format!("this recipe has no input `{}`", excerpt(name)),
                fix,
            );
        }
    }
    let mut resolved = Values {
        values: BTreeMap::new(),
        refused: BTreeSet::new(),
    };
    for input in &frontmatter.inputs {
        let name = input.name.value.as_str();
        let before = report.errors();
        if let Some(value) = resolve_one(input, given.get(name), report) {
            resolved.values.insert(name, value);
        } else if report.errors() > before {
            resolved.refused.insert(name);
        }
    }
    resolved
}

fn resolve_one(input: &Input, given: Option<&String>, report: &Report<'_>) -> Option<Value> {
    let default = input.default.as_ref().map(|default| &default.value);
    let text = given.or(default);
    let empty = text.is_none_or(|text| text.trim().is_empty());
    if input.required && empty {
        report.add(
            RecipeRule::Inputs,
            RecipeCode::InputMissing,
            input.name.at,
            format!(
                "the input `{}` is required and has no value",
                input.name.value
            ),
            give(&input.name.value),
        );
        return None;
    }
    let text = text?;
    if text.chars().count() > MAX_SELECTOR_TEXT_LENGTH {
        report.add(
            RecipeRule::Inputs,
            RecipeCode::InputType,
            input.name.at,
            format!(
                "the value of `{}` has more than {MAX_SELECTOR_TEXT_LENGTH} characters",
                input.name.value
            ),
            "give a shorter one",
        );
        return None;
    }
    let typed = InputValue::read(text, input.input_type);
    if typed.is_none() && !empty {
        report.add(
            RecipeRule::Inputs,
            RecipeCode::InputType,
            input.name.at,
            format!(
                "the value of `{}` is not of type {}",
                input.name.value,
                input.input_type.name()
            ),
            "give a value of the input's type",
        );
    }
    Some(Value {
        text: text.clone(),
        typed: typed?,
    })
}

impl Values<'_> {
    /// The text with its placeholders filled in.
    pub(super) fn fill(&self, phrase: &Phrase, report: &Report<'_>) -> Option<String> {
        self.fill_in(phrase, MAX_SELECTOR_TEXT_LENGTH, str::to_owned, report)
    }

    /// The address with its placeholders filled in: what an input gives is one piece of it, whatever it says.
    pub(super) fn fill_uri(
        &self,
        phrase: &Phrase,
        most: usize,
        report: &Report<'_>,
    ) -> Option<String> {
        self.fill_in(phrase, most, percent_encoded, report)
    }

    fn fill_in(
        &self,
        phrase: &Phrase,
        most: usize,
        value_of: fn(&str) -> String,
        report: &Report<'_>,
    ) -> Option<String> {
        let mut filled = String::new();
        let mut complete = true;
        for part in &phrase.parts {
            match part {
                Part::Text(text) => filled.push_str(text),
                Part::Input(name) => {
                    if let Some(value) = self.values.get(name.as_str()) {
                        filled.push_str(&value_of(&value.text));
                    } else {
                        complete = false;
                        self.missing(name, phrase.at, report);
                    }
                }
            }
        }
        if !complete {
            return None;
        }
        let (code, message) = if filled.trim().is_empty() {
            (
                RecipeCode::InputMissing,
                "this text is blank once it is filled in".to_owned(),
            )
        } else if filled.chars().count() > most {
            let message = format!("this text has more than {most} characters once it is filled in");
            (RecipeCode::InputType, message)
        } else {
            return Some(filled);
        };
        report.add(
            RecipeRule::Inputs,
            code,
            phrase.at,
            message,
            "give other values",
        );
        None
    }

    /// The typed value of the input that a phrase is nothing but.
    pub(super) fn typed(&self, phrase: &Phrase, report: &Report<'_>) -> Option<&InputValue> {
        let name = phrase.sole_input()?;
        let value = self.values.get(name);
        if value.is_none() {
            self.missing(name, phrase.at, report);
        }
        value.map(|value| &value.typed)
    }

    fn missing(&self, name: &str, at: Position, report: &Report<'_>) {
        if self.refused.contains(name) {
            return;
        }
        report.add(
            RecipeRule::Inputs,
            RecipeCode::InputMissing,
            at,
            format!("the input `{}` has no value", excerpt(name)),
            format!("{}, or give it a default", give(name)),
        );
    }
}

/// A value as a piece of an address: everything that could mean something there is encoded (RFC 3986, 2.3).
fn percent_encoded(value: &str) -> String {
    let mut encoded = String::new();
    for byte in value.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~') {
            encoded.push(char::from(byte));
        } else {
            encoded.push_str(&format!("%{byte:02X}"));
        }
    }
    encoded
}

/// How to give an input its value.
fn give(name: &str) -> String {
    let name = excerpt(name);
    format!("give `{name}` a value")
}
