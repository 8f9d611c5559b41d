//! The elements that an agent was shown already, and for how long they may be shown again.

use std::time::Duration;

use super::observed_files::ObservedScreen;

/// How long after they were read elements may be shown without being read again. The time counts from the first look at
/// them, however often they were shown since.
const SHOWN_AGAIN_FOR: Duration = Duration::from_secs(30);
/// How many bits of its hash may differ between a picture and the one that elements were read with, where they cannot be
/// read: a wheel that turns changes a few.
const MOST_DIFFERENT: u32 = 6;

/// A screen whose elements are known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct KnownScreen {
    pub(super) phone: String,
    pub(super) generation: i64,
    /// The picture that the elements were read with.
    pub(super) picture_sha256: String,
    hash: u64,
    /// When they were read.
    pub(super) elements_seen_ms: u64,
}

impl KnownScreen {
    /// What is known of the screen that was shown last, unless its elements are too old.
    pub(super) fn of(last: &ObservedScreen, now_ms: u64) -> Option<Self> {
        let known = Self {
            phone: last.phone.clone(),
            generation: last.generation?,
            picture_sha256: last.picture_sha256.clone()?,
            hash: last.hash,
            elements_seen_ms: last.elements_seen_ms?,
        };
        known.is_young(now_ms).then_some(known)
    }

    /// Whether a picture of the same app, of which no tree can be had, looks enough like it that its elements help.
    pub(super) fn helps_with(&self, hash: u64, now_ms: u64) -> bool {
        self.is_young(now_ms) && (self.hash ^ hash).count_ones() <= MOST_DIFFERENT
    }

    /// A clock that was set back makes everything old.
    fn is_young(&self, now_ms: u64) -> bool {
        let age = now_ms.checked_sub(self.elements_seen_ms);
        age.is_some_and(|age| u128::from(age) <= SHOWN_AGAIN_FOR.as_millis())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known() -> KnownScreen {
        KnownScreen {
            phone: "phone".to_owned(),
            generation: 1,
            picture_sha256: String::new(),
            hash: 0b1111_0000,
            elements_seen_ms: 100_000,
        }
    }

    #[test]
    fn elements_are_shown_again_for_half_a_minute() {
        let known = known();
        assert!(known.is_young(100_000) && known.is_young(130_000));
        assert!(!known.is_young(130_001) && !known.is_young(99_999));
    }

    #[test]
    fn elements_help_only_with_a_picture_that_looks_alike() {
        let known = known();
        assert!(known.helps_with(0b1111_0000, 110_000));
        assert!(known.helps_with(0b1111_0000 ^ 0b11_1111, 110_000));
        assert!(!known.helps_with(0b1111_0000 ^ 0b111_1111, 110_000));
        assert!(!known.helps_with(0b1111_0000, 140_000));
    }
}
