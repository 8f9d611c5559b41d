//! The screen as the protocol has it.

use std::collections::HashMap;
use std::sync::Arc;

use clawperator_operator_protocol::{
    Content, Display, Lock, Name, Node, NodeFlags, State, Texts, Window, WindowFlags, WindowKind,
};
use clawperator_phone_operator::Shown;
use clawperator_phone_screen::{
    AccessibleNode, AccessibleTree, AccessibleWindow, ScreenState, Wakefulness, WindowContent,
    WindowKind as ScreenWindowKind,
};

use crate::dumpsys::display::logical_size;

/// The window is the active one and has the focus.
const ACTIVE_AND_FOCUSED: u8 = 3;

/// What a look shows.
pub(super) fn shown(tree: AccessibleTree) -> Shown {
    let mut names = Names::default();
    let windows = tree
        .windows
        .into_iter()
        .map(|window| convert(window, &mut names))
        .collect();
    Shown {
        state: state(&tree.state),
        events: tree.events,
        names: names.list,
        windows,
    }
}

/// The state of the phone.
pub(super) fn state(screen: &ScreenState) -> State {
    let (width, height) = logical_size(screen);
    let focused = screen.windows.iter().find(|window| window.focused);
    let covering = focused.filter(|window| window.kind == ScreenWindowKind::System);
    let (package, activity) = screen.resumed.clone().unzip();
    State {
        display: match screen.wakefulness {
            Wakefulness::Awake => Display::On,
            Wakefulness::Asleep => Display::Off,
        },
        lock: match (screen.keyguard, screen.keyguard_secure) {
            (false, _) => Lock::Open,
            (true, false) => Lock::Closed,
            (true, true) => Lock::ClosedBySecret,
        },
        user: 0,
        rotation: screen.rotation % 4,
        width,
        height,
        density: screen.density_override.unwrap_or(screen.physical_density),
        package,
        activity,
        covering: covering.map(|window| window.title.clone()),
    }
}

/// Classes, packages and ids, each once.
#[derive(Default)]
struct Names {
    list: Vec<String>,
    places: HashMap<Arc<str>, u16>,
}

impl Names {
    fn place(&mut self, name: &Arc<str>) -> Name {
        if name.is_empty() {
            return Name::NONE;
        }
        if let Some(place) = self.places.get(name) {
            return Name::at(*place);
        }
        // A phone's scenes have far fewer names; one beyond them is not told.
        let Ok(place) = u16::try_from(self.list.len()) else {
            return Name::NONE;
        };
        self.list.push(name.to_string());
        self.places.insert(Arc::clone(name), place);
        Name::at(place)
    }
}

fn convert(window: AccessibleWindow, names: &mut Names) -> Window {
    let (left, top, right, bottom) = window.bounds;
    let flags = if window.active { ACTIVE_AND_FOCUSED } else { 0 };
    Window {
        id: window.id,
        kind: match window.kind {
            ScreenWindowKind::Application | ScreenWindowKind::Dialog => WindowKind::Application,
            ScreenWindowKind::InputMethod => WindowKind::Keyboard,
            ScreenWindowKind::System => WindowKind::System,
        },
        // Both bits stand for something.
        flags: WindowFlags::new(flags).unwrap_or_default(),
        layer: window.layer,
        display: 0,
        bounds: [left, top, right, bottom],
        title: some(window.title),
        content: match window.content {
            WindowContent::Whole => Content::Whole,
            WindowContent::Unresponsive => Content::Unresponsive,
            WindowContent::Nothing => Content::None,
        },
        nodes: window
            .nodes
            .into_iter()
            .map(|node| convert_node(node, names))
            .collect(),
    }
}

fn convert_node(node: AccessibleNode, names: &mut Names) -> Node {
    let (left, top, right, bottom) = node.bounds;
    Node {
        depth: node.depth,
        identity: node.identity,
        // The screen's bits are those of the protocol; a test compares them with a dump.
        flags: NodeFlags::new(node.flags.bits()).unwrap_or_default(),
        bounds: [left, top, right, bottom],
        class: names.place(&node.class),
        package: names.place(&node.package),
        id: names.place(&node.id),
        actions: node.actions,
        index: node.index,
        // A dump of this phone does not tell it either.
        drawing_order: 0,
        texts: Texts {
            text: some(node.text),
            description: some(node.description),
            hint: some(node.hint),
            ..Texts::default()
        },
    }
}

fn some(text: String) -> Option<String> {
    (!text.is_empty()).then_some(text)
}
