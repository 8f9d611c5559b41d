//! Points that whoever injects them may have made up.

use crate::screen::{InputGesture, TouchPoint};

/// No display is larger.
const FAR: f32 = 100_000.0;

/// A point that arithmetic can bear; one far outside the display stays outside.
pub(crate) fn sane(at: TouchPoint) -> TouchPoint {
    let bounded = |value: f32| {
        if value.is_nan() {
            -1.0
        } else {
            value.clamp(-FAR, FAR)
        }
    };
    TouchPoint {
        x: bounded(at.x),
        y: bounded(at.y),
    }
}

/// The same of every point of a gesture.
pub(crate) fn sane_gesture(gesture: InputGesture) -> InputGesture {
    match gesture {
        InputGesture::Tap(at) => InputGesture::Tap(sane(at)),
        InputGesture::Swipe { from, to, duration } => InputGesture::Swipe {
            from: sane(from),
            to: sane(to),
            duration,
        },
        InputGesture::DragAndDrop { from, to, duration } => InputGesture::DragAndDrop {
            from: sane(from),
            to: sane(to),
            duration,
        },
    }
}
