//! The screen as an accessibility service reads it, and the views that it names.

use std::borrow::Cow;

use super::{Phone, Place, Reach, Seen, Spot, Window};
use crate::accessibility::{
    AccessibleNode, AccessibleTree, AccessibleWindow, NodeFlags, NodeRefused, WindowContent,
    node_action,
};
use crate::geometry::count;
use crate::history::ScreenEvent;
use crate::page::{Flags, NodeId};
use crate::page_state::Sight;
use crate::scene::{MAX_EFFECTS, MAX_TEXT, ViewKind};

/// What the emoji fault puts behind texts.
const EMOJI: &str = " 😀";
/// How many kinds of places there are at most.
const PLACE_KINDS: u64 = 16;

impl Phone {
    /// All windows with their views, the topmost first.
    pub(crate) fn accessible_tree(&mut self) -> AccessibleTree {
        let windows = self.windows();
        let focused = Self::focused_window(&windows);
        let read = |(layer, window): (usize, &Window)| {
            let content = self.window_content(window);
            let nodes = if content == WindowContent::Whole {
                self.accessible_nodes(window)
            } else {
                Vec::new()
            };
            AccessibleWindow {
                id: count(layer + 1),
                title: window.label.clone(),
                kind: window.kind,
                active: focused == Some(layer),
                layer: count(layer),
                bounds: window.bounds.tuple(),
                content,
                nodes,
            }
        };
        let read = windows.iter().enumerate().rev().map(read).collect();
        AccessibleTree {
            state: self.state(),
            events: self.events,
            windows: read,
        }
    }

    /// A window of a process that hangs answers no question about its views; a sleeping phone without a lock has none.
    pub(crate) fn window_content(&self, window: &Window) -> WindowContent {
        if self.is_hanging(window.place) {
            WindowContent::Unresponsive
        } else if self.awake || self.locked.is_some() {
            WindowContent::Whole
        } else {
            WindowContent::Nothing
        }
    }

    /// The text of a view as accessibility is told it.
    pub(crate) fn told_text<'a>(&self, sight: &Sight<'a>, node: NodeId) -> Cow<'a, str> {
        let text = sight.shown_text(node);
        if self.faults.emoji_in_text && !text.is_empty() {
            Cow::Owned(format!("{text}{EMOJI}"))
        } else {
            text
        }
    }

    /// Does something to a view that is on the screen.
    pub(crate) fn perform_action(&mut self, identity: u64, action: u32) -> Result<(), NodeRefused> {
        let seen = self.identified(identity).ok_or(NodeRefused::Gone)?;
        let Seen { place, node, .. } = seen;
        let offered = self
            .sight(place)
            .map_or(0, |sight| self.offered(&sight, &seen));
        if offered & action == 0 || !action.is_power_of_two() {
            return Err(NodeRefused::NotOffered);
        }
        self.budget = MAX_EFFECTS;
        let (left, top, right, bottom) = seen.bounds.tuple();
        self.last_point = (i32::midpoint(left, right), i32::midpoint(top, bottom));
        match action {
            node_action::CLICK => self.click(place, node),
            node_action::LONG_CLICK => self.press_long(place, node),
            node_action::FOCUS => self.focus(place, node),
            _ => self.scroll_page(&seen, action == node_action::SCROLL_FORWARD),
        }
        Ok(())
    }

    /// Replaces the text of a field.
    pub(crate) fn replace_text(
        &mut self,
        field: Option<u64>,
        text: &str,
    ) -> Result<(), NodeRefused> {
        let spot = match field {
            Some(identity) => {
                let seen = self.identified(identity).ok_or(NodeRefused::Gone)?;
                let sight = self.sight(seen.place).ok_or(NodeRefused::Gone)?;
                if self.offered(&sight, &seen) & node_action::SET_TEXT == 0 {
                    return Err(NodeRefused::NotOffered);
                }
                Spot {
                    place: seen.place,
                    node: Some(seen.node),
                }
            }
            None => self.typing_field().ok_or(NodeRefused::Gone)?,
        };
        let node = spot.node.ok_or(NodeRefused::Gone)?;
        if text.chars().nth(MAX_TEXT).is_some() {
            return Err(NodeRefused::NotOffered);
        }
        self.budget = MAX_EFFECTS;
        let length = text.chars().count();
        let surface = self.surface_mut(spot.place).ok_or(NodeRefused::Gone)?;
        let view = surface.view(node);
        view.text = Some(text.to_owned());
        view.selection = Some((length, length));
        let view = self.view_name(spot.place, node);
        self.happened(ScreenEvent::TextChanged {
            view,
            text: text.to_owned(),
        });
        self.changed();
        self.handle(spot, |on| &on.text);
        Ok(())
    }

    /// Whether a view is on the screen, and where.
    pub(crate) fn identified(&mut self, identity: u64) -> Option<Seen> {
        let windows = self.windows();
        let shown = windows
            .iter()
            .filter(|window| self.window_content(window) == WindowContent::Whole);
        let mut seen = shown.flat_map(|window| self.see(window, Reach::Accessibility));
        seen.find(|seen| identity_of(seen) == identity)
    }

    fn accessible_nodes(&self, window: &Window) -> Vec<AccessibleNode> {
        let seen = self.see(window, Reach::Accessibility);
        // Neighbours are mostly of one page.
        let mut last: Option<(Place, Sight<'_>)> = None;
        let mut nodes = Vec::with_capacity(seen.len());
        for view in &seen {
            let sight = match last {
                Some((place, sight)) if place == view.place => sight,
                _ => {
                    let Some(sight) = self.sight(view.place) else {
                        continue;
                    };
                    last = Some((view.place, sight));
                    sight
                }
            };
            nodes.push(self.accessible_node(&sight, view));
        }
        nodes
    }

    fn accessible_node(&self, sight: &Sight<'_>, view: &Seen) -> AccessibleNode {
        let node = sight.page.node(view.node);
        let hint = sight.hint(view.node).into_owned();
        let is_field = node.kind == ViewKind::Field;
        let mut flags = NodeFlags::default();
        for (flag, value) in [
            (NodeFlags::CHECKABLE, node.is(Flags::CHECKABLE)),
            (NodeFlags::CHECKED, sight.checked(view.node)),
            (NodeFlags::CLICKABLE, node.is(Flags::CLICKABLE)),
            (NodeFlags::ENABLED, sight.enabled(view.node)),
            (NodeFlags::FOCUSABLE, node.is(Flags::FOCUSABLE)),
            (NodeFlags::FOCUSED, sight.focused(view.node)),
            (
                NodeFlags::SCROLLABLE,
                self.can_scroll(view.place, view.node),
            ),
            (NodeFlags::LONG_CLICKABLE, node.is(Flags::LONG_CLICKABLE)),
            (NodeFlags::PASSWORD, node.is(Flags::PASSWORD)),
            (NodeFlags::SELECTED, sight.selected(view.node)),
            (
                NodeFlags::SHOWS_HINT,
                !hint.is_empty() && sight.shows_hint(view.node),
            ),
            (NodeFlags::EDITABLE, is_field),
        ] {
            flags.set(flag, value);
        }
        AccessibleNode {
            // No page is so deep; one that were would be told as less deep.
            depth: u8::try_from(view.depth).unwrap_or(u8::MAX),
            identity: identity_of(view),
            flags,
            bounds: view.bounds.tuple(),
            class: node.class.clone(),
            package: sight.page.package.clone(),
            id: node.id.clone(),
            index: u16::try_from(view.index).unwrap_or(u16::MAX),
            actions: self.offered(sight, view),
            text: self.told_text(sight, view.node).into_owned(),
            description: sight.desc(view.node).into_owned(),
            hint,
        }
    }

    /// The actions that a view offers.
    fn offered(&self, sight: &Sight<'_>, view: &Seen) -> u32 {
        let node = sight.page.node(view.node);
        let enabled = sight.enabled(view.node);
        let mut actions = 0;
        for (action, offers) in [
            (
                node_action::FOCUS,
                enabled && node.is(Flags::FOCUSABLE) && !sight.focused(view.node),
            ),
            (node_action::CLICK, enabled && node.is(Flags::CLICKABLE)),
            (
                node_action::LONG_CLICK,
                enabled && node.is(Flags::LONG_CLICKABLE),
            ),
            (
                node_action::SET_TEXT,
                enabled && node.kind == ViewKind::Field,
            ),
        ] {
            if offers {
                actions |= action;
            }
        }
        if let Some(surface) = self
            .surface(view.place)
            .filter(|_| enabled && self.can_scroll(view.place, view.node))
        {
            let scroll = surface.scroll(view.node);
            if scroll > 0 {
                actions |= node_action::SCROLL_BACKWARD;
            }
            if scroll < surface.last_extent(view.node) {
                actions |= node_action::SCROLL_FORWARD;
            }
        }
        actions
    }

    pub(super) fn press_long(&mut self, place: Place, node: NodeId) {
        let name = self.view_name(place, node);
        self.happened(ScreenEvent::LongPressed(name));
        self.event();
        let spot = Spot {
            place,
            node: Some(node),
        };
        self.handle(spot, |on| &on.long_tap);
    }

    /// Scrolls by as much as can be seen.
    fn scroll_page(&mut self, seen: &Seen, forward: bool) {
        let sideways = self
            .surface(seen.place)
            .is_some_and(|surface| surface.page.node(seen.node).scrolls_sideways());
        let page = if sideways {
            seen.bounds.width()
        } else {
            seen.bounds.height()
        };
        let by = if forward { page } else { -page };
        if self.scroll_by(seen.place, seen.node, by) != 0 {
            let name = self.view_name(seen.place, seen.node);
            self.happened(ScreenEvent::Scrolled(name));
        }
    }
}

/// The window's page in the upper half, the view in it below; 0 is nobody's.
fn identity_of(seen: &Seen) -> u64 {
    let (kind, number) = match seen.place {
        Place::Activity(number) => (1, number),
        // Records and dialogs are numbered together.
        Place::Dialog(_, number) => (2, number),
        Place::Snackbar(number) => (3, number),
        Place::Permission => (4, 0),
        Place::System(number) => (5, number),
        Place::Overview => (6, 0),
        Place::Shade => (7, 0),
        Place::LockScreen => (8, 0),
        Place::Keyboard => (9, 0),
        Place::StatusBar => (10, 0),
        Place::NavigationBar => (11, 0),
    };
    let place = (u64::from(number) * PLACE_KINDS + kind) & 0xffff_ffff;
    place << 32 | u64::from(seen.node)
}
