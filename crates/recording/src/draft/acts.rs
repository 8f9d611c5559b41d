//! What a person did, one act after another: events that belong together are one.

use std::collections::BTreeMap;

use super::selector::Selector;
use crate::event::{By, Event, Node, What};
use crate::limits::MAX_STEPS;
use crate::read::Recording;

/// Two presses of one node so soon after each other are one that bounced.
const BOUNCE_MS: u64 = 200;
/// Of so many nodes it is known whether they were scrolled before.
const MOST_LISTS: usize = 64;
const SYSTEM: &str = "com.android.systemui";

/// Whether something that is pressed can be switched, and how it was before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Switch {
    No,
    Was(bool),
    /// It was only seen later: that may be what the press led to, or what was before it.
    Unknown,
}

/// One act, or what stands for one that a recipe cannot run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Act {
    Click {
        selector: Selector,
        is_long: bool,
        switch: Switch,
        is_of_system: bool,
    },
    ScrollAndClick {
        selector: Selector,
        container: Option<Selector>,
        direction: &'static str,
        is_long: bool,
    },
    /// Another page came before this node was pressed.
    Wait(Selector),
    GoTo(String),
    Type {
        field: Option<Selector>,
        length: u64,
        is_password: bool,
        typed: Option<String>,
    },
    /// Back, home or recents, by the bar at the bottom of the screen.
    SystemKey(&'static str),
    /// A scroll that no press followed.
    Scroll {
        container: Option<Selector>,
        direction: &'static str,
    },
    /// A recipe cannot run it: the action's name, and what happened.
    Marked {
        action: &'static str,
        what: String,
    },
}

/// All that was done, and what was left out.
#[derive(Debug, Default)]
pub(super) struct Acts {
    pub(super) list: Vec<Act>,
    /// The app that most was done in.
    pub(super) package: Option<String>,
    pub(super) ours: usize,
    pub(super) unsure: usize,
    pub(super) repeats: usize,
    pub(super) toasts: usize,
    /// Acts beyond what a recipe can have.
    pub(super) beyond: usize,
}

pub(super) fn acts(recording: &Recording) -> Acts {
    let mut drafting = Drafting::new(recording);
    for event in &recording.events {
        drafting.take(event);
    }
    drafting.finish()
}

struct Drafting<'r> {
    acts: Acts,
    /// What the app in front is, as far as the recording says.
    front: Option<&'r str>,
    /// Whether another page came since the last act.
    came: bool,
    scroll: Option<(&'r Event, &'static str)>,
    /// The last nodes that were scrolled.
    lists: Vec<&'r Event>,
    text: Option<&'r Event>,
    last_press: Option<&'r Event>,
    /// The title of the window that was pressed last.
    window: Option<&'r str>,
}

impl<'r> Drafting<'r> {
    fn new(recording: &'r Recording) -> Self {
        let package = most_used(&recording.events);
        Self {
            front: package,
            acts: Acts {
                package: package.map(str::to_owned),
                ..Acts::default()
            },
            came: false,
            scroll: None,
            lists: Vec::new(),
            text: None,
            last_press: None,
            window: None,
        }
    }

    fn take(&mut self, event: &'r Event) {
        match (&event.what, event.by) {
            // What was lost or shown is nobody's act.
            (What::Gap, _) => return self.lost("for a while nothing was heard"),
            (What::Dropped(count), _) => {
                return self.lost(&format!("{count} events found no room"));
            }
            (What::Toast, _) => return self.acts.toasts += 1,
            (What::Window { .. }, _) => return self.came = true,
            (_, By::Operator) => return self.acts.ours += 1,
            (_, By::Unknown) => return self.acts.unsure += 1,
            (_, By::Person) => {}
        }
        match &event.what {
            What::Click | What::LongClick => self.press(event),
            What::Text { .. } => {
                let is_other = self
                    .text
                    .is_some_and(|before| !is_of_one_node(before, event));
                if is_other {
                    self.end_text();
                }
                self.end_scroll();
                self.text = Some(event);
            }
            What::Scroll(to) => self.scrolled(event, *to),
            What::Window { .. } | What::Toast | What::Gap | What::Dropped(_) => {}
        }
    }

    fn finish(mut self) -> Acts {
        self.end_text();
        self.end_scroll();
        self.acts
    }

    fn press(&mut self, event: &'r Event) {
        self.end_text();
        let bounced = self.last_press.is_some_and(|before| {
            is_of_one_node(before, event) && event.ms.saturating_sub(before.ms) < BOUNCE_MS
        });
        self.last_press = Some(event);
        if bounced {
            self.acts.repeats += 1;
            return;
        }
        let is_field = event.node.as_ref().is_some_and(|node| node.is_editable);
        let is_long = event.what == What::LongClick;
        if is_field && !is_long {
            // Whatever is typed into it focuses it; a press alone changes nothing that lasts. A long one opens a menu.
            return self.end_scroll();
        }
        let is_of_system = event.package.as_deref() == Some(SYSTEM);
        let id = event
            .node
            .as_ref()
            .and_then(|node| node.labels.id.as_deref());
        if is_of_system && let Some(key) = id.and_then(navigation_key) {
            self.end_scroll();
            return self.add(Act::SystemKey(key));
        }
        let selector = event.node.as_ref().and_then(Selector::of);
        let Some(selector) = selector else {
            self.end_scroll();
            let what = match event.node.as_ref().and_then(|node| node.bounds) {
                Some([left, top, right, bottom]) => format!(
                    "a node without id, text and description was pressed, at ({left},{top}) to ({right},{bottom})"
                ),
                None => "a node was pressed that was gone when it was looked for".to_owned(),
            };
            return self.add(marked("click", what));
        };
        self.go_to(event.package.as_deref().filter(|_| !is_of_system));
        if let Some((scrolled, direction)) = self.scroll.take() {
            self.came = false;
            let container = scrolled.node.as_ref().and_then(Selector::of);
            return self.add(Act::ScrollAndClick {
                selector,
                container: container.filter(|container| container.is_unique),
                direction,
                is_long,
            });
        }
        // A dialog that goes away is told by nobody.
        let window = event.window.as_deref();
        let is_another = window.is_some() && self.window != window;
        self.window = window.or(self.window);
        let came = std::mem::take(&mut self.came) || is_another;
        if came && !self.acts.list.is_empty() {
            self.add(Act::Wait(selector.clone()));
        }
        self.add(Act::Click {
            selector,
            is_long,
            switch: match &event.node {
                Some(node) => match node.checked {
                    Some(checked) if node.is_from_before => Switch::Was(checked),
                    Some(_) => Switch::Unknown,
                    None => Switch::No,
                },
                None => Switch::No,
            },
            is_of_system,
        });
    }

    /// What was typed before another field or a press is one text.
    fn end_text(&mut self) {
        let Some(event) = self.text.take() else {
            return;
        };
        let What::Text {
            length,
            is_password,
            typed,
        } = &event.what
        else {
            return;
        };
        self.go_to(event.package.as_deref());
        let is_password = *is_password || event.node.as_ref().is_some_and(|node| node.is_password);
        self.add(Act::Type {
            field: event.node.as_ref().and_then(Selector::of),
            length: *length,
            is_password,
            typed: typed.clone().filter(|_| !is_password),
        });
    }

    fn scrolled(&mut self, event: &'r Event, to: [i64; 4]) {
        if event.node.as_ref().is_some_and(|node| node.is_editable) {
            return;
        }
        let mut lists = self.lists.iter_mut();
        // Where it stood when it was heard of last.
        let known = lists
            .find(|list| is_of_one_node(list, event))
            .map(|list| std::mem::replace(list, event));
        let [across, down, first, _] = to;
        if known.is_none() {
            if self.lists.len() == MOST_LISTS {
                self.lists.remove(0);
            }
            self.lists.push(event);
            // A list that has just come says that it is at its beginning.
            if across <= 0 && down <= 0 && first <= 0 {
                return;
            }
        }
        self.end_text();
        let before = self.scroll.map(|(before, _)| before);
        let same = before.filter(|before| is_of_one_node(before, event));
        if before.is_some() && same.is_none() {
            self.end_scroll();
        }
        let direction = match same.or(known).map(|before| &before.what) {
            Some(What::Scroll(from)) => direction(*from, to),
            _ => direction([0, 0, 0, 0], to),
        };
        self.scroll = Some((event, direction));
    }

    /// A scroll that no press followed.
    fn end_scroll(&mut self) {
        if let Some((event, direction)) = self.scroll.take() {
            let container = event.node.as_ref().and_then(Selector::of);
            self.add(Act::Scroll {
                container: container.filter(|container| container.is_unique),
                direction,
            });
        }
    }

    fn lost(&mut self, what: &str) {
        self.end_text();
        self.end_scroll();
        self.add(marked(
            "sleep",
            format!("{what}: an act may be missing here"),
        ));
    }

    /// Another app came to the front by something that is no event, such as the launcher or a link.
    fn go_to(&mut self, package: Option<&'r str>) {
        let Some(package) = package else { return };
        if self.front != Some(package) {
            self.front = Some(package);
            self.add(Act::GoTo(package.to_owned()));
        }
    }

    fn add(&mut self, act: Act) {
        if self.acts.list.len() < MAX_STEPS {
            self.acts.list.push(act);
        } else {
            self.acts.beyond += 1;
        }
    }
}

const fn marked(action: &'static str, what: String) -> Act {
    Act::Marked { action, what }
}

fn navigation_key(id: &str) -> Option<&'static str> {
    match id.rsplit('/').next()? {
        "back" => Some("back"),
        "home" | "home_button" => Some("home"),
        "recent_apps" => Some("recents"),
        _ => None,
    }
}

fn direction(from: [i64; 4], to: [i64; 4]) -> &'static str {
    let moved = |place: usize| {
        let at = |all: [i64; 4]| all.get(place).copied().unwrap_or(-1).max(0);
        at(to).saturating_sub(at(from))
    };
    let (across, down, rows) = (moved(0), moved(1), moved(2).saturating_add(moved(3)));
    if down < 0 || (down == 0 && across == 0 && rows < 0) {
        "up"
    } else if across > 0 && down == 0 {
        "right"
    } else if across < 0 && down == 0 {
        "left"
    } else {
        "down"
    }
}

/// Whether two events are of the same node, as far as it is called something or has a place.
fn is_of_one_node(one: &Event, other: &Event) -> bool {
    let is_same_node = |one: &Node, other: &Node| {
        one.bounds == other.bounds
            && one.labels.id == other.labels.id
            && one.labels.class == other.labels.class
    };
    let are_same_nodes = || match (&one.node, &other.node) {
        (Some(one), Some(other)) => is_same_node(one, other),
        (one, other) => one.is_none() && other.is_none(),
    };
    let kind = |event: &Event| std::mem::discriminant(&event.what);
    one.package == other.package && kind(one) == kind(other) && are_same_nodes()
}

fn most_used(events: &[Event]) -> Option<&str> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let acts = events.iter().filter(|event| {
        event.by == By::Person
            && matches!(
                event.what,
                What::Click | What::LongClick | What::Text { .. }
            )
    });
    for package in acts.filter_map(|event| event.package.as_deref()) {
        if package != SYSTEM {
            *counts.entry(package).or_default() += 1;
        }
    }
    let most = counts.iter().max_by_key(|(_, count)| **count);
    most.map(|(package, _)| *package)
}
