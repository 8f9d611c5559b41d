//! The three verdicts of a rule.

/// What a rule says; the later wins over the earlier.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Effect {
    /// It may be done.
    Allow,
    /// Somebody has to approve it.
    Confirm,
    /// It may not be done.
    Deny,
}

impl Effect {
    /// Every verdict, from mild to strict.
    pub const ALL: [Self; 3] = [Self::Allow, Self::Confirm, Self::Deny];

    /// The word in a profile.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Confirm => "confirm",
            Self::Deny => "deny",
        }
    }

    /// The verdict of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|effect| effect.name() == name)
    }
}
