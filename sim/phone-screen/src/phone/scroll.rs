//! Scrolling: what fingers do to lists, and flings that run out.

use std::time::Duration;

use super::{Phone, Place, Spot};
use crate::page::NodeId;

/// A list that still moves after the finger has gone.
#[derive(Debug)]
pub(crate) struct Fling {
    place: Place,
    node: NodeId,
    started: Duration,
    lasts: Duration,
    from: i32,
    distance: f64,
}

/// Of the platform's scroller: how the speed decays, where its curve bends, and how much a list rubs.
const DECELERATION: f64 = 2.358_201_815;
const INFLEXION: f64 = 0.35;
const FRICTION: f64 = 0.015;
/// Gravity in inches per second squared, times what the platform tuned it by.
const GRAVITY: f64 = 9.806_65 * 39.37 * 0.84;
/// Speeds in dp per second between which a finger flings.
const SLOWEST: f64 = 50.0;
const FASTEST: f64 = 8_000.0;

impl Phone {
    /// How far a scroller can go.
    pub(crate) fn extent(&mut self, place: Place, node: NodeId) -> i32 {
        let windows = self.windows();
        windows
            .iter()
            .find(|window| window.place == place)
            .map_or(0, |window| window.layout.extent(node))
    }

    /// Whether there is anything to scroll in a view of a window that was laid out.
    pub(crate) fn can_scroll(&self, place: Place, node: NodeId) -> bool {
        self.surface(place).is_some_and(|surface| {
            surface.page.node(node).scrolls() && surface.last_extent(node) > 0
        })
    }

    /// Scrolls by so many pixels; answers how many were taken.
    pub(crate) fn scroll_by(&mut self, place: Place, node: NodeId, by: i32) -> i32 {
        let extent = self.extent(place, node);
        let Some(surface) = self.surface_mut(place) else {
            return 0;
        };
        let before = surface.scroll(node);
        let after = before.saturating_add(by).clamp(0, extent);
        if after == before {
            return 0;
        }
        surface.view(node).scroll = after;
        self.event();
        if after == extent {
            self.handle(
                Spot {
                    place,
                    node: Some(node),
                },
                |on| &on.end,
            );
        }
        after - before
    }

    pub(crate) fn scroll_to_row(&mut self, place: Place, node: NodeId, row: u32) {
        self.changed();
        let windows = self.windows();
        let Some(window) = windows.iter().find(|window| window.place == place) else {
            return;
        };
        let Some(surface) = self.surface_mut(place) else {
            return;
        };
        let page = std::sync::Arc::clone(&surface.page);
        let mut rows = page
            .children(node)
            .filter(|child| window.layout.rect(*child).is_some());
        let Some(target) = usize::try_from(row).ok().and_then(|row| rows.nth(row)) else {
            return;
        };
        let (Some(list), Some(rect)) = (window.layout.rect(node), window.layout.rect(target))
        else {
            return;
        };
        let wanted = if page.node(node).scrolls_sideways() {
            rect.left - list.left
        } else {
            rect.top - list.top
        };
        surface.view(node).scroll = wanted.clamp(0, window.layout.extent(node));
        self.event();
    }

    /// A finger let go at a speed in pixels per second.
    pub(crate) fn start_fling(&mut self, place: Place, node: NodeId, speed: f64) {
        let density = f64::from(self.density()) / 160.0;
        let fast = speed.abs().min(FASTEST * density);
        if fast < SLOWEST * density {
            return;
        }
        let rubs = FRICTION * GRAVITY * density * 160.0;
        let bend = (INFLEXION * fast / rubs).ln();
        let distance = rubs * (DECELERATION / (DECELERATION - 1.0) * bend).exp();
        let seconds = (bend / (DECELERATION - 1.0)).exp();
        let Some(surface) = self.surface(place) else {
            return;
        };
        self.fling = Some(Fling {
            place,
            node,
            started: self.now,
            lasts: Duration::from_secs_f64(seconds.clamp(0.001, 10.0)),
            from: surface.scroll(node),
            distance: distance * speed.signum(),
        });
    }

    /// A finger on the glass stops what moves.
    pub(crate) fn stop_fling(&mut self) -> bool {
        self.fling.take().is_some()
    }

    /// Moves the list that is flung to where it is at a moment.
    pub(crate) fn advance_fling(&mut self, now: Duration) {
        let Some(fling) = self.fling.take() else {
            return;
        };
        let passed = now.saturating_sub(fling.started);
        let part = (passed.as_secs_f64() / fling.lasts.as_secs_f64()).min(1.0);
        let wanted =
            f64::from(fling.from) + fling.distance * (1.0 - (1.0 - part).powf(DECELERATION));
        let Some(surface) = self.surface(fling.place) else {
            return;
        };
        let by = whole(wanted) - surface.scroll(fling.node);
        let end = fling.started.saturating_add(fling.lasts);
        let lived = self.now;
        self.now = now.min(end).max(lived);
        let (place, node) = (fling.place, fling.node);
        // Put back before anything runs, so that an effect that leaves the page finds and drops it.
        self.fling = Some(fling);
        let taken = if by == 0 {
            0
        } else {
            self.scroll_by(place, node, by)
        };
        self.event();
        self.now = lived;
        if taken != by || now >= end {
            self.fling = None;
        }
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "a float cast saturates and scroll positions are clamped after it"
)]
fn whole(value: f64) -> i32 {
    value.round() as i32
}
