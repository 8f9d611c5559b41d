//! Which phones somebody may use.

use clawperator_contract::Failure;
use serde::{Deserialize, Serialize};

/// Certain phones by their serials, or all of them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct AllowedPhones(Option<Vec<String>>);

impl AllowedPhones {
    /// Only this one.
    #[must_use]
    pub fn one(serial: String) -> Self {
        Self(Some(vec![serial]))
    }

    /// Whether no phone is left out.
    #[must_use]
    pub const fn are_all(&self) -> bool {
        self.0.is_none()
    }

    /// Whether this one is among them.
    #[must_use]
    pub fn have(&self, serial: &str) -> bool {
        let phones = self.0.as_ref();
        phones.is_none_or(|phones| phones.iter().any(|phone| phone == serial))
    }

    /// The phone that is meant where nobody names one: the only one that is allowed, if it is one.
    #[must_use]
    pub fn only(&self) -> Option<&str> {
        match self.0.as_deref() {
            Some([only]) => Some(only),
            _ => None,
        }
    }

    /// A failure to find a phone, without those that are not among them.
    #[must_use]
    pub fn about(&self, failure: Failure) -> Failure {
        if self.are_all() {
            return failure;
        }
        failure.about_phones(|serial| self.have(serial))
    }
}
