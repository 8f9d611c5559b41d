//! The three forms in which an action comes, told apart by their keys.
//!
//! | form | has |
//! | --- | --- |
//! | a tool call | `name`, and not `type` |
//! | a bare action | `type`, and not `name` |
//! | a model's step | `action`, and neither |
//!
//! No action has a field `name`, and a step has no `type`, so that none of them can be taken for another. An object with
//! `name` and `type` is refused, and one with none of the three keys names no action.

use super::action::AgentAction;
use super::found::Found;
use super::limits::{MAX_RAW_LENGTH, MAX_THOUGHT_LENGTH};
use super::reader::Reader;
use super::repair::{RepairKind, described, was_name};
use super::row::{ActionRow, Fallback, FieldRow, FieldRule};
use crate::failure::Rule;
use crate::json::{Entry, Kind, Node};

/// What was found in a document: everything but the list of repairs.
#[derive(Debug)]
pub(super) struct Called {
    pub(super) thought: String,
    pub(super) action: Option<AgentAction>,
    /// What a step says it was made from.
    pub(super) raw: Option<String>,
}

const THOUGHT: FieldRow = FieldRule::prose(MAX_THOUGHT_LENGTH)
    .default(Fallback::Text(""))
    .row("thought", "Why this is the next step.");
const RAW: FieldRow = FieldRule::prose(MAX_RAW_LENGTH).row("raw", "What the model wrote.");

/// Reads a document of any of the three forms.
pub(super) fn read(reader: &mut Reader, root: &Node<'_>) -> Option<Called> {
    let Kind::Object(entries) = &root.kind else {
        let message = format!("Expected object, received {}", root.type_name());
        reader.issue("", Rule::WrongType, message);
        return None;
    };
    if !reader.is_sound("", entries) {
        return None;
    }
    match (
        entry(entries, "name"),
        entry(entries, "type"),
        entry(entries, "action"),
    ) {
        (Some(_), Some(_), _) => {
            let message = "'name' is a tool call's and 'type' an action's; it has both";
            reader.issue("", Rule::Exclusive, message.to_owned());
            None
        }
        (Some(name), None, _) => tool_call(reader, entries, name),
        (None, None, Some(action)) => Some(step(reader, entries, action)),
        (None, ..) => Some(Called {
            thought: String::new(),
            action: bare(reader, entries),
            raw: None,
        }),
    }
}

fn tool_call(reader: &mut Reader, entries: &[Entry<'_>], name: &Node<'_>) -> Option<Called> {
    ignore_others(reader, entries, &["name", "arguments"]);
    let row = string(name).and_then(AgentAction::row_of_tool);
    let written = entry(entries, "arguments");
    let parsed;
    let arguments: &[Entry<'_>] = match written.map(|node| &node.kind) {
        Some(Kind::Object(arguments)) => arguments,
        // Nothing was said, which some say with an empty string.
        None | Some(Kind::Null) => &[],
        Some(Kind::String(text)) if text.trim().is_empty() => &[],
        Some(Kind::String(text)) => match Node::parse(text.as_bytes()) {
            Ok(node) => {
                parsed = node;
                match &parsed.kind {
                    Kind::Object(arguments) => arguments,
                    _ => no_arguments(reader, written),
                }
            }
            Err(_) => no_arguments(reader, written),
        },
        Some(_) => no_arguments(reader, written),
    };
    if !reader.is_sound("", arguments) {
        return None;
    }
    if let (Some(row), Some(named)) = (row, entry(arguments, "type"))
        && string(named) != Some(row.name)
    {
        let message = format!("the tool is {} and its arguments name another", row.tool);
        reader.issue("type", Rule::Exclusive, message);
        return None;
    }
    let thought = thought(reader, arguments);
    let action = match row {
        Some(row) => action(reader, row, arguments, &["thought"]),
        None => Some(unknown(reader, "name", Some(name))),
    };
    Some(Called {
        thought,
        action,
        raw: None,
    })
}

/// Arguments that cannot be read, reported as what the whole action needs.
fn no_arguments<'n>(reader: &mut Reader, written: Option<&Node<'_>>) -> &'n [Entry<'n>] {
    reader.repair(
        "arguments".to_owned(),
        written.map(described),
        None,
        RepairKind::Required,
    );
    &[]
}

fn step(reader: &mut Reader, entries: &[Entry<'_>], node: &Node<'_>) -> Called {
    ignore_others(reader, entries, &["thought", "action", "raw"]);
    let thought = thought(reader, entries);
    let raw = reader.field("raw", &RAW, entry(entries, "raw"));
    let action = match &node.kind {
        Kind::Object(fields) if reader.is_sound("", fields) => bare(reader, fields),
        Kind::Object(_) => None,
        _ => Some(unknown(reader, "action", Some(node))),
    };
    Called {
        thought,
        action,
        raw: raw.and_then(as_text),
    }
}

fn bare(reader: &mut Reader, entries: &[Entry<'_>]) -> Option<AgentAction> {
    let named = entry(entries, "type");
    match named.and_then(string).and_then(AgentAction::row_of) {
        Some(row) => action(reader, row, entries, &["type"]),
        None => Some(unknown(reader, "type", named)),
    }
}

fn action(
    reader: &mut Reader,
    row: &'static ActionRow,
    entries: &[Entry<'_>],
    taken: &[&str],
) -> Option<AgentAction> {
    reader.action = Some(row.name);
    let fields = reader.fields("", entries, row.fields, taken);
    AgentAction::build(row, fields)
}

/// The wait that an action becomes which does not exist. Its other fields belong to nothing and are not looked at.
fn unknown(reader: &mut Reader, field: &str, named: Option<&Node<'_>>) -> AgentAction {
    let instead = AgentAction::INSTEAD_OF_UNKNOWN;
    reader.action = Some(instead.name());
    reader.repair(
        field.to_owned(),
        named.map(was_name),
        Some(instead.name().into()),
        RepairKind::Type,
    );
    instead
}

fn thought(reader: &mut Reader, entries: &[Entry<'_>]) -> String {
    let found = reader.field("thought", &THOUGHT, entry(entries, "thought"));
    // A thought that is not there is empty.
    found.and_then(as_text).unwrap_or_default()
}

fn as_text(found: Found) -> Option<String> {
    match found {
        Found::Text(text) => Some(text),
        _ => None,
    }
}

fn ignore_others(reader: &mut Reader, entries: &[Entry<'_>], known: &[&str]) {
    for (key, node) in entries {
        if !known.contains(&key.as_ref()) {
            let field = crate::excerpt::excerpt(key);
            reader.repair(field, Some(described(node)), None, RepairKind::Unknown);
        }
    }
}

fn entry<'e, 'i>(entries: &'e [Entry<'i>], name: &str) -> Option<&'e Node<'i>> {
    let found = entries.iter().find(|(key, _)| key == name);
    found.map(|(_, node)| node)
}

fn string<'e>(node: &'e Node<'_>) -> Option<&'e str> {
    match &node.kind {
        Kind::String(text) => Some(text),
        _ => None,
    }
}
