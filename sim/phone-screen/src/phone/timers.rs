//! Time: what is due, what moves, and when the phone is at rest.

use std::sync::Arc;
use std::time::Duration;

use super::{Phone, Place, Spot};
use crate::history::ScreenEvent;
use crate::page::NodeId;
use crate::scene::{Effect, MAX_EFFECTS, MAX_TIMERS};

/// Something that is due.
#[derive(Debug)]
pub(crate) struct Timer {
    pub(crate) job: Job,
}

/// What is due.
#[derive(Debug, PartialEq)]
pub(crate) enum Job {
    /// Effects of a scene.
    Effects {
        spot: Spot,
        effects: Arc<[Effect]>,
        name: Option<String>,
    },
    /// The touch with this number has lasted long enough.
    LongPress(u64),
    HideSnackbar(u32),
    HideToast,
    /// An app has not answered for five seconds.
    NotResponding(usize),
}

/// A view that moves by itself.
#[derive(Debug)]
pub(crate) struct Animation {
    spot: Spot,
    started: Duration,
    every: Duration,
    until: Option<Duration>,
}

/// How many due timers one call lives through; a timer that sets itself again cannot hold the phone.
const MAX_DUE: usize = 10_000;
/// How often something that moves is drawn.
const FRAME: Duration = Duration::from_millis(16);
/// How many views may move at one time.
const MAX_ANIMATIONS: usize = 64;

impl Phone {
    /// Lives through everything that was due up to `now`.
    pub(crate) fn settle(&mut self, now: Duration) {
        let now = now.max(self.now);
        for _ in 0..MAX_DUE {
            let Some((due, _)) = self.timers.first_key_value().map(|(key, _)| *key) else {
                break;
            };
            if due > now {
                break;
            }
            let Some((_, timer)) = self.timers.pop_first() else {
                break;
            };
            self.advance_movement(due);
            self.now = due.max(self.now);
            self.perform(timer.job);
        }
        self.advance_movement(now);
        self.now = now;
        let (wall, since) = self.wall_set;
        let before = self.facts.wall.as_secs() / 60;
        self.facts.wall = wall.saturating_add(now.saturating_sub(since));
        if self.facts.wall.as_secs() / 60 != before {
            // Another time may be wider; a clock that ticks is no event.
            self.version = self.version.wrapping_add(1);
        }
    }

    /// Moves the wall clock without moving time.
    pub(crate) fn set_wall_clock(&mut self, wall: Duration) {
        self.wall_set = (wall, self.now);
        self.facts.wall = wall;
        self.changed();
    }

    pub(crate) fn schedule(&mut self, after: Duration, job: Job) {
        if self.timers.len() >= MAX_TIMERS {
            return;
        }
        let number = self.next_timer;
        self.next_timer = number.wrapping_add(1);
        self.timers
            .insert((self.now.saturating_add(after), number), Timer { job });
    }

    pub(crate) fn cancel_timers(&mut self, matches: impl Fn(&Job) -> bool) {
        self.timers.retain(|_, timer| !matches(&timer.job));
    }

    pub(crate) fn animate(
        &mut self,
        place: Place,
        node: NodeId,
        every: Duration,
        lasts: Option<Duration>,
    ) {
        self.stop_animation(place, node);
        if self.animations.len() >= MAX_ANIMATIONS {
            return;
        }
        let until = lasts.map(|lasts| self.now.saturating_add(lasts));
        let every = every.max(Duration::from_millis(1));
        self.animations.push(Animation {
            spot: Spot {
                place,
                node: Some(node),
            },
            started: self.now,
            every,
            until,
        });
        self.event();
    }

    pub(crate) fn stop_animation(&mut self, place: Place, node: NodeId) {
        self.animations.retain(|animation| {
            animation.spot
                != Spot {
                    place,
                    node: Some(node),
                }
        });
    }

    /// How far a movement has come: steps since it started, for whoever draws it.
    pub(crate) fn animation_step(&self, place: Place, node: NodeId) -> Option<u128> {
        let spot = Spot {
            place,
            node: Some(node),
        };
        let animation = self
            .animations
            .iter()
            .find(|animation| animation.spot == spot)?;
        let passed = self.now.saturating_sub(animation.started);
        Some(passed.as_nanos() / animation.every.as_nanos().max(1))
    }

    /// When something will happen by itself next.
    pub(crate) fn next_due(&self) -> Option<Duration> {
        let timer = self.timers.first_key_value().map(|((due, _), _)| *due);
        let frame = self.fling.as_ref().map(|_| self.now + FRAME);
        let moves = self.animations.iter().filter_map(|animation| {
            let step = animation.every.max(FRAME);
            let next = self.now.saturating_add(step);
            animation
                .until
                .is_none_or(|until| until > self.now)
                .then_some(next)
        });
        moves.chain(timer).chain(frame).min()
    }

    /// Whether nothing has happened for `quiet`.
    pub(crate) fn is_quiet(&self, quiet: Duration) -> bool {
        !self.faults.never_idle && self.now.saturating_sub(self.last_event) >= quiet
    }

    fn perform(&mut self, job: Job) {
        self.budget = MAX_EFFECTS;
        match job {
            Job::Effects { spot, effects, .. } => {
                if self.surface(spot.place).is_some() {
                    self.run(spot, &effects);
                }
            }
            Job::LongPress(touch) => self.long_press(touch),
            Job::HideSnackbar(record) => self.hide_snackbar(record),
            Job::HideToast => self.toast = None,
            Job::NotResponding(app) => {
                let hangs = self
                    .apps
                    .get(&app)
                    .and_then(|state| state.hangs_until)
                    .is_some_and(|until| until > self.now);
                if hangs {
                    self.not_responding(app);
                }
            }
        }
    }

    /// Flings and animations up to a moment.
    fn advance_movement(&mut self, now: Duration) {
        self.advance_fling(now);
        if self.animations.is_empty() {
            return;
        }
        let front = self.top().map(|record| record.number);
        let in_sight = self.awake && self.locked.is_none();
        let mut last = None;
        let mut gone = Vec::new();
        for (index, animation) in self.animations.iter().enumerate() {
            if self.surface(animation.spot.place).is_none() {
                gone.push(index);
                continue;
            }
            let shown = match animation.spot.place {
                Place::Activity(record) | Place::Dialog(record, _) => Some(record) == front,
                _ => true,
            };
            let end = animation.until.map_or(now, |until| until.min(now));
            if shown && in_sight && end > self.now {
                let steps = end.saturating_sub(animation.started).as_nanos()
                    / animation.every.as_nanos().max(1);
                let nanos = steps.saturating_mul(animation.every.as_nanos());
                // Five hundred years are enough for a phone that is on.
                let tick = animation.started
                    + Duration::from_nanos(u64::try_from(nanos).unwrap_or(u64::MAX));
                last = last.max(Some(tick));
            }
            if animation.until.is_some_and(|until| until <= now) {
                gone.push(index);
            }
        }
        for index in gone.into_iter().rev() {
            self.animations.remove(index);
        }
        if let Some(tick) = last.filter(|tick| *tick > self.last_event) {
            self.event_at(tick);
        }
    }

    /// An app's main thread hangs for a while.
    pub(crate) fn hang(&mut self, app: usize, lasts: Duration) {
        self.app_state(app).hangs_until = Some(self.now.saturating_add(lasts));
    }

    /// Whether the app of a window hangs. Windows of the system do not.
    pub(crate) fn is_hanging(&self, place: Place) -> bool {
        let Some(record) = super::effects::record_of(place).and_then(|number| self.record(number))
        else {
            return false;
        };
        self.apps
            .get(&record.app)
            .and_then(|state| state.hangs_until)
            .is_some_and(|until| until > self.now)
    }

    /// Until when the app that gets the input hangs.
    pub(crate) fn input_hangs_until(&self) -> Option<(usize, Duration)> {
        if !self.system.is_empty() || self.shade.is_some() || self.locked.is_some() || !self.awake {
            return None;
        }
        let app = self.top()?.app;
        let until = self.apps.get(&app)?.hangs_until?;
        (until > self.now).then_some((app, until))
    }

    /// Input waits for an app that hangs: after five seconds the system says so.
    pub(crate) fn input_waits(&mut self, app: usize) {
        let job = Job::NotResponding(app);
        if !self.timers.values().any(|timer| timer.job == job) {
            self.schedule(NOT_RESPONDING, job);
        }
    }

    pub(crate) fn not_responding(&mut self, app: usize) {
        let Some(package) = self
            .scenes
            .apps
            .get(app)
            .map(|entry| entry.package.to_string())
        else {
            return;
        };
        self.happened(ScreenEvent::NotResponding { package });
        self.show_system_dialog("anr", app);
    }
}

/// How long the system waits for an app to take its input.
pub(crate) const NOT_RESPONDING: Duration = Duration::from_secs(5);
