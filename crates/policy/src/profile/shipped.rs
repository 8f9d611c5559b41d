//! The profiles that come with the program.

use super::{Profile, ProfileError};

/// A profile that comes with the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Shipped {
    /// For a person at their own command line.
    Person,
    /// For an agent that decides by itself.
    Agent,
    /// For an agent whose purchases a person decides.
    Ask,
    /// For a server that takes executions from others.
    Server,
}

impl Shipped {
    /// Every one.
    pub const ALL: [Self; 4] = [Self::Person, Self::Agent, Self::Ask, Self::Server];

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Person => "person",
            Self::Agent => "agent",
            Self::Ask => "ask",
            Self::Server => "server",
        }
    }

    /// The profile of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|shipped| shipped.name() == name)
    }

    /// The file it comes from.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::Person => include_str!("../../profiles/person.toml"),
            Self::Agent => include_str!("../../profiles/agent.toml"),
            Self::Ask => include_str!("../../profiles/ask.toml"),
            Self::Server => include_str!("../../profiles/server.toml"),
        }
    }

    /// The profile itself. A test reads each, so it does not fail.
    pub fn profile(self) -> Result<Profile, ProfileError> {
        Profile::parse(self.name(), self.text())
    }
}
