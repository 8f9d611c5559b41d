//! Touches: which view gets them, and what they turn out to be.

use std::collections::VecDeque;
use std::time::Duration;

use super::pinch::Pair;
use super::timers::Job;
use super::{Phone, Place, Reach, Seen, Spot};
use crate::font::round;
use crate::history::ScreenEvent;
use crate::page::{Flags, Node, NodeId};
use crate::scene::{Effect, Handlers, MAX_EFFECTS, ViewKind};

/// A finger on the glass.
#[derive(Debug)]
pub(crate) struct Touch {
    pub(super) number: u64,
    start: (f32, f32),
    pub(super) last: (f32, f32),
    /// Where it was lately, for its speed.
    samples: VecDeque<(Duration, f32, f32)>,
    window: Option<Place>,
    /// Whether it went down beside a modal window.
    outside: bool,
    target: Option<(Place, NodeId)>,
    /// Every view under the finger, the innermost first.
    pub(super) under: Vec<(Place, NodeId)>,
    pub(super) phase: Phase,
    /// Where both fingers went down, of which this one is the first.
    pub(super) pair: Option<Pair>,
}

/// What a touch is so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Phase {
    Pressed,
    /// Too far for a tap; nothing scrolls.
    Moved,
    Scrolling {
        down: bool,
    },
    Sliding,
    LongPressed,
    Dragging,
    Pinching,
    Done,
}

/// Distances in dp.
const SLOP: i32 = 8;
const SWIPE: i32 = 48;
/// Times of the platform.
const LONG_PRESS: Duration = Duration::from_millis(500);
const SPEED_WINDOW: Duration = Duration::from_millis(100);
const STOPPED: Duration = Duration::from_millis(40);
const SAMPLES: usize = 32;

impl Phone {
    /// A finger goes down; answers the touch's number.
    pub(crate) fn finger_down(&mut self, x: f32, y: f32) -> u64 {
        self.budget = MAX_EFFECTS;
        let number = self.next_touch;
        self.next_touch = number.wrapping_add(1);
        self.cancel_timers(|job| matches!(job, Job::LongPress(_)));
        self.last_point = (round(x), round(y));
        let caught = self.stop_fling();
        let mut touch = Touch {
            number,
            start: (x, y),
            last: (x, y),
            samples: VecDeque::from([(self.now, x, y)]),
            window: None,
            outside: false,
            target: None,
            under: Vec::new(),
            phase: if self.awake {
                Phase::Pressed
            } else {
                Phase::Done
            },
            pair: None,
        };
        if self.faults.lose_taps > 0 {
            self.faults.lose_taps -= 1;
            self.happened(ScreenEvent::Lost);
            touch.phase = Phase::Done;
        }
        if touch.phase == Phase::Pressed {
            self.aim(&mut touch);
        }
        // A finger that catches a moving list is no tap.
        if caught && touch.phase == Phase::Pressed {
            touch.target = None;
        }
        self.touch = Some(touch);
        number
    }

    /// Finds what is under the finger.
    fn aim(&mut self, touch: &mut Touch) {
        let (x, y) = self.last_point;
        let windows = self.windows();
        let Some(window) = Self::touched(&windows, (x, y)) else {
            return;
        };
        touch.window = Some(window.place);
        if !window.bounds.contains(x, y) {
            touch.outside = true;
            return;
        }
        let seen = self.see(window, Reach::Everything);
        touch.under = seen
            .iter()
            .rev()
            .filter(|seen| seen.bounds.contains(x, y))
            .map(|seen| (seen.place, seen.node))
            .collect();
        let target = seen
            .iter()
            .rev()
            .find(|seen| seen.bounds.contains(x, y) && self.takes_touch(seen));
        // What scrolls takes a finger too, also one that only taps: nothing below or around it is pressed.
        let Some(target) = target.copied().filter(|seen| !self.only_scrolls(seen)) else {
            return;
        };
        touch.target = Some((target.place, target.node));
        let Some(sight) = self.sight(target.place) else {
            return;
        };
        let node = sight.page.node(target.node);
        let enabled = sight.enabled(target.node);
        if node.kind == ViewKind::Slider && enabled {
            touch.phase = Phase::Sliding;
        } else if enabled && (node.is(Flags::LONG_CLICKABLE) || node.is(Flags::DRAGGABLE)) {
            self.schedule(LONG_PRESS, Job::LongPress(touch.number));
        }
    }

    fn takes_touch(&self, seen: &Seen) -> bool {
        let takes = |node: &Node| {
            node.is(Flags::CLICKABLE)
                || node.is(Flags::LONG_CLICKABLE)
                || node.is(Flags::DRAGGABLE)
                || matches!(
                    node.kind,
                    ViewKind::Slider | ViewKind::Field | ViewKind::Web
                )
                || node.scrolls()
        };
        self.surface(seen.place)
            .is_some_and(|surface| takes(surface.page.node(seen.node)))
    }

    /// Whether a view takes fingers and does nothing with a tap.
    fn only_scrolls(&self, seen: &Seen) -> bool {
        const DOES: [Flags; 3] = [Flags::CLICKABLE, Flags::LONG_CLICKABLE, Flags::DRAGGABLE];
        self.surface(seen.place).is_some_and(|surface| {
            let node = surface.page.node(seen.node);
            let does = DOES.iter().any(|flag| node.is(*flag));
            !does && !matches!(node.kind, ViewKind::Slider | ViewKind::Field)
        })
    }

    pub(crate) fn finger_move(&mut self, number: u64, x: f32, y: f32) {
        self.budget = MAX_EFFECTS;
        let Some(mut touch) = self.touch.take_if(|touch| touch.number == number) else {
            return;
        };
        if touch.samples.len() >= SAMPLES {
            touch.samples.pop_front();
        }
        touch.samples.push_back((self.now, x, y));
        let (last_x, last_y) = std::mem::replace(&mut touch.last, (x, y));
        let (far_x, far_y) = (x - touch.start.0, y - touch.start.1);
        let slop = self.px(SLOP);
        let beyond = round(far_x.abs().max(far_y.abs())) > slop;
        let mut by = (round(last_x) - round(x), round(last_y) - round(y));
        if touch.phase == Phase::Pressed && beyond {
            let down = far_y.abs() >= far_x.abs();
            self.cancel_timers(|job| *job == Job::LongPress(number));
            touch.phase = if self.scrollers(&touch, down).is_empty() {
                Phase::Moved
            } else {
                Phase::Scrolling { down }
            };
            // The first pixels only tell that it is no tap.
            let rest = |far: f32| -(round(far) - round(far).signum() * slop);
            by = (rest(far_x), rest(far_y));
        }
        let phase = touch.phase;
        let moves = match phase {
            Phase::Scrolling { down } => self.scrollers(&touch, down),
            _ => Vec::new(),
        };
        let target = touch.target;
        self.touch = Some(touch);
        match phase {
            Phase::Scrolling { down } => {
                let mut left = if down { by.1 } else { by.0 };
                for (place, node) in moves {
                    left -= self.scroll_by(place, node, left);
                }
            }
            Phase::Sliding => {
                if let Some((place, node)) = target {
                    self.slide(place, node, x);
                }
            }
            Phase::LongPressed if beyond => {
                let draggable =
                    target.is_some_and(|(place, node)| self.node_is(place, node, Flags::DRAGGABLE));
                if let Some(touch) = self.touch.as_mut().filter(|_| draggable) {
                    touch.phase = Phase::Dragging;
                }
            }
            Phase::Pressed
            | Phase::Moved
            | Phase::LongPressed
            | Phase::Dragging
            | Phase::Pinching
            | Phase::Done => {}
        }
    }

    /// The finger goes up.
    pub(crate) fn finger_up(&mut self, number: u64, x: f32, y: f32) {
        self.finger_move(number, x, y);
        let Some(touch) = self.touch.take_if(|touch| touch.number == number) else {
            return;
        };
        self.cancel_timers(|job| *job == Job::LongPress(number));
        self.last_point = (round(x), round(y));
        match touch.phase {
            Phase::Pressed => self.tap(&touch),
            Phase::Sliding => {
                if let Some((place, node)) = touch.target {
                    self.slide(place, node, x);
                    self.handle(
                        Spot {
                            place,
                            node: Some(node),
                        },
                        |on| &on.change,
                    );
                }
            }
            Phase::Scrolling { down } => {
                let speed = self.speed(&touch, down);
                let scroller = self.scrollers(&touch, down).first().copied();
                if let Some((place, node)) = scroller {
                    let name = self.view_name(place, node);
                    self.happened(ScreenEvent::Scrolled(name));
                    self.start_fling(place, node, speed);
                }
            }
            Phase::Dragging => self.drop_on(&touch),
            Phase::Moved => self.swiped(&touch),
            Phase::LongPressed | Phase::Pinching | Phase::Done => {}
        }
    }

    /// The gesture is given up.
    pub(crate) fn finger_cancel(&mut self, number: u64) {
        self.cancel_timers(|job| *job == Job::LongPress(number));
        self.touch.take_if(|touch| touch.number == number);
    }

    /// The number of the finger that is down.
    pub(crate) fn finger(&self) -> Option<u64> {
        self.touch.as_ref().map(|touch| touch.number)
    }

    fn tap(&mut self, touch: &Touch) {
        if touch.outside {
            if let Some(Place::Dialog(record, _)) = touch.window {
                self.cancel_dialog(record);
            }
            return;
        }
        if let Some((place, node)) = touch.target {
            self.click(place, node);
        } else {
            let (x, y) = self.last_point;
            self.happened(ScreenEvent::Missed { x, y });
        }
    }

    /// The touch with this number has lasted for half a second.
    pub(crate) fn long_press(&mut self, number: u64) {
        let Some(touch) = self
            .touch
            .as_mut()
            .filter(|touch| touch.number == number && touch.phase == Phase::Pressed)
        else {
            return;
        };
        touch.phase = Phase::LongPressed;
        let Some((place, node)) = touch.target else {
            return;
        };
        let name = self.view_name(place, node);
        self.happened(ScreenEvent::LongPressed(name));
        self.event();
        if self
            .surface(place)
            .is_some_and(|surface| surface.page.node(node).kind == ViewKind::Field)
        {
            self.focus(place, node);
        }
        self.handle(
            Spot {
                place,
                node: Some(node),
            },
            |on| &on.long_tap,
        );
    }

    fn drop_on(&mut self, touch: &Touch) {
        let Some((place, node)) = touch.target else {
            return;
        };
        let from = self.view_name(place, node);
        let (x, y) = self.last_point;
        let windows = self.windows();
        let window = windows
            .iter()
            .rev()
            .find(|window| window.bounds.contains(x, y));
        let seen = window
            .map(|window| self.see(window, Reach::Everything))
            // Outside of every window nothing is dropped on.
            .unwrap_or_default();
        let listens = |seen: &&Seen| {
            let spot = Spot {
                place: seen.place,
                node: Some(seen.node),
            };
            seen.bounds.contains(x, y)
                && self
                    .handler(spot, |on| &on.drop)
                    .is_some_and(|effects| !effects.is_empty())
        };
        let onto = seen
            .iter()
            .rev()
            .find(listens)
            .map(|seen| (seen.place, seen.node));
        let name = onto.map(|(place, node)| self.view_name(place, node));
        self.happened(ScreenEvent::Dropped { from, onto: name });
        self.event();
        if let Some((place, node)) = onto {
            self.handle(
                Spot {
                    place,
                    node: Some(node),
                },
                |on| &on.drop,
            );
        }
    }

    /// A finger moved over something that does not scroll.
    fn swiped(&mut self, touch: &Touch) {
        let (x, y) = (touch.last.0 - touch.start.0, touch.last.1 - touch.start.1);
        if round(x.abs().max(y.abs())) < self.px(SWIPE) {
            return;
        }
        let pick: fn(&Handlers) -> &Vec<Effect> = match (y.abs() >= x.abs(), x > 0.0, y > 0.0) {
            (true, _, false) => |on| &on.swipe_up,
            (true, _, true) => |on| &on.swipe_down,
            (false, false, _) => |on| &on.swipe_left,
            (false, true, _) => |on| &on.swipe_right,
        };
        for (place, node) in &touch.under {
            let spot = Spot {
                place: *place,
                node: Some(*node),
            };
            if self
                .handler(spot, pick)
                .is_some_and(|effects| !effects.is_empty())
            {
                return self.handle(spot, pick);
            }
        }
    }

    /// The scrollers under a finger along an axis, the innermost first.
    fn scrollers(&self, touch: &Touch, down: bool) -> Vec<(Place, NodeId)> {
        let scrolls = |(place, node): &&(Place, NodeId)| {
            self.surface(*place).is_some_and(|surface| {
                let node = surface.page.node(*node);
                if down {
                    node.scrolls_down()
                } else {
                    node.scrolls_sideways()
                }
            })
        };
        touch.under.iter().filter(scrolls).copied().collect()
    }

    /// How fast the finger was at the end, in pixels of scrolling per second.
    fn speed(&self, touch: &Touch, down: bool) -> f64 {
        let Some((last, x, y)) = touch.samples.back() else {
            return 0.0;
        };
        if self.now.saturating_sub(*last) > STOPPED {
            return 0.0;
        }
        let recent = touch
            .samples
            .iter()
            .find(|(at, ..)| last.saturating_sub(*at) <= SPEED_WINDOW);
        let Some((first, from_x, from_y)) = recent else {
            return 0.0;
        };
        let seconds = last.saturating_sub(*first).as_secs_f64();
        let moved = if down { from_y - y } else { from_x - x };
        if seconds > 0.0 {
            f64::from(moved) / seconds
        } else {
            0.0
        }
    }

    fn node_is(&self, place: Place, node: NodeId, flag: Flags) -> bool {
        self.surface(place)
            .is_some_and(|surface| surface.page.node(node).is(flag))
    }
}
