//! JSON into a [`Node`], with the place of every value.

use crate::budget::Budget;
use crate::finding::{RecipeCode, Report};
use crate::json_text::{JsonError, JsonKind, JsonText, JsonValue};
use crate::limits::MAX_DEPTH;
use crate::rule::RecipeRule;
use crate::tree::{Entry, Form, Node, Value, without_duplicates};

/// Reads the one value in `text`; whatever is wrong is reported.
pub(crate) fn parse(text: &str, budget: &Budget, report: &Report<'_>) -> Option<Node> {
    let document = JsonText::new(text);
    let reader = Reader {
        text,
        document: &document,
        budget,
        report,
    };
    let root = document.root().map_err(|error| reader.wrong(&error));
    root.and_then(|root| reader.node(root, 1)).ok()
}

/// The reason has been reported, and reading cannot go on.
struct Stopped;

struct Reader<'t, 's> {
    text: &'t str,
    document: &'t JsonText<'t>,
    budget: &'t Budget,
    report: &'t Report<'s>,
}

impl<'t> Reader<'t, '_> {
    fn node(&self, value: JsonValue<'t>, depth: usize) -> Result<Node, Stopped> {
        let at = self.document.position(value.offset());
        if !self.budget.take(depth, at, self.report) {
            return Err(Stopped);
        }
        let value = match value.kind() {
            JsonKind::Object => Value::Map(self.object(value, depth)?),
            JsonKind::List => Value::List(self.list(value, depth)?),
            JsonKind::Text => Value::Scalar(self.string(value)?, Form::Quoted),
            JsonKind::Boolean | JsonKind::Null | JsonKind::Number => {
                Value::Scalar(value.json().to_owned(), Form::Literal)
            }
        };
        Ok(Node { at, value })
    }

    fn object(&self, value: JsonValue<'t>, depth: usize) -> Result<Vec<Entry>, Stopped> {
        // The budget counts them.
        let members = self.document.members(value, usize::MAX);
        let members = members.map_err(|error| self.wrong(&error))?;
        let mut entries = Vec::new();
        for (key, value) in members.into_iter().flatten() {
            entries.push(Entry {
                key_at: self.document.position(key.offset()),
                key: self.string(key)?,
                node: self.node(value, depth + 1)?,
            });
        }
        Ok(without_duplicates(entries, self.report))
    }

    fn list(&self, value: JsonValue<'t>, depth: usize) -> Result<Vec<Node>, Stopped> {
        let items = self.document.items(value, usize::MAX);
        let items = items.map_err(|error| self.wrong(&error))?;
        let items = items.into_iter().flatten();
        items.map(|item| self.node(item, depth + 1)).collect()
    }

    fn string(&self, value: JsonValue<'t>) -> Result<String, Stopped> {
        match self.document.string(value) {
            Ok(text) => Ok(text.into_owned()),
            Err(error) => Err(self.wrong(&error)),
        }
    }

    /// Reports what comes first: the mistake, or a value in front of it that is too deep.
    fn wrong(&self, error: &JsonError) -> Stopped {
        let before = self.text.get(..error.offset).unwrap_or(self.text);
        if let Some(offset) = too_deep(before) {
            let at = self.document.position(offset);
            self.budget.take(MAX_DEPTH + 1, at, self.report);
            return Stopped;
        }
        let (offset, reason) = match error.reason.as_str() {
            // A word that is none of `true`, `false` and `null`; the error is at one of its letters.
            "expected ident" => (
                before
                    .trim_end_matches(|letter: char| letter.is_ascii_lowercase())
                    .len(),
                "a string must be in double quotes",
            ),
            reason if error.is_end => (self.text.len(), reason),
            reason => (error.offset, reason),
        };
        self.report.add(
            RecipeRule::Document,
            RecipeCode::Syntax,
            self.document.position(offset),
            format!("this is not JSON: {reason}"),
            "check commas, colons and quotes here and on the line before",
        );
        Stopped
    }
}

/// Where the first list or object begins that is nested too deeply, in a text that is JSON so far.
fn too_deep(text: &str) -> Option<usize> {
    let (mut depth, mut in_string, mut escaped) = (0_usize, false, false);
    for (offset, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = in_string,
            b'"' => in_string = !in_string,
            b'[' | b'{' if !in_string => {
                depth += 1;
                if depth > MAX_DEPTH {
                    return Some(offset);
                }
            }
            b']' | b'}' if !in_string => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    None
}
