//! A phone that one driver has, as the phone itself knows.

use std::fmt;

use super::observation::Unavailable;

/// A phone that is this driver's until this is dropped. Nothing is under way on it by then, or nobody knows what is.
pub trait OnPhone: fmt::Debug + Send + Sync {}

/// Why the phone is not this driver's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HoldError {
    /// Somebody has it.
    Held {
        /// As that one calls itself.
        name: String,
    },
    /// It could not be asked.
    Unavailable(Unavailable),
}

/// Nothing on the phone knows who has it.
#[derive(Debug)]
pub(super) struct NotKnown;

impl OnPhone for NotKnown {}
