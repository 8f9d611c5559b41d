//! The views of a window that exist and can be seen, in document order.

use super::windows::Window;
use super::{Phone, Place};
use crate::geometry::Rect;
use crate::page::{Flags, NodeId};

/// A view that can be seen.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Seen {
    pub(crate) place: Place,
    pub(crate) node: NodeId,
    pub(crate) depth: u16,
    /// Its place among the children that exist.
    pub(crate) index: u32,
    /// What can be seen of it, on the display.
    pub(crate) bounds: Rect,
    /// All of it.
    pub(crate) full: Rect,
}

/// How far a look goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reach {
    /// What accessibility sees: nothing inside views that expose nothing.
    Accessibility,
    /// What eyes and fingers reach.
    Everything,
}

struct Walk<'a> {
    phone: &'a Phone,
    window: &'a Window,
    reach: Reach,
    seen: Vec<Seen>,
}

/// Where a walk is.
#[derive(Clone, Copy)]
struct Step {
    place: Place,
    node: NodeId,
    depth: u16,
    index: u32,
    /// Where the page's origin is after scrolling.
    shift: (i32, i32),
    clip: Rect,
}

impl Phone {
    /// The views of a window.
    pub(crate) fn see(&self, window: &Window, reach: Reach) -> Vec<Seen> {
        let (width, height) = self.display_size();
        let clip = window.bounds.intersect(Rect::new(0, 0, width, height));
        let mut walk = Walk {
            phone: self,
            window,
            reach,
            seen: Vec::new(),
        };
        walk.enter(Step {
            place: window.place,
            node: 0,
            depth: 0,
            index: 0,
            shift: window.origin,
            clip,
        });
        walk.seen
    }
}

impl Walk<'_> {
    fn enter(&mut self, step: Step) {
        let Some(surface) = self.phone.surface(step.place) else {
            return;
        };
        let layout = match &self.window.attached {
            Some(attached) if attached.place == step.place => &attached.layout,
            _ => &self.window.layout,
        };
        let Some(rect) = layout.rect(step.node) else {
            return;
        };
        let full = rect.moved(step.shift.0, step.shift.1);
        let bounds = full.intersect(step.clip);
        if bounds.is_empty() {
            return;
        }
        self.seen.push(Seen {
            place: step.place,
            node: step.node,
            depth: step.depth,
            index: step.index,
            bounds,
            full,
        });
        let page = &surface.page;
        let node = page.node(step.node);
        if self.reach == Reach::Accessibility && node.is(Flags::OPAQUE) {
            return;
        }
        let scroll = surface.scroll(step.node);
        let shift = match (node.scrolls_down(), node.scrolls_sideways()) {
            (true, _) => (step.shift.0, step.shift.1 - scroll),
            (_, true) => (step.shift.0 - scroll, step.shift.1),
            _ => step.shift,
        };
        let mut index = 0;
        for child in page.children(step.node) {
            let Some(child_rect) = layout.rect(child) else {
                continue;
            };
            // A recycling list has no views for rows that are out of its sight.
            if node.recycles()
                && child_rect
                    .moved(shift.0, shift.1)
                    .intersect(full)
                    .is_empty()
            {
                continue;
            }
            self.enter(Step {
                node: child,
                depth: step.depth + 1,
                index,
                shift,
                clip: bounds,
                ..step
            });
            index += 1;
        }
        if step.place == self.window.place
            && step.node == page.content
            && let Some(attached) = &self.window.attached
        {
            let place = attached.place;
            self.enter(Step {
                place,
                node: 0,
                depth: step.depth + 1,
                index,
                shift: attached.origin,
                clip: bounds,
            });
        }
    }
}
