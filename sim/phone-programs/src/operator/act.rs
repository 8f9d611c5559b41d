//! Acts of the Operator: the same injection that `input` uses, and actions on views.

use std::time::Duration;

use clawperator_operator_protocol::{Act, Finger, Outcome, Way};
use clawperator_phone_operator::Did;
use clawperator_phone_screen::{
    Accessibility, FingerPoint, InjectRefused, KeyPress, MotionAction, NodeRefused, Screen,
    ScreenState, TouchPoint, Wakefulness,
};

use super::phone::ScreenOperator;
use super::text;
use crate::dumpsys::display::logical_size;
use crate::faults::Switch;
use crate::input::can_type;

const POWER: u32 = 26;
const SHIFT: u32 = 59;
const ALT: u32 = 57;
const CONTROL: u32 = 113;
const WAKE_UP: u32 = 224;
/// Nobody listens to it.
const NO_KEY: u32 = 0;
/// Meta states, and the key that is held for each.
const META: [(u32, u32); 3] = [(0x1, SHIFT), (0x2, ALT), (0x1000, CONTROL)];
/// From when on a held key counts as a long press.
const LONG_PRESS: u32 = 500;
/// How long a touch may take.
const LONGEST_TOUCH: u32 = 120_000;

/// Does an act.
pub(super) async fn perform(phone: &ScreenOperator, act: &Act) -> Did {
    let faults = phone.framework.phone.faults();
    if faults.has(Switch::FrameworkDown) {
        return refused("FAILED", "the system server is not running");
    }
    let screen = &*phone.framework.screen;
    let wakes = matches!(
        act,
        Act::Wake
            | Act::Key {
                code: WAKE_UP | POWER,
                ..
            }
    );
    let needs_no_light = matches!(act, Act::Clip { .. });
    if !wakes && !needs_no_light && screen.state().await.wakefulness == Wakefulness::Asleep {
        return refused("DEVICE_NOT_INTERACTIVE", "the screen is off");
    }
    let Some(access) = phone.screen() else {
        return refused("UNSUPPORTED", "this phone's screen takes no acts");
    };
    // Which way a text takes is known later.
    let injects = !matches!(
        act,
        Act::NodeAction { .. } | Act::DismissLock | Act::Text { .. } | Act::Clip { .. }
    );
    if injects && faults.has(Switch::RefuseInput) {
        return injected(Err(InjectRefused::NotPermitted));
    }
    match act {
        Act::Touch { fingers, .. } => match outside(&screen.state().await, fingers) {
            Some(did) => did,
            None => touch(access, fingers).await,
        },
        Act::Key {
            code,
            meta,
            held_ms,
        } => injected(key(screen, access, *code, *meta, *held_ms).await),
        Act::Text {
            way,
            window,
            identity,
            erase,
            text,
        } => {
            let entry = text::Entry {
                field: (*identity != 0).then_some((*window, *identity)),
                erase: *erase,
                text,
            };
            text::enter(phone, access, *way, entry).await
        }
        Act::NodeAction {
            window,
            identity,
            action,
        } => match phone.automation() {
            Ok(access) if !text::is_in(access, *window, *identity) => text::gone(),
            Ok(access) => on_node(access.perform(*identity, *action).await, Way::Any),
            Err(refusal) => refused(&refusal.code, &refusal.message),
        },
        Act::Wake => injected(press(screen, WAKE_UP).await),
        Act::DismissLock => {
            screen.dismiss_keyguard().await;
            if screen.state().await.keyguard {
                refused("LOCKED_BY_SECRET", "a secret opens the lock")
            } else {
                Did::done(Way::Any)
            }
        }
        Act::TryInput => injected(press(screen, NO_KEY).await),
        Act::Clip { text, .. } => {
            // Without a text there is nothing on it.
            access.set_clip(text.as_deref().unwrap_or_default());
            Did::done(Way::Any)
        }
    }
}

/// Does a part of an act: a finger goes down and is gone, or half of a text is typed.
pub(super) async fn perform_in_part(phone: &ScreenOperator, act: &Act) {
    let screen = &*phone.framework.screen;
    match act {
        Act::Touch { fingers, .. } => {
            let first = fingers.first().and_then(|finger| finger.points().first());
            let Some(first) = first else { return };
            let at = TouchPoint {
                x: pixel(first.x),
                y: pixel(first.y),
            };
            if screen.motion(MotionAction::Down, at).await.is_ok() {
                // The finger that nobody moves any more leaves the glass without a tap.
                let _ = screen.motion(MotionAction::Cancel, at).await;
            }
        }
        Act::Text { text, .. } if text.chars().all(can_type) => {
            let half = text.len() / 2;
            let half = text.get(..half).unwrap_or(text);
            // Nobody is left to be told.
            let _ = screen.text(half).await;
        }
        _ => {}
    }
}

/// Why fingers are not put down where no screen is.
fn outside(state: &ScreenState, fingers: &[Finger]) -> Option<Did> {
    let (width, height) = logical_size(state);
    let inside = |pixel: i32, side: u32| u32::try_from(pixel).is_ok_and(|pixel| pixel < side);
    let mut points = fingers.iter().flat_map(Finger::points);
    let point = points.find(|point| !inside(point.x, width) || !inside(point.y, height))?;
    let message = format!(
        "({},{}) is outside the screen, which has {width}x{height} pixels; nothing was touched",
        point.x, point.y
    );
    Some(Did::failed(Outcome::NotBegun, "OFF_SCREEN", message))
}

async fn touch(access: &dyn Accessibility, fingers: &[Finger]) -> Did {
    let ends = fingers.iter().filter_map(|finger| finger.points().last());
    if ends.map(|point| point.at_ms).max() > Some(LONGEST_TOUCH) {
        let message = "a touch may take two minutes";
        return Did::failed(Outcome::NotBegun, "TOO_LONG", message);
    }
    let points = |finger: &Finger| {
        let point = |point: &clawperator_operator_protocol::TouchPoint| FingerPoint {
            at: TouchPoint {
                x: pixel(point.x),
                y: pixel(point.y),
            },
            after: Duration::from_millis(u64::from(point.at_ms)),
        };
        finger.points().iter().map(point).collect()
    };
    let fingers: Vec<Vec<FingerPoint>> = fingers.iter().map(points).collect();
    injected(access.touch(&fingers).await)
}

async fn key(
    screen: &dyn Screen,
    access: &dyn Accessibility,
    code: u32,
    meta: u32,
    held_ms: u32,
) -> Result<(), InjectRefused> {
    let held = META.iter().filter(|(state, _)| meta & state != 0);
    let mut codes: Vec<u32> = held.map(|(_, key)| *key).collect();
    if codes.is_empty() {
        let long = held_ms >= LONG_PRESS;
        return screen.key(KeyPress { code, long }).await;
    }
    codes.push(code);
    access.chord(&codes).await
}

pub(super) async fn press(screen: &dyn Screen, code: u32) -> Result<(), InjectRefused> {
    screen.key(KeyPress { code, long: false }).await
}

pub(super) fn injected(result: Result<(), InjectRefused>) -> Did {
    match result {
        Ok(()) => Did::done(Way::Any),
        Err(refusal @ InjectRefused::NotPermitted) => {
            refused("INPUT_FORBIDDEN", &refusal.to_string())
        }
        Err(refusal @ InjectRefused::FrameworkDied) => {
            Did::failed(Outcome::Unknown, "FAILED", refusal.to_string())
        }
    }
}

pub(super) fn on_node(result: Result<(), NodeRefused>, way: Way) -> Did {
    match result {
        Ok(()) => Did::done(way),
        Err(refusal @ NodeRefused::Gone) => refused("NODE_GONE", &refusal.to_string()),
        Err(refusal @ NodeRefused::NotOffered) => refused("UNSUPPORTED", &refusal.to_string()),
    }
}

pub(super) fn refused(code: &str, message: &str) -> Did {
    Did::failed(Outcome::Refused, code, message)
}

#[expect(
    clippy::cast_precision_loss,
    reason = "no display has so many pixels that a float does not tell them apart"
)]
fn pixel(place: i32) -> f32 {
    place as f32
}
