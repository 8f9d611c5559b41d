//! The scripted screen as a program sees it that holds the automation.

use std::time::Duration;

use async_trait::async_trait;

use crate::accessibility::{Accessibility, AccessibleTree, FingerPoint, NodeRefused, Toasted};
use crate::clock::ScreenClock;
use crate::injection::Injection;
use crate::screen::{InjectRefused, InputGesture, Screen};
use crate::scripted::{Finger, MAX_GESTURE, ScriptedScreen, sane};

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
        for (number, point, step) in steps(fingers) {
            let moment = start.saturating_add(point.after.min(MAX_GESTURE));
            if moment > start {
                self.clock().sleep_until(moment).await;
            }
            let at = sane(point.at);
            match (step, &down) {
                (Step::Down, None) => down = Some((number, self.put_down(at))),
                (Step::Move, Some((first, finger))) if *first == number => {
                    self.live().finger_move(finger.number(), at.x, at.y);
                }
                (Step::Up, Some((first, _))) if *first == number => {
                    if let Some((_, finger)) = down.take() {
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
