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

/// One act, or what stands for one that a recipe cannot run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Act {
    Click {
        selector: Selector,
        is_long: bool,
        /// Whether the node was checked before, where it can be.
        checked: Option<bool>,
        is_of_system: bool,
    },
    ScrollAndClick {
        selector: Selector,
        container: Option<Selector>,
        direction: &'static str,
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
    /// A recipe cannot run it: the action's name, and what happened.
    Marked {
        action: &'static str,
        what: String,
        selector: Option<Selector>,
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
        if is_field {
            // Whatever is typed into it focuses it; a press alone changes nothing that lasts.
            return self.end_scroll();
        }
        let is_of_system = event.package.as_deref() == Some(SYSTEM);
        let id = event
            .node
            .as_ref()
            .and_then(|node| node.labels.id.as_deref());
        if is_of_system && let Some(key) = id.and_then(navigation_key) {
            self.end_scroll();
            return self.add(marked(
                "press_key",
                format!("the key {key} was pressed"),
                None,
            ));
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
            return self.add(marked("click", what, None));
        };
        self.go_to(event.package.as_deref().filter(|_| !is_of_system));
        if let Some((scrolled, direction)) = self.scroll.take() {
            self.came = false;
            let container = scrolled.node.as_ref().and_then(Selector::of);
            return self.add(Act::ScrollAndClick {
                selector,
                container: container.filter(|container| container.is_unique),
                direction,
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
            is_long: event.what == What::LongClick,
            checked: event.node.as_ref().and_then(|node| node.checked),
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
        let is_known = self.lists.iter().any(|list| is_of_one_node(list, event));
        let [across, down, first, _] = to;
        if !is_known {
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
        let direction = match same.map(|before| &before.what) {
            Some(What::Scroll(from)) => direction(*from, to),
            _ => direction([0, 0, 0, 0], to),
        };
        self.scroll = Some((event, direction));
    }

    /// A scroll that no press followed.
    fn end_scroll(&mut self) {
        if let Some((event, direction)) = self.scroll.take() {
            let selector = event.node.as_ref().and_then(Selector::of);
            let what = format!("something was scrolled {direction}");
            self.add(marked("scroll", what, selector));
        }
    }

    fn lost(&mut self, what: &str) {
        self.end_text();
        self.end_scroll();
        self.add(marked(
            "sleep",
            format!("{what}: an act may be missing here"),
            None,
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

const fn marked(action: &'static str, what: String, selector: Option<Selector>) -> Act {
    Act::Marked {
        action,
        what,
        selector,
    }
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
    let key = |node: &Node| {
        (
            node.labels.id.clone(),
            node.labels.class.clone(),
            node.bounds,
        )
    };
    let keys = (one.node.as_ref().map(key), other.node.as_ref().map(key));
    let kind = |event: &Event| std::mem::discriminant(&event.what);
    one.package == other.package && kind(one) == kind(other) && keys.0 == keys.1
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
