//! Input as it was injected, for the history.

use std::time::Duration;

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
