//! Input as it was injected, for the history.

use std::time::Duration;

use crate::accessibility::FingerPoint;
use crate::font::round;
use crate::scene::MAX_TEXT;
use crate::screen::{InputGesture, MotionAction, TouchPoint};

/// Input as it was injected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Injection {
    /// A finger went down and up.
    Tap {
        /// Where, in pixels.
        at: (i32, i32),
    },
    /// A finger moved.
    Swipe {
        /// Where it went down.
        from: (i32, i32),
        /// Where it was to go up.
        to: (i32, i32),
        /// How long it was to take.
        lasts: Duration,
    },
    /// A finger rested, then moved.
    DragAndDrop {
        /// Where it went down.
        from: (i32, i32),
        /// Where it was to go up.
        to: (i32, i32),
        /// How long the movement was to take.
        lasts: Duration,
    },
    /// One raw event of a finger.
    Motion {
        /// What the finger did.
        action: MotionAction,
        /// Where.
        at: (i32, i32),
    },
    /// Fingers moved in any other way.
    Touch {
        /// Each of them.
        fingers: Vec<TouchedFinger>,
    },
    /// The text of a field was replaced by a program that holds the automation; secrets are shown too.
    SetText {
        /// The field, or 0 for the one with the focus.
        identity: u64,
        /// Its beginning, as much as a field can hold.
        text: String,
    },
    /// An action was performed on a view by a program that holds the automation.
    NodeAction {
        /// The view.
        identity: u64,
        /// The platform's number of the action.
        action: u32,
    },
    /// Keys went down together, the last one last.
    Keys {
        /// Their codes; the first sixteen are told.
        codes: Vec<u32>,
    },
    /// Text was typed; secrets are shown too.
    Text {
        /// Its beginning, as much as a field can hold.
        text: String,
    },
}

/// The way of one finger.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TouchedFinger {
    /// Where it went down.
    pub from: (i32, i32),
    /// Where it was to go up.
    pub to: (i32, i32),
    /// When it went down, counted from the beginning of the touch.
    pub starts: Duration,
    /// How long it was to be down.
    pub lasts: Duration,
}

/// Most keys of one injection that are told.
const MAX_KEYS: usize = 16;

impl Injection {
    pub(crate) fn motion(action: MotionAction, at: TouchPoint) -> Self {
        Self::Motion {
            action,
            at: pixel(at),
        }
    }

    pub(crate) fn keys(codes: &[u32]) -> Self {
        Self::Keys {
            codes: codes.iter().copied().take(MAX_KEYS).collect(),
        }
    }

    pub(crate) fn touch(fingers: &[Vec<FingerPoint>]) -> Self {
        let finger = |points: &Vec<FingerPoint>| {
            let (first, last) = (points.first()?, points.last()?);
            Some(TouchedFinger {
                from: pixel(first.at),
                to: pixel(last.at),
                starts: first.after,
                lasts: last.after.saturating_sub(first.after),
            })
        };
        Self::Touch {
            fingers: fingers.iter().filter_map(finger).collect(),
        }
    }

    pub(crate) fn set_text(field: Option<u64>, text: &str) -> Self {
        Self::SetText {
            identity: field.unwrap_or(0),
            text: text.chars().take(MAX_TEXT).collect(),
        }
    }

    pub(crate) fn text(text: &str) -> Self {
        Self::Text {
            text: text.chars().take(MAX_TEXT).collect(),
        }
    }
}

impl From<InputGesture> for Injection {
    fn from(gesture: InputGesture) -> Self {
        match gesture {
            InputGesture::Tap(at) => Self::Tap { at: pixel(at) },
            InputGesture::Swipe { from, to, duration } => Self::Swipe {
                from: pixel(from),
                to: pixel(to),
                lasts: duration,
            },
            InputGesture::DragAndDrop { from, to, duration } => Self::DragAndDrop {
                from: pixel(from),
                to: pixel(to),
                lasts: duration,
            },
        }
    }
}

fn pixel(at: TouchPoint) -> (i32, i32) {
    (round(at.x), round(at.y))
}
