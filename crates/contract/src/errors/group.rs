//! Where codes come from and what they are about.

/// Where a code comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Origin {
    /// The contract this project implements.
    Contract,
    /// An extension.
    Addition,
}

/// What a code is about, and so where it appears.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ErrorGroup {
    /// The command line.
    CommandLine,
    /// The payload, before anything is dispatched.
    Payload,
    /// adb and this machine.
    Host,
    /// The phone.
    Device,
    /// The run as a whole.
    Execution,
    /// The request to a server.
    Server,
    /// Skills and their recipes.
    Skill,
    /// One step: `stepResults[].data.error`.
    Step,
}

impl ErrorGroup {
    /// Every group, in the order of the table.
    pub const ALL: [Self; 8] = [
        Self::CommandLine,
        Self::Payload,
        Self::Host,
        Self::Device,
        Self::Execution,
        Self::Server,
        Self::Skill,
        Self::Step,
    ];

    /// A heading for the reference documents.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::CommandLine => "Command line",
            Self::Payload => "Payload",
            Self::Host => "adb and this machine",
            Self::Device => "Phone",
            Self::Execution => "Execution",
            Self::Server => "HTTP server",
            Self::Skill => "Skills and recipes",
            Self::Step => "Step (`stepResults[].data.error`)",
        }
    }
}
