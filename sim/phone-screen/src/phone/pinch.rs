//! Two fingers on one view: how far apart they are at last, and how far they have turned.

use super::timers::Job;
use super::touch::Phase;
use super::{Phone, Place, Reach, Spot};
use crate::font::round;
use crate::history::ScreenEvent;
use crate::page::NodeId;

/// The second finger of a touch, and where both were when it went down.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pair {
    on: (Place, NodeId),
    first: (f32, f32),
    second: (f32, f32),
    /// Where the second one is by now.
    last: (f32, f32),
}

impl Phone {
    /// A second finger goes down while the one of this touch is there. A view that both are on and that does something with
    /// two fingers takes them; where none does, the first finger goes on alone.
    pub(crate) fn finger_joins(&mut self, number: u64, x: f32, y: f32) {
        let Some(touch) = self.touch.as_ref().filter(|touch| touch.number == number) else {
            return;
        };
        if !matches!(touch.phase, Phase::Pressed | Phase::Moved | Phase::Sliding) {
            return;
        }
        let (first, under) = (touch.last, touch.under.clone());
        let at = (round(x), round(y));
        let windows = self.windows();
        let Some(window) = Self::touched(&windows, at) else {
            return;
        };
        let seen = self.see(window, Reach::Everything);
        let is_under = |(place, node): &(Place, NodeId)| {
            seen.iter().any(|seen| {
                (seen.place, seen.node) == (*place, *node) && seen.bounds.contains(at.0, at.1)
            })
        };
        let takes = |(place, node): &&(Place, NodeId)| {
            let spot = Spot {
                place: *place,
                node: Some(*node),
            };
            is_under(&(*place, *node))
                && self
                    .handler(spot, |on| &on.pinch)
                    .is_some_and(|effects| !effects.is_empty())
        };
        let Some(on) = under.iter().find(takes).copied() else {
            return;
        };
        self.cancel_timers(|job| *job == Job::LongPress(number));
        if let Some(touch) = &mut self.touch {
            touch.phase = Phase::Pinching;
            touch.pair = Some(Pair {
                on,
                first,
                second: (x, y),
                last: (x, y),
            });
        }
    }

    /// The second finger of a touch moves.
    pub(crate) fn second_moves(&mut self, number: u64, x: f32, y: f32) {
        let touch = self.touch.as_mut().filter(|touch| touch.number == number);
        if let Some(pair) = touch.and_then(|touch| touch.pair.as_mut()) {
            pair.last = (x, y);
        }
    }

    /// One of two fingers goes up, and with it what both did ends. The other one does nothing more.
    pub(crate) fn pinch_ends(&mut self, number: u64) {
        let touch = self.touch.as_mut().filter(|touch| touch.number == number);
        let Some(touch) = touch.filter(|touch| touch.phase == Phase::Pinching) else {
            return;
        };
        touch.phase = Phase::Done;
        let last = touch.last;
        let Some(pair) = touch.pair.take() else {
            return;
        };
        let before = Span::between(pair.first, pair.second);
        let after = Span::between(last, pair.last);
        let (place, node) = pair.on;
        let percent = round(after.distance / before.distance.max(1.0) * 100.0);
        let degrees = round(after.turned_since(before));
        let view = self.view_name(place, node);
        self.happened(ScreenEvent::Pinched {
            view,
            percent,
            degrees,
        });
        self.event();
        if let Some(app) = self.app_of(place) {
            self.set_var(app, "pinch_percent", percent.to_string());
            self.set_var(app, "pinch_degrees", degrees.to_string());
        }
        let spot = Spot {
            place,
            node: Some(node),
        };
        self.handle(spot, |on| &on.pinch);
    }
}

/// How two fingers lie to each other.
#[derive(Debug, Clone, Copy)]
struct Span {
    distance: f32,
    /// Clockwise from the right, in degrees.
    angle: f32,
}

impl Span {
    fn between(first: (f32, f32), second: (f32, f32)) -> Self {
        let (across, down) = (second.0 - first.0, second.1 - first.1);
        Self {
            distance: across.hypot(down),
            angle: down.atan2(across).to_degrees(),
        }
    }

    /// By how many degrees it was turned, the short way round.
    fn turned_since(self, before: Self) -> f32 {
        let turned = self.angle - before.angle;
        if turned > 180.0 {
            turned - 360.0
        } else if turned <= -180.0 {
            turned + 360.0
        } else {
            turned
        }
    }
}
