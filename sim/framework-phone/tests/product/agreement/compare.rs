//! The engine's tree against what the app says of the same screen.

use clawperator_ui::{Bounds, Node, Tree};

use super::fact::{Fact, Kind};

/// How many of its marks a node must share with what it is taken for.
const ENOUGH: usize = 4;

/// Pixels by which two roundings of one place may differ.
const ROUNDING: i32 = 1;

/// Something that the tree has otherwise than the app.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Difference {
    /// Which attribute, or `missing` and `extra` for a whole node.
    pub(super) attribute: &'static str,
    /// What it is: the last part of its class, or its role.
    pub(super) class: String,
    pub(super) app: String,
    pub(super) tree: String,
    /// Where to look for it.
    pub(super) node: String,
}

/// What came of a comparison.
#[derive(Debug, Default)]
pub(super) struct Compared {
    display: Bounds,
    pub(super) nodes: usize,
    pub(super) differences: Vec<Difference>,
}

pub(super) fn compare(tree: &Tree, facts: &[Fact]) -> Compared {
    let mut compared = Compared {
        display: display(tree),
        ..Compared::default()
    };
    let windows = tree.windows().len();
    for window in 0..windows {
        // The tree begins with the topmost window, the app with the one at the back.
        let from_the_back = windows - 1 - window;
        let nodes = tree.nodes().filter(|node| node.window_index() == window);
        let facts: Vec<&Fact> = facts
            .iter()
            .filter(|fact| fact.window == from_the_back && fact.shown)
            .filter(|fact| !fact.place().intersection(compared.display).is_empty())
            .collect();
        compared.window(nodes.collect(), facts);
    }
    compared
}

impl Compared {
    /// Each node is taken for what of the app shares most with it; those that share everything go first.
    fn window(&mut self, mut nodes: Vec<Node<'_>>, mut facts: Vec<&Fact>) {
        self.nodes += nodes.len();
        for enough in (ENOUGH..=Marks::ALL).rev() {
            nodes.retain(|node| {
                let best = facts
                    .iter()
                    .position(|fact| Marks::shared(*node, fact) >= enough);
                let Some(place) = best else {
                    return true;
                };
                let fact = facts.remove(place);
                self.pair(*node, fact);
                false
            });
        }
        for node in nodes {
            let what = if is_echo(node) { "an echo" } else { "a node" };
            self.differ("extra", node.class(), "nothing", what, node.describe());
        }
        for fact in facts {
            let what = if fact.important {
                "a view"
            } else {
                "not important"
            };
            self.differ("missing", class_of(fact), what, "nothing", fact.describe());
        }
    }

    fn pair(&mut self, node: Node<'_>, fact: &Fact) {
        let flags = [
            ("enabled", fact.enabled, node.is_enabled()),
            ("clickable", fact.clickable, node.is_clickable()),
            (
                "long-clickable",
                fact.long_clickable,
                node.is_long_clickable(),
            ),
            ("focusable", fact.focusable, node.is_focusable()),
            ("focused", fact.focused, node.is_focused()),
            ("selected", fact.selected, node.is_selected()),
            ("checkable", fact.checked.is_some(), node.is_checkable()),
            ("checked", fact.checked == Some(true), node.is_checked()),
        ];
        for (attribute, app, tree) in flags {
            self.check(attribute, fact, node, &app.to_string(), &tree.to_string());
        }
        if fact.kind == Kind::View {
            self.check("class", fact, node, &fact.accessibility_class, node.class());
        } else {
            self.check("class", fact, node, &kind_of(fact), node.class());
            self.check(
                "password",
                fact,
                node,
                &fact.password.to_string(),
                &node.is_password().to_string(),
            );
        }
        self.check("id", fact, node, &fact.id, node.resource_id());
        self.check(
            "description",
            fact,
            node,
            &fact.description,
            node.content_desc(),
        );
        let told = node.text();
        let told = match () {
            () if told == fact.text => told,
            () if !told.is_empty() && is_hint(node, fact) => "its hint",
            () if is_dots(told) && told.chars().count() == fact.text.chars().count() => "dots",
            () => told,
        };
        self.check("text", fact, node, &fact.text, told);
        let place = fact.place().intersection(self.display);
        if !is_near(place, node.bounds()) {
            let (app, tree) = (place, node.bounds());
            let (app, tree) = (format!("{app:?}"), format!("{tree:?}"));
            self.differ("place", class_of(fact), &app, &tree, node.describe());
        }
    }

    fn check(
        &mut self,
        attribute: &'static str,
        fact: &Fact,
        node: Node<'_>,
        app: &str,
        tree: &str,
    ) {
        if app != tree {
            self.differ(attribute, class_of(fact), app, tree, node.describe());
        }
    }

    fn differ(
        &mut self,
        attribute: &'static str,
        class: &str,
        app: &str,
        tree: &str,
        node: String,
    ) {
        self.differences.push(Difference {
            attribute,
            class: class.rsplit('.').next().unwrap_or(class).to_owned(),
            app: app.to_owned(),
            tree: tree.to_owned(),
            node,
        });
    }
}

/// Whether a node's text is the hint of an empty field. A tree has dots for any text of a password field that the dump
/// does not call a hint.
fn is_hint(node: Node<'_>, fact: &Fact) -> bool {
    let told = node.text();
    let is_masked = node.is_secret() && told.chars().count() == fact.hint.chars().count();
    fact.text.is_empty() && (told == fact.hint || is_masked)
}

/// What a node and something of the app are recognised by.
struct Marks;

impl Marks {
    const ALL: usize = 6;

    fn shared(node: Node<'_>, fact: &Fact) -> usize {
        let class = match fact.kind {
            Kind::View => node.class() == fact.accessibility_class,
            // Compose says little of classes, so its nodes are told apart by the rest.
            Kind::Semantics => node.class().starts_with("android."),
        };
        let text = node.text() == fact.text || is_hint(node, fact);
        let place = fact.place().intersection(display(node.tree()));
        let place = is_near(place, node.bounds());
        let marks = [
            class,
            node.resource_id() == fact.id,
            text,
            node.content_desc() == fact.description,
            place,
            node.is_clickable() == fact.clickable,
        ];
        let shared = marks.into_iter().filter(|mark| *mark).count();
        // What can be pressed is never taken for an echo of it.
        if is_echo(node) && (fact.clickable || !fact.text.is_empty()) {
            return 0;
        }
        // Two that share neither place nor words are not the same, however little they say.
        let says = !fact.id.is_empty() || !fact.text.is_empty() || !fact.description.is_empty();
        if place || says { shared } else { 0 }
    }
}

/// Whether a node only says again what the one around it is: Compose gives a role or a description that belongs to
/// several nodes one of its own.
fn is_echo(node: Node<'_>) -> bool {
    let is_inside = node
        .parent()
        .is_some_and(|around| around.bounds().encloses(node.bounds()));
    is_inside
        && node.resource_id().is_empty()
        && node.text().is_empty()
        && !node.is_clickable()
        && !node.is_focusable()
        && node.children().next().is_none()
}

/// The display: some window covers it all.
fn display(tree: &Tree) -> Bounds {
    let windows = tree.windows().iter().map(|window| window.bounds);
    windows
        .max_by_key(|bounds| bounds.area())
        .unwrap_or_default()
}

fn class_of(fact: &Fact) -> &str {
    match fact.kind {
        Kind::View => &fact.accessibility_class,
        Kind::Semantics if fact.role.is_empty() => "semantics",
        Kind::Semantics => &fact.role,
    }
}

/// What Compose has a node for.
fn kind_of(fact: &Fact) -> String {
    if fact.editable {
        "a field".to_owned()
    } else if !fact.role.is_empty() {
        fact.role.clone()
    } else if fact.text.is_empty() {
        "a box".to_owned()
    } else {
        "a text".to_owned()
    }
}

fn is_dots(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|letter| letter == '•')
}

fn is_near(one: Bounds, other: Bounds) -> bool {
    let near = |one: i32, other: i32| (one - other).abs() <= ROUNDING;
    near(one.left, other.left)
        && near(one.top, other.top)
        && near(one.right, other.right)
        && near(one.bottom, other.bottom)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const DUMP: &str = r#"<hierarchy rotation="0"><node index="0" text="" resource-id="" class="android.widget.FrameLayout" package="a" content-desc="" checkable="false" checked="false" clickable="false" enabled="true" focusable="false" focused="false" scrollable="false" long-clickable="false" password="false" selected="false" bounds="[0,0][1080,2400]"><node index="0" text="Save" resource-id="a:id/save" class="android.widget.Button" package="a" content-desc="" checkable="false" checked="false" clickable="true" enabled="true" focusable="true" focused="false" scrollable="false" long-clickable="false" password="false" selected="false" bounds="[0,100][200,200]" /></node></hierarchy>"#;

    /// What is different when the app says something else of its button.
    fn differences(key: &str, value: serde_json::Value) -> Vec<&'static str> {
        let frame = json!({ "kind": "view", "window": 0, "shown": true, "enabled": true,
            "accessibility_class": "android.widget.FrameLayout", "clickable": false,
            "long_clickable": false, "focusable": false, "focused": false, "selected": false,
            "left": 0, "top": 0, "right": 1080, "bottom": 2400 });
        let mut button = json!({ "kind": "view", "window": 0, "shown": true, "enabled": true,
            "accessibility_class": "android.widget.Button", "id": "a:id/save", "text": "Save",
            "clickable": true, "long_clickable": false, "focusable": true, "focused": false,
            "selected": false, "left": 0, "top": 100, "right": 200, "bottom": 200 });
        button[key] = value;
        let facts = [frame, button].map(|fact| serde_json::from_value(fact).unwrap());
        let tree = Tree::parse(DUMP.as_bytes()).unwrap().tree;
        let found = compare(&tree, &facts).differences;
        found
            .iter()
            .map(|difference| difference.attribute)
            .collect()
    }

    #[test]
    fn each_attribute_is_compared() {
        assert!(differences("text", json!("Save")).is_empty());
        assert_eq!(differences("text", json!("Send")), ["text"]);
        assert_eq!(differences("id", json!("a:id/send")), ["id"]);
        assert_eq!(
            differences("description", json!("Save it")),
            ["description"]
        );
        assert_eq!(differences("enabled", json!(false)), ["enabled"]);
        assert_eq!(differences("clickable", json!(false)), ["clickable"]);
        assert_eq!(differences("selected", json!(true)), ["selected"]);
        assert_eq!(
            differences("checked", json!(true)),
            ["checkable", "checked"]
        );
        assert_eq!(differences("top", json!(110)), ["place"]);
        let class = json!("android.widget.TextView");
        assert_eq!(differences("accessibility_class", class), ["class"]);
    }

    #[test]
    fn what_only_one_side_has_is_told() {
        assert_eq!(differences("shown", json!(false)), ["extra"]);
        assert_eq!(differences("window", json!(1)), ["extra"]);
    }
}
