//! The sections of a case, carried out and put into words.

use std::fmt::Write;

use clawperator_contract::actions::{Direction, ReadTextParams, ScrollParams};
use clawperator_contract::{ActionParams, Number, Window, validate};
use clawperator_ui::{
    Axis, DumpError, Found, Gesture, NoPoint, NoSwipe, Node, Paired, Parsed, Point, Query, Taker,
    Tree, WindowInfo,
};
use serde_json::{Value, json};

use super::case::{Dump, Section};

/// The most windows that an answer lists.
const MOST_WINDOWS: usize = 6;

/// The dumps that a case has given so far.
#[derive(Default)]
pub(crate) struct Session {
    before: Option<Dump>,
    dump: Option<Dump>,
}

impl Session {
    /// The answer to a section; `None` for one that gives a dump.
    pub(crate) fn run(&mut self, section: &Section) -> Option<String> {
        let (verb, rest) = section.words();
        match verb {
            "dump" => self.dump = Some(section.dump()),
            "then" => self.before = self.dump.replace(section.dump()),
            "parse" => return Some(describe_parse(&self.parse())),
            "tree" => return Some(describe_tree(&self.tree())),
            "xml" => return Some(self.tree().to_xml(window(rest)).trim_end().to_owned()),
            "find" => return Some(find(&self.tree(), rest)),
            "explain" => return Some(explain(&self.tree(), rest)),
            "value" => return Some(value(&self.tree(), rest)),
            "scroll" => return Some(scroll(&self.tree(), rest)),
            "moved" => return Some(self.moved(rest)),
            "same" => return Some(self.same()),
            "tap" => return Some(touch(&self.tree(), Gesture::Tap, rest)),
            "long-press" => return Some(touch(&self.tree(), Gesture::LongPress, rest)),
            "focus" => return Some(touch(&self.tree(), Gesture::Focus, rest)),
            "type" => return Some(touch(&self.tree(), Gesture::Type, rest)),
            _ => panic!("no such section: {verb}"),
        }
        None
    }

    fn parse(&self) -> Result<Parsed, DumpError> {
        parse(self.dump.as_ref().expect("a dump comes first"))
    }

    fn tree(&self) -> Tree {
        self.parse().expect("the dump gives a tree").tree
    }

    fn tree_before(&self) -> Tree {
        let before = self.before.as_ref().expect("`then` comes first");
        parse(before).expect("the first dump gives a tree").tree
    }

    fn same(&self) -> String {
        let is_same = self.tree_before().signature() == self.tree().signature();
        if is_same { "same" } else { "different" }.to_owned()
    }

    /// Whether what is in the container of a scroll moved between the two dumps.
    fn moved(&self, rest: &str) -> String {
        let (before, after) = (self.tree_before(), self.tree());
        let (direction, params) = scroll_params(rest);
        let container = |tree: &Tree| {
            let axis = Axis::of(direction);
            container(tree, direction, &params).map(|node| node.scroll_position(axis))
        };
        match (container(&before), container(&after)) {
            (Some(before), Some(after)) if before.has_moved(&after) => "moved",
            (Some(_), Some(_)) => "not moved",
            _ => "no container",
        }
        .to_owned()
    }
}

fn parse(dump: &Dump) -> Result<Parsed, DumpError> {
    Tree::parse_within(&dump.bytes, &dump.surroundings)
}

fn describe_parse(parsed: &Result<Parsed, DumpError>) -> String {
    let parsed = match parsed {
        Ok(parsed) => parsed,
        Err(error) => {
            let kind = format!("{error:?}");
            let kind = kind.split([' ', '{']).next().unwrap_or_default();
            return format!("refused {kind}: {error}");
        }
    };
    let tree = &parsed.tree;
    let mut text = format!("{} nodes, screen {}", tree.len(), tree.screen());
    if tree.has_one_window_only() {
        text.push_str(", one window only");
    }
    if parsed.is_incomplete() {
        text.push_str(", incomplete");
    }
    for window in tree.windows().iter().take(MOST_WINDOWS) {
        write!(text, "\nwindow {}", describe_window(window)).unwrap();
    }
    if tree.windows().len() > MOST_WINDOWS {
        write!(text, "\n{} windows in all", tree.windows().len()).unwrap();
    }
    for note in &parsed.notes {
        write!(text, "\nnote: {note}").unwrap();
    }
    text
}

fn describe_window(window: &WindowInfo) -> String {
    let mut text = format!("{:?} {}", window.kind, window.package);
    if !window.title.is_empty() {
        write!(text, " {:?}", window.title).unwrap();
    }
    write!(text, " {}", window.bounds).unwrap();
    if let Some(layer) = window.layer {
        write!(text, " layer {layer}").unwrap();
    }
    if let Some(rotation) = window.rotation {
        write!(text, " rotation {rotation}").unwrap();
    }
    if window.display != 0 {
        write!(text, " display {}", window.display).unwrap();
    }
    for (word, flag) in [("active", window.active), ("focused", window.focused)] {
        if flag == Some(true) {
            write!(text, " {word}").unwrap();
        }
    }
    if window.roots.is_empty() {
        return text + " without roots";
    }
    let roots: Vec<String> = window
        .roots
        .iter()
        .map(|id| id.index().to_string())
        .collect();
    write!(text, " roots {}", roots.join(" ")).unwrap();
    text
}

fn describe_tree(tree: &Tree) -> String {
    let lines: Vec<String> = tree.nodes().map(describe_node).collect();
    lines.join("\n")
}

fn describe_node(node: Node<'_>) -> String {
    let indent = "  ".repeat(usize::from(node.depth()));
    let mut line = format!("{indent}{} {}", node.id().index(), node.role().name());
    if let Some(name) = node.name() {
        write!(line, " {name:?}").unwrap();
    }
    if let Some(named) = node.named_by() {
        write!(line, " (names {})", named.id().index()).unwrap();
    }
    match node.visible_bounds() {
        None => line.push_str(" unseen"),
        Some(visible) if visible != node.bounds() => write!(line, " seen {visible}").unwrap(),
        Some(_) => {}
    }
    if let Some(row) = node.row().filter(|_| node.is_interactive()) {
        write!(
            line,
            " beside {:?} in {}",
            row.labels,
            row.node.id().index()
        )
        .unwrap();
    }
    line
}

fn find(tree: &Tree, rest: &str) -> String {
    let params = read_params(rest);
    match tree.find(&query(&params)) {
        Found::Nodes(matches) => {
            assert_eq!(Some(&matches.first), matches.nodes.first());
            let nodes: Vec<String> = matches.nodes.iter().map(|node| number(*node)).collect();
            let by = matches
                .alternative
                .map(|number| format!(" by alternative {number}"));
            nodes.join(" ") + &by.unwrap_or_default()
        }
        Found::Nothing => "nothing".to_owned(),
        Found::NoContainer => "no container".to_owned(),
    }
}

fn explain(tree: &Tree, rest: &str) -> String {
    let params = read_params(rest);
    let query = query(&params);
    assert!(!matches!(tree.find(&query), Found::Nodes(_)), "it is found");
    tree.explain(&query).to_string()
}

fn touch(tree: &Tree, gesture: Gesture, rest: &str) -> String {
    let params = read_params(rest);
    let Found::Nodes(matches) = tree.find(&query(&params)) else {
        return "nothing".to_owned();
    };
    let targets = matches.targets(gesture);
    let lines: Vec<String> = targets
        .into_iter()
        .map(|target| {
            let mut line = number(target.node);
            if target.matched != target.node {
                write!(line, " for {}", number(target.matched)).unwrap();
            }
            match target.point() {
                Ok(point) => write!(line, " at {}", place(point)).unwrap(),
                Err(NoPoint::OtherDisplay) => line.push_str(" on another display"),
                Err(NoPoint::Unseen) => line.push_str(" nowhere"),
                Err(NoPoint::Covered(by)) => write!(line, " covered by {}", takers(&by)).unwrap(),
                Err(NoPoint::Contested(with)) => {
                    write!(line, " contested by {}", takers(&with)).unwrap();
                }
            }
            if !target.takes_gesture {
                line.push_str(", does not take it");
            }
            line
        })
        .collect();
    lines.join("\n")
}

fn value(tree: &Tree, rest: &str) -> String {
    let params = read_params(rest);
    let Found::Nodes(matches) = tree.find(&query(&params)) else {
        return "no label".to_owned();
    };
    let lines: Vec<String> = matches
        .nodes
        .iter()
        .map(|label| match label.paired() {
            Paired::With(value) => format!(
                "{} has {} {:?}",
                number(*label),
                number(value),
                value.value()
            ),
            Paired::Alone => format!("{} has no value", number(*label)),
            Paired::Unclear { beside, below } => format!(
                "{} has {} beside it and {} below it",
                number(*label),
                number(beside),
                number(below)
            ),
        })
        .collect();
    lines.join("\n")
}

/// `down 0.7 {"container": …}`
fn scroll(tree: &Tree, rest: &str) -> String {
    let (direction, params) = scroll_params(rest);
    let Some(node) = container(tree, direction, &params) else {
        return "no container".to_owned();
    };
    let ratio = params.distance_ratio.as_ref().map_or(0.7, Number::get);
    match node.swipe(direction, ratio) {
        Ok(swipe) => {
            let (from, to) = (place(swipe.from), place(swipe.to));
            format!(
                "{} from {from} to {to} in {} ms",
                number(node),
                swipe.duration_ms
            )
        }
        Err(NoSwipe::NoDistance) => format!("{} does not move", number(node)),
        Err(NoSwipe::Blocked(by)) => format!("{} blocked by {}", number(node), takers(&by)),
    }
}

fn container<'t>(tree: &'t Tree, direction: Direction, params: &ScrollParams) -> Option<Node<'t>> {
    let Some(query) = Query::of_container(&params.scope, None) else {
        return tree.scroll_container(direction, Window::App);
    };
    match tree.find(&query) {
        Found::Nodes(matches) => matches.first.first_scrollable(),
        Found::Nothing | Found::NoContainer => None,
    }
}

fn scroll_params(rest: &str) -> (Direction, ScrollParams) {
    let (direction, params) = rest.split_once(' ').unwrap_or((rest, "{}"));
    let mut params: Value = serde_json::from_str(params).unwrap();
    params["direction"] = json!(direction);
    match action("scroll", &params) {
        ActionParams::Scroll(params) => (params.direction.unwrap(), params),
        params => panic!("not a scroll: {params:?}"),
    }
}

/// A selector as the params of `read_text`, which take every key.
fn read_params(selector: &str) -> ReadTextParams {
    let params =
        serde_json::from_str(selector).unwrap_or_else(|error| panic!("{selector}: {error}"));
    match action("read_text", &params) {
        ActionParams::ReadText(params) => params,
        params => panic!("not a read: {params:?}"),
    }
}

fn query(params: &ReadTextParams) -> Query<'_> {
    Query::of(&params.target)
        .expect("a matcher or an expression")
        .within(&params.scope)
}

/// Params the only way they come to be: through validation.
fn action(action_type: &str, params: &Value) -> ActionParams {
    let payload = json!({
        "commandId": "case", "taskId": "case", "source": "case",
        "expectedFormat": "android-ui-automator", "timeoutMs": 30000,
        "actions": [{ "id": "a", "type": action_type, "params": params }],
    });
    let validated = validate(payload.to_string().as_bytes())
        .unwrap_or_else(|failure| panic!("{params}: {failure:?}"));
    validated.execution.actions()[0].params.clone()
}

fn window(name: &str) -> Window {
    match name {
        "" | "app" => Window::App,
        "keyboard" => Window::Keyboard,
        "system" => Window::System,
        "all" => Window::All,
        _ => panic!("no such window: {name}"),
    }
}

fn takers(takers: &[Taker<'_>]) -> String {
    let takers: Vec<String> = takers
        .iter()
        .map(|taker| match taker {
            Taker::Node(node) => number(*node),
            Taker::Window(window) => format!("window {:?}", window.title),
            Taker::LeftOut(node) => format!("what is left out in {}", number(*node)),
        })
        .collect();
    takers.join(" ")
}

fn number(node: Node<'_>) -> String {
    node.id().index().to_string()
}

fn place(point: Point) -> String {
    format!("{},{}", point.x, point.y)
}
