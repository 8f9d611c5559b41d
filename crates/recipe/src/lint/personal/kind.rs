//! What a text is for, and what it may give away.

/// What a text is used for, and so what can be said of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// A label of the screen, or a value for one.
    Label,
    /// Sentences for people.
    Prose,
    /// A word to find the recipe by.
    Tag,
    /// Who keeps the recipe: handles are meant to be there, addresses are not.
    Handle,
    /// The name of a device's model.
    Model,
    /// Package ids, resource ids, classes, versions, patterns: long, with digits, and the same for everybody.
    Identifier,
}

/// Why a text was taken to be personal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Email,
    Phone,
    Address,
    Coordinates,
    Secret,
    Device,
    Number,
    Random,
    Person,
    Room,
}

impl Kind {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Email => "an e-mail address",
            Self::Phone => "a phone number",
            Self::Address => "a postal address",
            Self::Coordinates => "coordinates",
            Self::Secret => "a password or token",
            Self::Device => "the serial or address of a device",
            Self::Number => "the number of an account or card",
            Self::Random => "a random string, such as a key or an id",
            Self::Person => "the name of a person",
            Self::Room => "the name of a room or place at home",
        }
    }

    /// Whether the text has the form itself, so that no annotation can explain it away.
    pub(super) const fn is_pattern(self) -> bool {
        !matches!(self, Self::Person | Self::Room)
    }
}
