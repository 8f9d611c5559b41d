//! A point in time that only comparisons with other moments give a meaning.

use std::time::Duration;

/// A moment of [`Sources::now`](crate::Sources::now), counted from a start that only the clock knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moment(Duration);

impl Moment {
    /// The moment that is this long after the clock's start.
    #[must_use]
    pub const fn at(since_start: Duration) -> Self {
        Self(since_start)
    }

    /// How long it is after the clock's start.
    #[must_use]
    pub const fn since_start(self) -> Duration {
        self.0
    }

    /// This moment and some time.
    #[must_use]
    pub const fn plus(self, duration: Duration) -> Self {
        Self(self.0.saturating_add(duration))
    }

    /// This moment without some time; the clock's start when that is longer ago.
    #[must_use]
    pub const fn minus(self, duration: Duration) -> Self {
        Self(self.0.saturating_sub(duration))
    }

    /// How long this moment is after another one; nothing when it is not.
    #[must_use]
    pub const fn since(self, earlier: Self) -> Duration {
        self.0.saturating_sub(earlier.0)
    }
}
