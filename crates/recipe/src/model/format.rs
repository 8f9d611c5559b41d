//! The two languages that recipes are written in.

use super::words::Capability;

/// The format of a recipe. What the first one says is for ever what it says: everything new is the second's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum RecipeFormat {
    /// That of recipes which name no format.
    #[default]
    One,
    /// With typing, keys, addresses, conditions and repetition.
    Two,
}

impl RecipeFormat {
    /// The newest, by its number.
    pub(crate) const NEWEST: i64 = 2;

    /// The format of that number.
    #[must_use]
    pub const fn numbered(number: i64) -> Option<Self> {
        match number {
            1 => Some(Self::One),
            2 => Some(Self::Two),
            _ => None,
        }
    }

    /// Whether it has what came with another one.
    #[must_use]
    pub fn has(self, since: Self) -> bool {
        self >= since
    }

    /// What a recipe may declare.
    #[must_use]
    pub fn capabilities(self) -> Vec<&'static str> {
        let known = Capability::ALL.iter();
        known
            .filter(|capability| self == Self::Two || !capability.is_extension())
            .map(|capability| capability.name())
            .collect()
    }
}
