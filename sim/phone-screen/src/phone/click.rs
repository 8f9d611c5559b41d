//! What a click does to a view, and the handlers it runs.

use std::sync::Arc;

use super::windows::Window;
use super::{Phone, Place, Reach, Spot};
use crate::font::round;
use crate::history::ScreenEvent;
use crate::page::{Flags, NodeId};
use crate::scene::{Effect, Handlers, ViewKind};

impl Phone {
    /// A view is clicked, by a finger or by a key.
    pub(crate) fn click(&mut self, place: Place, node: NodeId) {
        let Some(sight) = self.sight(place) else {
            return;
        };
        let view = sight.page.node(node);
        let (kind, checkable) = (view.kind, view.is(Flags::CHECKABLE));
        let (enabled, checked) = (sight.enabled(node), sight.checked(node));
        let name = self.view_name(place, node);
        if !enabled {
            return self.happened(ScreenEvent::Ignored(name));
        }
        if place != Place::Keyboard {
            self.happened(ScreenEvent::Tapped(name.clone()));
        }
        self.event();
        let spot = Spot {
            place,
            node: Some(node),
        };
        if kind == ViewKind::Field {
            self.focus(place, node);
        }
        if checkable {
            let single = kind == ViewKind::Radio || self.in_single_choice(place, node);
            let now = single || !checked;
            self.set_checked(place, node, now);
            self.happened(ScreenEvent::Checked {
                view: name,
                checked: now,
            });
            self.handle(spot, |on| &on.change);
        }
        if kind == ViewKind::Tab || (!checkable && self.in_single_choice(place, node)) {
            self.select(place, node);
        }
        self.handle(spot, |on| &on.tap);
        if let Place::Snackbar(record) = place {
            self.hide_snackbar(record);
        }
    }

    /// A slider follows the finger.
    pub(super) fn slide(&mut self, place: Place, node: NodeId, x: f32) {
        let windows = self.windows();
        let full = windows
            .iter()
            .filter(|window| window.place == place)
            .flat_map(|window: &Window| self.see(window, Reach::Everything))
            .find(|seen| seen.place == place && seen.node == node)
            .map(|seen| seen.full);
        let Some(full) = full else { return };
        let track = full.inset(self.px(16));
        let width = track.width().max(1);
        let Some(surface) = self.surface_mut(place) else {
            return;
        };
        let max = surface.page.node(node).max;
        let part = (round(x) - track.left).clamp(0, width);
        let value = i64::from(max) * i64::from(part) / i64::from(width);
        surface.view(node).value = i32::try_from(value).ok();
        self.event();
    }

    /// Checks a view; in a single choice the others are unchecked.
    pub(crate) fn set_checked(&mut self, place: Place, node: NodeId, checked: bool) {
        let Some(surface) = self.surface_mut(place) else {
            return;
        };
        let page = Arc::clone(&surface.page);
        let view = page.node(node);
        if let Some(name) = view.checked_var.clone() {
            if let Some(app) = self.app_of(place) {
                self.set_var(app, &name, checked.to_string());
            }
        } else {
            surface.view(node).checked = Some(checked);
        }
        let alone = checked && (view.kind == ViewKind::Radio || self.in_single_choice(place, node));
        if alone && let Some(surface) = self.surface_mut(place) {
            for sibling in page
                .children(view.parent)
                .filter(|sibling| *sibling != node)
            {
                if page.node(sibling).is(Flags::CHECKABLE) {
                    surface.view(sibling).checked = Some(false);
                }
            }
        }
        self.changed();
    }

    fn select(&mut self, place: Place, node: NodeId) {
        let Some(surface) = self.surface_mut(place) else {
            return;
        };
        let page = Arc::clone(&surface.page);
        for sibling in page.children(page.node(node).parent) {
            surface.view(sibling).selected = Some(sibling == node);
        }
        self.changed();
    }

    fn in_single_choice(&self, place: Place, node: NodeId) -> bool {
        self.surface(place).is_some_and(|surface| {
            let page = &surface.page;
            page.node(page.node(node).parent).is(Flags::SINGLE_CHOICE)
        })
    }

    /// The effects of one kind of a view.
    pub(crate) fn handler(
        &self,
        spot: Spot,
        pick: fn(&Handlers) -> &Vec<Effect>,
    ) -> Option<&[Effect]> {
        let surface = self.surface(spot.place)?;
        surface
            .page
            .node(spot.node?)
            .on
            .as_deref()
            .map(|on| pick(on).as_slice())
    }

    /// Runs the effects of one kind of a view.
    pub(crate) fn handle(&mut self, spot: Spot, pick: fn(&Handlers) -> &Vec<Effect>) {
        let Some(surface) = self.surface(spot.place) else {
            return;
        };
        let Some(on) = spot
            .node
            .and_then(|node| surface.page.node(node).on.clone())
        else {
            return;
        };
        self.run(spot, pick(&on));
    }
}
