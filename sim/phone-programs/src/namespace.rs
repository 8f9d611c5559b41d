//! The namespaces of settings.

use std::str::FromStr;

/// A namespace of the settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Namespace {
    /// What a user sees and changes.
    System,
    /// What only the system changes.
    Secure,
    /// What is the same for every user.
    Global,
}

impl Namespace {
    /// Every namespace.
    pub const ALL: [Self; 3] = [Self::System, Self::Secure, Self::Global];

    /// Its name in commands.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::Secure => "secure",
            Self::Global => "global",
        }
    }
}

impl FromStr for Namespace {
    type Err = ();

    /// Any case is understood.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|namespace| text.eq_ignore_ascii_case(namespace.name()))
            .ok_or(())
    }
}
