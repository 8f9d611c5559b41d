//! The tree form: the same lines as the compact form, for programs.

use serde_json::{Map, Value, json};

use crate::node::Node;
use crate::refs::Refs;
use crate::tree::Tree;
use crate::window::WindowInfo;

use super::compact::states;
use super::header::{self, Header};
use super::outline::{Beside, Line, Outline};
use super::words;

/// The screen as JSON: what [`crate::compact`] prints, uncut, with bounds, nested as the lines are indented.
///
/// Keys that would hold nothing are left out. `docs/snapshots.md` lists them all.
#[must_use]
pub fn tree_json(tree: &Tree, refs: &Refs, header: &Header<'_>) -> Value {
    let outline = Outline::of(tree);
    let mut screen = Map::new();
    screen.insert("package".into(), header::package(tree).into());
    put(&mut screen, "activity", header.activity);
    put(&mut screen, "generation", header.generation);
    screen.insert(
        "screen".into(),
        json!([tree.screen().right, tree.screen().bottom]),
    );
    put(
        &mut screen,
        "oneWindowOnly",
        tree.has_one_window_only().then_some(true),
    );
    let losses: Vec<String> = tree.losses().iter().map(ToString::to_string).collect();
    put(
        &mut screen,
        "incomplete",
        (!losses.is_empty()).then_some(losses),
    );
    let windows = tree.windows().iter().zip(&outline.windows).enumerate();
    screen.insert(
        "windows".into(),
        windows
            .map(|(index, (window, beside))| {
                let nodes = nested(tree, refs, &outline, index);
                window_json(window, beside, nodes)
            })
            .collect(),
    );
    put(&mut screen, "cut", (outline.cut > 0).then_some(outline.cut));
    Value::Object(screen)
}

fn window_json(window: &WindowInfo, beside: &Beside, nodes: Vec<Value>) -> Value {
    let mut object = Map::new();
    object.insert("kind".into(), header::kind(window.kind).into());
    object.insert("package".into(), window.package.as_str().into());
    put(
        &mut object,
        "title",
        (!window.title.is_empty()).then_some(window.title.as_str()),
    );
    let bounds = window.bounds;
    object.insert(
        "bounds".into(),
        json!([bounds.left, bounds.top, bounds.right, bounds.bottom]),
    );
    put(&mut object, "active", window.active);
    put(&mut object, "leftOut", beside.is_left_out.then_some(true));
    put(
        &mut object,
        "unseen",
        (beside.unseen > 0).then_some(beside.unseen),
    );
    object.insert("nodes".into(), nodes.into());
    Value::Object(object)
}

/// The lines of a window, each with the lines in it. Depth of a tree costs no stack.
fn nested(tree: &Tree, refs: &Refs, outline: &Outline, window: usize) -> Vec<Value> {
    let mut done: Vec<Value> = Vec::new();
    let mut open: Vec<(Map<String, Value>, Vec<Value>)> = Vec::new();
    let mut close = |open: &mut Vec<(Map<String, Value>, Vec<Value>)>, depth: usize| {
        while open.len() > depth {
            let Some((mut object, children)) = open.pop() else {
                return;
            };
            if !children.is_empty() {
                object.insert("nodes".into(), children.into());
            }
            match open.last_mut() {
                Some((_, siblings)) => siblings.push(Value::Object(object)),
                None => done.push(Value::Object(object)),
            }
        }
    };
    for line in outline.lines.iter().filter(|line| line.window == window) {
        let Some(node) = tree.get(line.node) else {
            continue;
        };
        close(&mut open, line.depth);
        open.push((node_json(node, line, refs.of(line.node)), Vec::new()));
    }
    close(&mut open, 0);
    done
}

fn node_json(node: Node<'_>, line: &Line, name: Option<String>) -> Map<String, Value> {
    let mut object = Map::new();
    put(&mut object, "ref", name);
    object.insert("role".into(), node.role().name().into());
    let filled = |text: &'_ str| Some(text.to_owned()).filter(|text| !text.is_empty());
    put(&mut object, "name", filled(&line.name));
    put(&mut object, "id", filled(node.resource_id()));
    put(&mut object, "inRow", line.apart.in_row.clone());
    put(&mut object, "nth", line.apart.nth);
    put(&mut object, "value", words::content(node));
    // Own words only where the name does not say them already.
    let differs = |text: &&str| *text != line.name;
    put(
        &mut object,
        "text",
        filled(node.open_text()).filter(|text| {
            differs(&text.as_str()) && node.content().as_ref() != Some(&text.into())
        }),
    );
    put(
        &mut object,
        "desc",
        filled(node.open_desc()).filter(|text| differs(&text.as_str())),
    );
    put(
        &mut object,
        "hint",
        filled(node.open_hint()).filter(|text| differs(&text.as_str())),
    );
    put(&mut object, "class", filled(node.class()));
    if let Some(bounds) = node.visible_bounds() {
        object.insert(
            "bounds".into(),
            json!([bounds.left, bounds.top, bounds.right, bounds.bottom]),
        );
    }
    let states: Vec<&str> = states(node).collect();
    put(
        &mut object,
        "states",
        (!states.is_empty()).then_some(states),
    );
    put(
        &mut object,
        "clickable",
        node.is_clickable().then_some(true),
    );
    put(
        &mut object,
        "unseen",
        (line.unseen > 0).then_some(line.unseen),
    );
    object
}

fn put(object: &mut Map<String, Value>, key: &str, value: Option<impl Into<Value>>) {
    if let Some(value) = value {
        object.insert(key.into(), value.into());
    }
}
