//! A kept tree as a person inspects it: what each node is, where it is, and a selector that names it.
//!
//! A selector is only shown with the number of nodes that it finds, and that is counted by the matching that runs use.

use clawperator_contract::{ActionParams, Execution, shell_word, validate};
use clawperator_ui::{Bounds, DumpError, Found, Node, Query, Tree, WindowKind};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value, json};

/// The most nodes that are listed: more than a person reads.
const MOST_NODES: usize = 1_500;
/// The most nodes of a tree for which selectors are looked for among all of them.
const MOST_COMPARED: usize = 600;
/// The longest text of a node that is shown.
const MOST_CHARACTERS: usize = 500;

/// A screen.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct InspectedScreen {
    /// Its size in pixels.
    pub width: i64,
    /// The same.
    pub height: i64,
    /// What can be seen: apps first, then what the system shows around them; in document order.
    pub nodes: Vec<InspectedNode>,
    /// How many more there are.
    pub more: usize,
}

/// A node that can be seen.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct InspectedNode {
    /// How many of the nodes around it are listed.
    pub depth: usize,
    /// What it is.
    pub role: &'static str,
    /// What a person calls it; empty where it has no name.
    pub name: String,
    /// Its text, without what was typed into a password field.
    pub text: String,
    /// Its description.
    pub description: String,
    /// Its resource id.
    pub resource_id: String,
    /// Its class.
    pub class: String,
    /// The package that drew it.
    pub package: String,
    /// What can be seen of it: left, top, right, bottom.
    pub bounds: [i32; 4],
    /// What it can do and what it is, in words.
    pub states: Vec<&'static str>,
    /// Whether a snapshot has a line for it.
    pub listed: bool,
    /// The place of its window, the topmost first.
    pub window: usize,
    /// What names it; nothing where it is not in an app's window or too much is on the screen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub selector: Option<NodeSelector>,
}

/// What names a node.
#[derive(Debug, Serialize, JsonSchema)]
pub struct NodeSelector {
    /// For the command line.
    pub flags: String,
    /// For a payload: the keys of an action's `params`.
    pub json: Value,
    /// How many nodes fit, before `nth` chooses one.
    pub matches: usize,
}

/// The nodes of a dump.
pub fn inspect(dump: &[u8]) -> Result<InspectedScreen, DumpError> {
    let tree = Tree::parse(dump)?.tree;
    let screen = tree.screen();
    let (mut nodes, mut around_apps) = (Vec::new(), Vec::new());
    let (mut more, mut compared) = (0, 0);
    // The listed nodes around the one at hand, by where they end.
    let mut around: Vec<Node<'_>> = Vec::new();
    for node in tree.nodes() {
        while around
            .last()
            .is_some_and(|last| !last.is_ancestor_of(node.id()))
        {
            around.pop();
        }
        let Some(seen) = node.visible_bounds().filter(|_| is_worth_showing(node)) else {
            continue;
        };
        if nodes.len() + around_apps.len() == MOST_NODES {
            more += 1;
            continue;
        }
        let selector = if compared < MOST_COMPARED {
            compared += 1;
            selector(&tree, node)
        } else {
            None
        };
        let is_apps = node.window().is_none_or(|window| {
            matches!(window.kind, WindowKind::Application | WindowKind::Other)
        });
        let place = if is_apps {
            &mut nodes
        } else {
            &mut around_apps
        };
        place.push(described(node, seen, around.len(), selector));
        around.push(node);
    }
    nodes.append(&mut around_apps);
    Ok(InspectedScreen {
        width: screen.width(),
        height: screen.height(),
        nodes,
        more,
    })
}

/// A box that only holds others says nothing to a person.
fn is_worth_showing(node: Node<'_>) -> bool {
    node.is_listed()
        || node.is_interactive()
        || node.is_scrollable()
        || !node.resource_id().is_empty()
        || !node.masked_text().trim().is_empty()
        || !node.content_desc().trim().is_empty()
}

fn described(
    node: Node<'_>,
    seen: Bounds,
    depth: usize,
    selector: Option<NodeSelector>,
) -> InspectedNode {
    let states = [
        (node.is_clickable(), "clickable"),
        (node.is_long_clickable(), "long-clickable"),
        (node.role().name() == "textfield", "editable"),
        (node.is_checked(), "checked"),
        (node.is_checkable() && !node.is_checked(), "not checked"),
        (node.shows_selected(), "selected"),
        (node.is_focused(), "focused"),
        (node.is_scrollable(), "scrollable"),
        (node.shows_disabled(), "disabled"),
        (node.is_password(), "password"),
    ];
    let states = states.into_iter().filter(|(is, _)| *is);
    let short = |text: &str| text.chars().take(MOST_CHARACTERS).collect();
    InspectedNode {
        depth,
        role: node.role().name(),
        name: node.name().map_or_else(String::new, |name| short(&name)),
        text: short(&node.masked_text()),
        description: if node.is_typed_secret() {
            String::new()
        } else {
            short(node.content_desc())
        },
        resource_id: node.resource_id().to_owned(),
        class: node.class().to_owned(),
        package: node.package().to_owned(),
        bounds: [seen.left, seen.top, seen.right, seen.bottom],
        states: states.map(|(_, word)| word).collect(),
        listed: node.is_listed(),
        window: node.window_index(),
        selector,
    }
}

/// The shortest selector that finds only this node; otherwise the one that finds the fewest, with its place among them.
fn selector(tree: &Tree, node: Node<'_>) -> Option<NodeSelector> {
    let mut best: Option<(Candidate, Vec<Node<'_>>)> = None;
    for candidate in candidates(node) {
        let found = candidate.find(tree);
        if !found.contains(&node) {
            continue;
        }
        if found.len() == 1 {
            return Some(candidate.written(None, 1));
        }
        if best
            .as_ref()
            .is_none_or(|(_, least)| found.len() < least.len())
        {
            best = Some((candidate, found));
        }
    }
    let (candidate, found) = best?;
    // Only nodes with a line are counted by `nth`.
    let mut counted = found.iter().filter(|node| node.is_listed());
    let place = counted.position(|counted| *counted == node);
    Some(candidate.written(place.map(|place| place + 1), found.len()))
}

/// Fields of a selector, with the flags for them.
struct Candidate(Vec<(&'static str, &'static str, String)>);

fn candidates(node: Node<'_>) -> Vec<Candidate> {
    let text = if node.is_showing_hint() || node.is_password() {
        ""
    } else {
        node.text()
    };
    let description = if node.is_typed_secret() {
        ""
    } else {
        node.content_desc()
    };
    let field = |key, flag, value: &str| {
        let is_usable = !value.trim().is_empty() && value.chars().count() <= 512;
        is_usable.then(|| (key, flag, value.to_owned()))
    };
    let id = field("resourceId", "--id", node.resource_id()).filter(|(_, _, id)| id.contains(':'));
    let text = field("textEquals", "--text", text);
    let description = field("contentDescEquals", "--desc", description);
    let role = field("role", "--role", node.role().name());
    let name = node.name();
    let name = name
        .as_deref()
        .and_then(|name| field("name", "--name", name));
    let sets = [
        vec![id.clone()],
        vec![text.clone()],
        vec![description.clone()],
        vec![role.clone(), name],
        vec![id.clone(), text],
        vec![id, description],
        vec![role],
    ];
    let sets = sets.into_iter();
    sets.filter_map(|set| set.into_iter().collect::<Option<Vec<_>>>())
        .map(Candidate)
        .collect()
}

impl Candidate {
    /// The nodes that it finds.
    fn find<'t>(&self, tree: &'t Tree) -> Vec<Node<'t>> {
        let execution = self.execution();
        let action = execution.as_ref().and_then(|it| it.actions().first());
        let target = match action.map(|action| &action.params) {
            Some(ActionParams::Click(params)) => &params.target,
            _ => return Vec::new(),
        };
        match Query::of(target).map(|query| tree.find(&query)) {
            Some(Found::Nodes(matches)) => matches.nodes,
            _ => Vec::new(),
        }
    }

    /// It is read as a payload is, so that what is shown can be sent.
    fn execution(&self) -> Option<Execution> {
        let payload = json!({
            "commandId": "inspect", "taskId": "inspect", "source": "inspect",
            "expectedFormat": "android-ui-automator", "timeoutMs": 1000,
            "actions": [{ "id": "a", "type": "click", "params": self.params(None) }],
        });
        let validated = validate(payload.to_string().as_bytes()).ok()?;
        Some(validated.execution)
    }

    fn params(&self, nth: Option<usize>) -> Value {
        let fields = self.0.iter();
        let mut fields: Map<String, Value> = fields
            .map(|(key, _, value)| ((*key).to_owned(), Value::from(value.as_str())))
            .collect();
        let key = if nth.is_some() || fields.contains_key("name") {
            "where"
        } else {
            "matcher"
        };
        if let Some(nth) = nth {
            fields.insert("nth".to_owned(), nth.into());
        }
        json!({ key: fields })
    }

    fn written(&self, nth: Option<usize>, matches: usize) -> NodeSelector {
        let flags = self.0.iter();
        let mut flags: Vec<String> = flags
            .map(|(_, flag, value)| format!("{flag} {}", shell_word(value)))
            .collect();
        flags.extend(nth.map(|nth| format!("--nth {nth}")));
        NodeSelector {
            flags: flags.join(" "),
            json: self.params(nth),
            matches,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DUMP: &str = r#"<?xml version='1.0' encoding='UTF-8'?><hierarchy rotation="0">
<node index="0" class="android.widget.FrameLayout" package="com.example" bounds="[0,0][1080,2400]" enabled="true">
<node index="0" text="Wi-Fi" resource-id="com.example:id/title" class="android.widget.TextView" package="com.example" bounds="[0,100][500,200]" enabled="true"/>
<node index="1" text="Sound's on" resource-id="com.example:id/title" class="android.widget.TextView" package="com.example" bounds="[0,300][500,400]" enabled="true"/>
<node index="2" text="Go" class="android.widget.Button" package="com.example" clickable="true" bounds="[0,500][500,600]" enabled="true"/>
<node index="3" text="Go" class="android.widget.Button" package="com.example" clickable="true" bounds="[0,700][500,800]" enabled="true"/>
<node index="4" resource-id="com.example:id/only" class="android.widget.ImageButton" package="com.example" clickable="true" bounds="[0,900][500,1000]" enabled="true"/>
<node index="5" text="hunter2" password="true" class="android.widget.EditText" package="com.example" clickable="true" focusable="true" bounds="[0,1100][500,1200]" enabled="true"/>
</node></hierarchy>"#;

    #[test]
    fn every_node_has_a_selector_that_names_it() {
        let screen = inspect(DUMP.as_bytes()).unwrap();
        assert_eq!((screen.width, screen.height), (1080, 2400));
        let flags: Vec<(&str, usize)> = screen
            .nodes
            .iter()
            .map(|node| {
                let selector = node.selector.as_ref().unwrap();
                (selector.flags.as_str(), selector.matches)
            })
            .collect();
        assert_eq!(
            flags,
            [
                ("--text Wi-Fi", 1),
                (r"--text 'Sound'\''s on'", 1),
                ("--text Go --nth 1", 2),
                ("--text Go --nth 2", 2),
                ("--id com.example:id/only", 1),
                ("--role textfield", 1),
            ]
        );
        let json = &screen.nodes.get(3).unwrap().selector.as_ref().unwrap().json;
        assert_eq!(*json, json!({ "where": { "textEquals": "Go", "nth": 2 } }));
    }

    #[test]
    fn a_password_is_not_shown() {
        let screen = inspect(DUMP.as_bytes()).unwrap();
        let shown = serde_json::to_string(&screen).unwrap();
        assert!(!shown.contains("hunter2"), "{shown}");
    }
}
