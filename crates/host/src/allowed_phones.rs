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

    /// Those that are among these and among the others.
    #[must_use]
    pub fn and(&self, others: &Self) -> Self {
        match &self.0 {
            None => others.clone(),
            Some(phones) => {
                let both = phones.iter().filter(|phone| others.have(phone));
                Self(Some(both.cloned().collect()))
            }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_must_have_a_phone() {
        let all = AllowedPhones::default();
        let one = AllowedPhones::one("a".to_owned());
        let other = AllowedPhones::one("b".to_owned());
        assert_eq!(all.and(&all), all);
        assert_eq!(all.and(&one), one);
        assert_eq!(one.and(&all), one);
        assert_eq!(one.and(&one), one);
        let none = one.and(&other);
        assert!(!none.have("a") && !none.have("b") && !none.are_all());
        assert_eq!(none.only(), None);
    }
}
