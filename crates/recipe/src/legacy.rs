//! Legacy templates: an execution with `{{VARIABLE}}` in its texts.
//!
//! They still compile, marked as legacy. A variable is filled into a text and never looked at again; it cannot stand in
//! a key, so that no value adds an action, a key or another variable.

use clawperator_contract::excerpt;

use crate::finding::{RecipeCode, Report};
use crate::rule::RecipeRule;
use crate::source::Position;
use crate::tree::{Form, Node, Value};

/// The variables that the caller's ids once were; they are no part of a template.
const IDS: [&str; 2] = ["COMMAND_ID", "TASK_ID"];
/// The keys that hold those ids, and the one that says how an execution came to be: they are written anew.
const OWN_KEYS: [&str; 5] = ["commandId", "taskId", "command_id", "task_id", "mode"];

/// A legacy template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Legacy {
    root: Node,
}

/// A piece of a text of a template.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Piece<'t> {
    Text(&'t str),
    Variable(&'t str),
}

impl Legacy {
    /// Takes a template that has `actions`; keys with variables are refused.
    pub(crate) fn read(root: Node, report: &Report<'_>) -> Option<Self> {
        let before = report.errors();
        check_keys(&root, report);
        (report.errors() == before).then_some(Self { root })
    }

    /// The variables it uses, in the order of their first use, without those for ids.
    #[must_use]
    pub fn variables(&self) -> Vec<&str> {
        let mut names = Vec::new();
        collect(&self.root, true, &mut |name, _| {
            if !IDS.contains(&name) && !names.contains(&name) {
                names.push(name);
            }
        });
        names
    }

    /// Calls `visit` with every variable outside the ids, and where it stands.
    pub(crate) fn each_variable<'n>(&'n self, visit: &mut dyn FnMut(&'n str, Position)) {
        collect(&self.root, true, visit);
    }

    /// Calls `visit` with every piece of text outside the ids, the key it stands under, and where.
    pub(crate) fn each_text<'n>(&'n self, visit: &mut dyn FnMut(&'n str, &'n str, Position)) {
        texts(&self.root, "", true, visit);
    }

    /// The template as JSON, without the caller's ids, its variables filled in by `value`.
    #[expect(
        clippy::expect_used,
        reason = "what follows the object must go into it"
    )]
    pub(crate) fn fill(&self, value: &dyn Fn(&str) -> String) -> String {
        let mut json = String::new();
        write(&self.root, true, value, &mut json);
        // The object is not empty: a template has `actions`.
        let entries = json.strip_suffix('}').expect("a template is an object");
        format!(r#"{entries},"mode":"artifact_compiled"}}"#)
    }

    /// Where the action of that number begins.
    pub(crate) fn action_at(&self, index: usize) -> Position {
        let actions = self.root.get("actions").map(|node| &node.value);
        match actions {
            Some(Value::List(actions)) => actions.get(index).map_or(self.root.at, |node| node.at),
            Some(Value::Scalar(..) | Value::Map(_)) | None => self.root.at,
        }
    }
}

/// A text taken apart at `{{NAME}}`, where a name is letters, digits and `_`; all other braces are text.
pub(crate) fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = text;
    let mut searched = 0;
    while let Some(found) = rest.get(searched..).and_then(|tail| tail.find("{{")) {
        let open = searched + found;
        let inside = rest.split_at(open + 2).1;
        let length = inside
            .bytes()
            .take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
            .count();
        let (name, behind) = inside.split_at(length);
        match behind.strip_prefix("}}") {
            Some(behind) if !name.is_empty() => {
                let before = rest.split_at(open).0;
                if !before.is_empty() {
                    pieces.push(Piece::Text(before));
                }
                pieces.push(Piece::Variable(name));
                rest = behind;
                searched = 0;
            }
            Some(_) | None => searched = open + 1,
        }
    }
    if !rest.is_empty() {
        pieces.push(Piece::Text(rest));
    }
    pieces
}

fn check_keys(node: &Node, report: &Report<'_>) {
    match &node.value {
        Value::Scalar(..) => {}
        Value::List(items) => items.iter().for_each(|item| check_keys(item, report)),
        Value::Map(entries) => {
            for entry in entries {
                let filled = pieces(&entry.key)
                    .iter()
                    .any(|piece| matches!(piece, Piece::Variable(_)));
                if filled {
                    report.add(
                        RecipeRule::Document,
                        RecipeCode::Placeholder,
                        entry.key_at,
                        format!("a variable is used in the key `{}`", excerpt(&entry.key)),
                        "use variables only in texts",
                    );
                }
                check_keys(&entry.node, report);
            }
        }
    }
}

fn collect<'n>(node: &'n Node, top: bool, visit: &mut dyn FnMut(&'n str, Position)) {
    match &node.value {
        Value::Scalar(text, Form::Quoted) => {
            for piece in pieces(text) {
                if let Piece::Variable(name) = piece {
                    visit(name, node.at);
                }
            }
        }
        Value::Scalar(_, Form::Bare | Form::Literal) => {}
        Value::List(items) => items.iter().for_each(|item| collect(item, false, visit)),
        Value::Map(entries) => {
            for entry in entries {
                if !(top && OWN_KEYS.contains(&entry.key.as_str())) {
                    collect(&entry.node, false, visit);
                }
            }
        }
    }
}

fn texts<'n>(
    node: &'n Node,
    key: &'n str,
    top: bool,
    visit: &mut dyn FnMut(&'n str, &'n str, Position),
) {
    match &node.value {
        Value::Scalar(text, Form::Quoted) => {
            for piece in pieces(text) {
                if let Piece::Text(text) = piece {
                    visit(key, text, node.at);
                }
            }
        }
        Value::Scalar(_, Form::Bare | Form::Literal) => {}
        Value::List(items) => {
            for item in items {
                texts(item, key, false, visit);
            }
        }
        Value::Map(entries) => {
            for entry in entries {
                if !(top && OWN_KEYS.contains(&entry.key.as_str())) {
                    texts(&entry.node, &entry.key, false, visit);
                }
            }
        }
    }
}

fn write(node: &Node, top: bool, value: &dyn Fn(&str) -> String, json: &mut String) {
    match &node.value {
        Value::Scalar(text, Form::Quoted) => {
            let filled: String = pieces(text)
                .into_iter()
                .map(|piece| match piece {
                    Piece::Text(text) => text.to_owned(),
                    Piece::Variable(name) => value(name),
                })
                .collect();
            json.push_str(&quoted(&filled));
        }
        Value::Scalar(text, Form::Bare | Form::Literal) => json.push_str(text),
        Value::List(items) => {
            json.push('[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    json.push(',');
                }
                write(item, false, value, json);
            }
            json.push(']');
        }
        Value::Map(entries) => {
            json.push('{');
            let kept = entries
                .iter()
                .filter(|entry| !(top && OWN_KEYS.contains(&entry.key.as_str())));
            for (index, entry) in kept.enumerate() {
                if index > 0 {
                    json.push(',');
                }
                json.push_str(&quoted(&entry.key));
                json.push(':');
                write(&entry.node, false, value, json);
            }
            json.push('}');
        }
    }
}

/// A text as JSON writes it.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_are_told_from_other_braces() {
        use Piece::{Text, Variable};
        assert_eq!(pieces("{{A}}"), [Variable("A")]);
        assert_eq!(
            pieces("x{{A_1}}y{{b}}"),
            [Text("x"), Variable("A_1"), Text("y"), Variable("b")]
        );
        assert_eq!(pieces("{{{A}}}"), [Text("{"), Variable("A"), Text("}")]);
        for plain in ["", "{{}}", "{{A-B}}", "{{A", "{A}", "{{ A }}", "{{é}}"] {
            assert!(
                pieces(plain).iter().all(|piece| *piece == Text(plain)),
                "{plain}"
            );
        }
    }
}
