//! The yes-or-no attributes of a node.

/// A set of yes-or-no attributes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Flags(u16);

impl Flags {
    pub const CHECKABLE: Self = Self(1);
    pub const CHECKED: Self = Self(1 << 1);
    pub const CLICKABLE: Self = Self(1 << 2);
    /// `enabled`; a dump that does not say it means it.
    pub const ENABLED: Self = Self(1 << 3);
    pub const FOCUSABLE: Self = Self(1 << 4);
    pub const FOCUSED: Self = Self(1 << 5);
    pub const SCROLLABLE: Self = Self(1 << 6);
    pub const LONG_CLICKABLE: Self = Self(1 << 7);
    pub const PASSWORD: Self = Self(1 << 8);
    pub const SELECTED: Self = Self(1 << 9);
    /// `heading`, which only some servers write.
    pub const HEADING: Self = Self(1 << 10);
    /// `showing-hint`, which only some servers write: the text is the hint of an empty field.
    pub const SHOWING_HINT: Self = Self(1 << 11);
    /// `visible-to-user` or `displayed` was given as false.
    pub const HIDDEN: Self = Self(1 << 12);
    /// Nodes inside it were left out: the dump had too many, or ended too early.
    pub const CUT: Self = Self(1 << 13);
    /// The dump says whether the text is a hint, so that nobody need guess.
    pub const TELLS_HINT: Self = Self(1 << 14);

    /// Whether all of `wanted` are set.
    #[must_use]
    pub const fn has(self, wanted: Self) -> bool {
        self.0 & wanted.0 == wanted.0
    }

    /// Whether one of `wanted` is set.
    #[must_use]
    pub const fn has_any(self, wanted: Self) -> bool {
        self.0 & wanted.0 != 0
    }

    /// Both sets together.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The set as a number that does not change between releases.
    #[must_use]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// This set with `flags` in or out.
    pub(crate) const fn set(&mut self, flags: Self, value: bool) {
        if value {
            self.0 |= flags.0;
        } else {
            self.0 &= !flags.0;
        }
    }
}
