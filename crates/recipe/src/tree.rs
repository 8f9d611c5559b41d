//! What both source forms are read into: scalars as they were written, lists and mappings, each with its place.
//!
//! No scalar has a type of its own. `On`, `no` and `1.10` are characters until a field asks for a boolean or a number,
//! so that a text stays what its author wrote.

use std::collections::BTreeSet;

use clawperator_contract::excerpt;

use crate::finding::{RecipeCode, Report};
use crate::rule::RecipeRule;
use crate::source::Position;

/// One value with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Node {
    pub(crate) at: Position,
    pub(crate) value: Value,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Value {
    Scalar(String, Form),
    List(Vec<Node>),
    Map(Vec<Entry>),
}

/// How a scalar was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// YAML without quotes: the field that reads it decides what it is.
    Bare,
    /// In quotes or as a block: text and nothing else.
    Quoted,
    /// A number, a boolean or null of JSON: never text.
    Literal,
}

/// One key of a mapping with its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) key: String,
    pub(crate) key_at: Position,
    pub(crate) node: Node,
}

impl Node {
    /// What kind of value it is, as messages name it.
    pub(crate) fn kind(&self) -> &'static str {
        match &self.value {
            Value::Scalar(text, Form::Bare) if text.is_empty() => "nothing",
            Value::Scalar(_, Form::Bare) => "an unquoted value",
            Value::Scalar(_, Form::Quoted) => "a text",
            Value::Scalar(text, Form::Literal) => match text.as_str() {
                "null" => "null",
                "true" | "false" => "a boolean",
                _ => "a number",
            },
            Value::List(_) => "a list",
            Value::Map(_) => "a mapping",
        }
    }

    /// The entries of a mapping; nothing else has any.
    pub(crate) fn entries(&self) -> &[Entry] {
        match &self.value {
            Value::Map(entries) => entries,
            Value::Scalar(..) | Value::List(_) => &[],
        }
    }

    /// The value under a key of a mapping.
    pub(crate) fn get(&self, key: &str) -> Option<&Node> {
        self.entries()
            .iter()
            .find(|entry| entry.key == key)
            .map(|entry| &entry.node)
    }
}

/// Drops every entry whose key was there before, and reports it.
pub(crate) fn without_duplicates(entries: Vec<Entry>, report: &Report<'_>) -> Vec<Entry> {
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    let repeated: Vec<bool> = entries
        .iter()
        .map(|entry| !seen.insert(&entry.key))
        .collect();
    if !repeated.contains(&true) {
        return entries;
    }
    entries
        .into_iter()
        .zip(repeated)
        .filter_map(|(entry, repeated)| {
            if repeated {
                report.add(
                    RecipeRule::Document,
                    RecipeCode::DuplicateKey,
                    entry.key_at,
                    format!("the key `{}` appears twice", excerpt(&entry.key)),
                    "keep one of the two",
                );
            }
            (!repeated).then_some(entry)
        })
        .collect()
}
