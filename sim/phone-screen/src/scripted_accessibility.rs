//! The scripted screen as a program sees it that holds the automation.

use std::time::Duration;

use async_trait::async_trait;

use crate::accessibility::{Accessibility, AccessibleTree, FingerPoint, NodeRefused, Toasted};
use crate::clock::ScreenClock;
use crate::injection::Injection;
use crate::sane::sane;
use crate::screen::{InjectRefused, InputGesture, Screen, TouchPoint};
use crate::scripted::{Finger, MAX_GESTURE, ScriptedScreen};

/// The key that pastes.
const PASTE: u32 = 279;

#[async_trait]
impl Accessibility for ScriptedScreen {
    fn tree(&self) -> AccessibleTree {
        let mut phone = self.live();
        match phone.stale_views() {
            Some(tree) => tree,
            None => phone.accessible_tree(),
        }
    }

    fn events(&self) -> u64 {
        self.live().events
    }

    async fn more_events(&self, than: u64) -> u64 {
        loop {
            let (events, next, mut notice) = {
                let phone = self.live();
                (phone.events, phone.next_due(), phone.notice.subscribe())
            };
            if events != than {
                return events;
            }
            let due = async {
                match next {
                    Some(moment) => self.clock().reached(moment).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                () = due => {}
                // The sender lives as long as `self`, so this cannot fail.
                _ = notice.changed() => {}
            }
        }
    }

    fn toasts(&self) -> Vec<Toasted> {
        self.live().toasted.iter().cloned().collect()
    }

    fn clip(&self) -> String {
        self.live().clipboard().to_owned()
    }

    fn set_clip(&self, text: &str) {
        self.live().set_clipboard(text);
    }

    fn clock(&self) -> &ScreenClock {
        Self::clock(self)
    }

    async fn touch(&self, fingers: &[Vec<FingerPoint>]) -> Result<(), InjectRefused> {
        if let [points] = fingers
            && let Some(gesture) = simple(points)
        {
            return self.gesture(gesture).await;
        }
        self.before_input(Injection::touch(fingers)).await?;
        let start = self.live().now;
        let mut down: Option<(usize, Finger<'_>)> = None;
        // The finger that came to the first one; what others do is not followed.
        let mut second: Option<usize> = None;
        for (number, point, step) in steps(fingers) {
            let moment = start.saturating_add(point.after.min(MAX_GESTURE));
            if moment > start {
                self.clock().sleep_until(moment).await;
            }
            let at = sane(point.at);
            match (step, &down) {
                (Step::Down, None) => down = Some((number, self.put_down(at))),
                (Step::Down, Some((_, finger))) if second.is_none() => {
                    second = Some(number);
                    self.live().finger_joins(finger.number(), at.x, at.y);
                }
                (Step::Move, Some((first, finger))) if *first == number => {
                    self.live().finger_move(finger.number(), at.x, at.y);
                }
                (Step::Move, Some((_, finger))) if second == Some(number) => {
                    self.live().second_moves(finger.number(), at.x, at.y);
                }
                (Step::Up, Some((first, finger))) if *first == number || second == Some(number) => {
                    if let Some(second) = second.and_then(|second| fingers.get(second)) {
                        // Both are where they are at this moment, also between the points that were given.
                        let own = fingers
                            .get(*first)
                            .map_or(at, |own| sane(where_at(own, point.after)));
                        let its = sane(where_at(second, point.after));
                        let mut phone = self.live();
                        phone.finger_move(finger.number(), own.x, own.y);
                        phone.second_moves(finger.number(), its.x, its.y);
                        phone.pinch_ends(finger.number());
                    }
                    if *first == number
                        && let Some((_, finger)) = down.take()
                    {
                        finger.lift(at);
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    async fn chord(&self, codes: &[u32]) -> Result<(), InjectRefused> {
        self.key_combination(codes).await
    }

    async fn paste(&self, text: &str) -> Result<(), InjectRefused> {
        self.before_input(Injection::keys(&[PASTE])).await?;
        self.live().paste_text(text);
        Ok(())
    }

    async fn set_text(&self, field: Option<u64>, text: &str) -> Result<(), NodeRefused> {
        self.before_act(Injection::set_text(field, text)).await;
        self.live().replace_text(field, text)
    }

    async fn perform(&self, identity: u64, action: u32) -> Result<(), NodeRefused> {
        self.before_act(Injection::NodeAction { identity, action })
            .await;
        self.remember_tree();
        self.live().perform_action(identity, action)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Step {
    Down,
    Move,
    Up,
}

/// What a finger does one after another.
fn steps(fingers: &[Vec<FingerPoint>]) -> Vec<(usize, FingerPoint, Step)> {
    let mut steps = Vec::new();
    for (number, points) in fingers.iter().enumerate() {
        for (place, point) in points.iter().enumerate() {
            if place == 0 {
                steps.push((number, *point, Step::Down));
            }
            if place + 1 == points.len() {
                steps.push((number, *point, Step::Up));
            } else if place > 0 {
                steps.push((number, *point, Step::Move));
            }
        }
    }
    // The order of each finger's own steps stays as it is.
    steps.sort_by_key(|(_, point, _)| point.after);
    steps
}

/// Where a finger is so long after the touch began: between two points on the straight line from one to the other.
fn where_at(points: &[FingerPoint], after: Duration) -> TouchPoint {
    let pair = points.windows(2).find_map(|pair| match pair {
        [from, to] if (from.after..to.after).contains(&after) => Some((from, to)),
        _ => None,
    });
    let Some((from, to)) = pair else {
        let last = points.last().filter(|last| last.after <= after);
        let point = last.or_else(|| points.first());
        return point.map_or(TouchPoint { x: 0.0, y: 0.0 }, |point| point.at);
    };
    let whole = to.after.saturating_sub(from.after).as_secs_f32();
    let share = after.saturating_sub(from.after).as_secs_f32() / whole;
    TouchPoint {
        x: from.at.x + (to.at.x - from.at.x) * share,
        y: from.at.y + (to.at.y - from.at.y) * share,
    }
}

/// A finger's way as the gesture that `input` knows, where there is one.
fn simple(points: &[FingerPoint]) -> Option<InputGesture> {
    match *points {
        [point] if point.after.is_zero() => Some(InputGesture::Tap(point.at)),
        [from, to] if from.after == Duration::ZERO => Some(InputGesture::Swipe {
            from: from.at,
            to: to.at,
            duration: to.after,
        }),
        _ => None,
    }
}
