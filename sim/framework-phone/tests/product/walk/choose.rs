//! What to do next.

use clawperator_contract::Window;
use clawperator_ui::{Gesture, Node, Role, Tree, WindowKind};
use serde_json::{Value, json};

use super::super::chance::Chance;
use super::super::rig::APP;
use super::meant::{Deed, Meant, Target, is_alone};
use super::name::{Name, recorded, words};
use super::pages::Place;

/// What is not pressed at all: it holds the app for a minute.
const NOT_PRESSED: [&str; 1] = ["hang_long"];

/// What is pressed once in a while only: it holds the app for ten seconds.
const SELDOM_PRESSED: [&str; 1] = ["hang_ten"];
const SELDOM: u32 = 8;

/// A text that no page has.
const NOWHERE: &str = "Nowhere 1815";

/// An action for this screen. Every kind has its share of a thousand.
pub(super) fn choose(tree: &Tree, chance: &mut Chance) -> Option<Meant> {
    let action = match chance.below(1_000) {
        0..180 => field(tree, chance),
        180..290 => scroll(tree, chance),
        290..350 => search(tree, chance),
        350..400 => read(tree, chance),
        400..430 => Some(wait(tree, chance)),
        430..475 => Some(key("back")),
        475..481 => Some(key("home")),
        481..485 => Some(key("recents")),
        485..500 => Some(open(chance)),
        500..508 => Some(plain(
            json!({ "type": "open_app", "params": { "applicationId": APP } }),
            Deed::OpenApp,
        )),
        508..511 => Some(plain(
            json!({ "type": "close_app", "params": { "applicationId": APP } }),
            Deed::CloseApp,
        )),
        511..540 => Some(snapshot(tree)),
        540..544 => Some(plain(
            json!({ "type": "take_screenshot", "params": { "path": "walk.png" } }),
            Deed::Still,
        )),
        544..546 => Some(plain(
            json!({ "type": "sleep", "params": { "durationMs": 300 } }),
            Deed::Still,
        )),
        546..570 => pair(tree, chance),
        570..600 => point(tree, chance),
        600..604 => Some(plain(
            json!({ "type": "wait_for_navigation", "params": {
                "expectedPackage": APP, "timeoutMs": 300,
            } }),
            Deed::Still,
        )),
        _ => None,
    };
    action.or_else(|| press(tree, chance))
}

fn plain(action: Value, deed: Deed) -> Meant {
    Meant { action, deed }
}

fn press(tree: &Tree, chance: &mut Chance) -> Option<Meant> {
    let mut pressable: Vec<(Node<'_>, Name)> = tree
        .nodes()
        .filter(|node| node.is_enabled() && (node.is_interactive() || node.actor().is_some()))
        .filter(|node| !NOT_PRESSED.contains(&node.id_name()))
        .filter_map(|node| Some((node, Name::of(tree, node)?)))
        .collect();
    if chance.below(SELDOM) != 0 {
        // What lies behind a dialog is not found without saying so; that need not be tried all the time.
        let in_front = tree.windows_in(Window::App);
        let is_in = |node: Node<'_>| in_front.get(node.window_index()) == Some(&true);
        pressable.retain(|(node, _)| is_in(*node) || is_key(*node));
    }
    if chance.below(SELDOM) != 0 {
        pressable.retain(|(node, _)| {
            !recorded(*node).any(|name| SELDOM_PRESSED.contains(&name.as_str()))
        });
    }
    let (node, name) = chance.one_of(&pressable)?;
    let (click_type, gesture) = match chance.below(16) {
        0 | 1 => ("long_click", Gesture::LongPress),
        2 if node.role() == Role::Textfield => ("focus", Gesture::Focus),
        _ => ("default", Gesture::Tap),
    };
    let mut params = json!({
        "where": name.selector(), "strict": true, "clickType": click_type,
        "retry": { "maxAttempts": 1 },
    });
    if is_key(*node) {
        params["window"] = json!("keyboard");
    }
    Some(Meant {
        action: json!({ "type": "click", "params": params }),
        deed: Deed::Press(Target::of(tree, name.clone(), *node, gesture)),
    })
}

fn is_key(node: Node<'_>) -> bool {
    let kind = node.window().map(|window| window.kind);
    kind == Some(WindowKind::Keyboard)
}

fn point(tree: &Tree, chance: &mut Chance) -> Option<Meant> {
    let held = |node: &Node<'_>| {
        node.subtree().any(|inner| {
            let name = inner.id_name();
            NOT_PRESSED.contains(&name) || SELDOM_PRESSED.contains(&name)
        })
    };
    let places: Vec<Node<'_>> = tree
        .nodes()
        .filter(|node| node.visible_bounds().is_some() && !held(node))
        .collect();
    let at = chance.one_of(&places)?.visible_bounds()?.centre();
    Some(plain(
        json!({ "type": "click", "params": { "coordinate": { "x": at.x, "y": at.y } } }),
        Deed::Point {
            at: format!("{},{}", at.x, at.y),
            is_alone: is_alone(tree),
        },
    ))
}

fn field(tree: &Tree, chance: &mut Chance) -> Option<Meant> {
    let fields: Vec<(Node<'_>, Name)> = tree
        .nodes()
        .filter(|node| node.is_enabled() && node.role() == Role::Textfield)
        .filter_map(|node| Some((node, Name::of(tree, node)?)))
        .collect();
    let (node, name) = chance.one_of(&fields)?;
    let texts = ["a", "Ada Lovelace", "42", "x-y z", "4000 1234", "50%"];
    let text = *chance.one_of(&texts)?;
    let clear = chance.below(2) == 0;
    let submit = chance.below(8) == 0;
    Some(Meant {
        action: json!({ "type": "enter_text", "params": {
            "where": name.selector(), "strict": true, "text": text, "clear": clear,
            "submit": submit, "retry": { "maxAttempts": 1 },
        } }),
        deed: Deed::Type {
            names: recorded(*node).collect(),
            text: text.to_owned(),
            clear,
            submit,
        },
    })
}

fn direction(chance: &mut Chance) -> &'static str {
    chance
        .one_of(&["down", "down", "up", "left", "right"])
        .expect("there are directions")
}

/// Whether to scroll: mostly where something does.
fn may_scroll(tree: &Tree, chance: &mut Chance) -> bool {
    tree.nodes().any(Node::is_scrollable) || chance.below(8) == 0
}

fn scroll(tree: &Tree, chance: &mut Chance) -> Option<Meant> {
    may_scroll(tree, chance).then(|| {
        plain(
            json!({ "type": "scroll", "params": { "direction": direction(chance) } }),
            Deed::Scroll,
        )
    })
}

/// Looks for a row that a row on the screen makes likely, or for what is nowhere.
fn search(tree: &Tree, chance: &mut Chance) -> Option<Meant> {
    if !may_scroll(tree, chance) {
        return None;
    }
    let numbered: Vec<(String, u32)> = tree
        .nodes()
        .filter_map(|node| {
            let text = node.text();
            let stem = text.trim_end_matches(|letter: char| letter.is_ascii_digit());
            let number = text.get(stem.len()..)?.parse().ok()?;
            (!stem.is_empty()).then(|| (stem.to_owned(), number))
        })
        .collect();
    let text = match chance.one_of(&numbered) {
        Some((stem, number)) => {
            let far = chance.below(30);
            let near = if chance.below(4) == 0 {
                number.saturating_sub(far)
            } else {
                number.saturating_add(far)
            };
            format!("{stem}{near}")
        }
        None => NOWHERE.to_owned(),
    };
    let press = chance.below(2) == 0;
    let direction = direction(chance);
    let target = json!({ "textEquals": text });
    let few = json!({ "maxAttempts": 1 });
    let action = if chance.below(2) == 0 {
        json!({ "type": "scroll_and_click", "params": {
            "where": target, "strict": true, "direction": direction, "maxSwipes": 4, "clickAfter": press,
            "scrollRetry": few, "clickRetry": few,
        } })
    } else {
        json!({ "type": "scroll_until", "params": {
            "where": target, "strict": true, "direction": direction, "maxScrolls": 4, "clickAfter": press,
        } })
    };
    Some(plain(action, Deed::Search { text, press }))
}

fn named(tree: &Tree, chance: &mut Chance) -> Option<(Name, Vec<String>)> {
    let nodes: Vec<(Node<'_>, Name)> = tree
        .nodes()
        .filter(|node| {
            node.window()
                .is_some_and(|window| window.kind == WindowKind::Application)
        })
        .filter_map(|node| Some((node, Name::of(tree, node)?)))
        .collect();
    let (node, name) = chance.one_of(&nodes)?;
    Some((name.clone(), node.subtree().flat_map(texts).collect()))
}

fn texts(node: Node<'_>) -> Vec<String> {
    // The last letter of a password is shown for a while, and never told.
    [node.masked_text().as_ref(), node.content_desc()]
        .into_iter()
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

fn read(tree: &Tree, chance: &mut Chance) -> Option<Meant> {
    let (name, words) = named(tree, chance)?;
    Some(plain(
        json!({ "type": "read_text", "params": {
            "where": name.selector(), "strict": true, "retry": { "maxAttempts": 1 },
        } }),
        Deed::Read { words },
    ))
}

fn wait(tree: &Tree, chance: &mut Chance) -> Meant {
    let there = named(tree, chance).filter(|_| chance.below(2) == 0);
    let is_there = there.is_some();
    let selector = there.map_or_else(
        || json!({ "textEquals": NOWHERE }),
        |(name, _)| name.selector(),
    );
    plain(
        json!({ "type": "wait_for_node", "params": { "where": selector, "timeoutMs": 300 } }),
        Deed::Wait { is_there },
    )
}

fn key(key: &str) -> Meant {
    plain(
        json!({ "type": "press_key", "params": { "key": key } }),
        Deed::Key {
            is_home: key == "home",
        },
    )
}

fn open(chance: &mut Chance) -> Meant {
    let place = Place::choose(chance);
    plain(
        json!({ "type": "open_uri", "params": { "uri": place.address() } }),
        Deed::Open {
            page: place.recorded(),
        },
    )
}

fn snapshot(tree: &Tree) -> Meant {
    plain(
        json!({ "type": "snapshot_ui" }),
        Deed::Snapshot { words: words(tree) },
    )
}

fn pair(tree: &Tree, chance: &mut Chance) -> Option<Meant> {
    let (name, _) = named(tree, chance)?;
    Some(plain(
        json!({ "type": "read_key_value_pair", "params": {
            "where": name.selector(), "strict": true, "retry": { "maxAttempts": 1 },
        } }),
        Deed::Pair { words: words(tree) },
    ))
}
