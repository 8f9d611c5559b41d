//! Reads the compact form back, as an agent would, and asks for what a line says.

use clawperator_contract::{ActionParams, validate};
use clawperator_ui::{Found, Node, Query, Tree};
use serde_json::{Map, Value, json};

/// A line with a ref.
#[derive(Debug)]
pub(crate) struct Line {
    /// `@e12`
    pub(crate) name: String,
    /// What the line says to select its node by, as a `where` expression.
    pub(crate) expression: Map<String, Value>,
}

/// The lines of a compact form that have refs.
///
/// Panics on a line that is none of those the form has, so that a text that forges one is found.
pub(crate) fn lines(text: &str) -> Vec<Line> {
    let mut lines = text.lines();
    let header = lines.next().expect("there is a header");
    assert!(
        header.starts_with("screen "),
        "the first line is the header"
    );
    let mut read = Vec::new();
    for line in lines {
        let line = line.trim_start_matches("  ");
        if line.starts_with("@e") {
            read.push(Reader { rest: line }.line());
        } else {
            assert!(
                line.starts_with("window ") || line.starts_with('('),
                "no line looks like this: {line:?}"
            );
        }
    }
    read
}

struct Reader<'t> {
    rest: &'t str,
}

impl Reader<'_> {
    fn line(mut self) -> Line {
        let name = self.word();
        let mut expression = Map::new();
        let role = self.word();
        let role = role
            .strip_prefix('[')
            .and_then(|role| role.strip_suffix(']'));
        expression.insert("role".into(), role.expect("a role").into());
        if self.rest.starts_with('"') {
            let (words, is_cut) = self.quoted();
            let key = if is_cut { "nameContains" } else { "name" };
            expression.insert(key.into(), words.into());
        }
        if let Some(rest) = self.rest.strip_prefix('#') {
            self.rest = rest;
            let id = if rest.starts_with('"') {
                self.quoted().0
            } else {
                self.word()
            };
            expression.insert("idName".into(), id.into());
        }
        if let Some(rest) = self.rest.strip_prefix("in \"") {
            self.rest = self.rest.get(3..).expect("`in ` is there");
            assert!(!rest.is_empty());
            let (words, is_cut) = self.quoted();
            assert!(!is_cut, "a label of a row is never cut");
            expression.insert("inRow".into(), words.into());
        }
        if let Some(rest) = self.rest.strip_prefix("nth ") {
            self.rest = rest;
            let nth: u32 = self.word().parse().expect("an ordinal");
            expression.insert("nth".into(), nth.into());
        }
        Line { name, expression }
    }

    fn word(&mut self) -> String {
        let (word, rest) = self.rest.split_once(' ').unwrap_or((self.rest, ""));
        self.rest = rest;
        word.to_owned()
    }

    /// A JSON string, and whether it was cut.
    fn quoted(&mut self) -> (String, bool) {
        let mut strings = serde_json::Deserializer::from_str(self.rest).into_iter::<String>();
        let words = strings.next().expect("a string").expect("it is JSON");
        let rest = self.rest.get(strings.byte_offset()..).unwrap_or_default();
        let uncut = rest.strip_prefix('…');
        self.rest = uncut.unwrap_or(rest).trim_start_matches(' ');
        (words, uncut.is_some())
    }
}

/// The nodes that a `where` expression finds, through the contract and the matcher.
pub(crate) fn select<'t>(tree: &'t Tree, expression: &Map<String, Value>) -> Vec<Node<'t>> {
    let payload = json!({
        "commandId": "cmd", "taskId": "task", "source": "test",
        "expectedFormat": "android-ui-automator", "timeoutMs": 30_000,
        "actions": [{ "id": "a", "type": "wait_for_node", "params": { "where": expression } }],
    });
    let validated = validate(payload.to_string().as_bytes())
        .unwrap_or_else(|failure| panic!("{payload}: {failure:?}"));
    let action = validated.execution.actions().first().expect("one action");
    let ActionParams::WaitForNode(params) = &action.params else {
        panic!("another action");
    };
    let query = Query::of(&params.target).expect("a target");
    match tree.find(&query) {
        Found::Nodes(matches) => matches.nodes,
        Found::Nothing | Found::NoContainer => Vec::new(),
    }
}
