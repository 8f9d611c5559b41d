//! How a process ends.

/// How a process ends. One error code maps to one of these.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ExitStatus {
    /// Everything asked for was done.
    Ok,
    /// An action was tried and failed.
    ActionFailed,
    /// The command line or the payload was refused.
    Usage,
    /// adb, the device or this machine is not ready.
    Environment,
    /// A node, container or value is not on the screen.
    NotFound,
    /// Something did not happen in time.
    Timeout,
    /// Several nodes match where one was expected, or a skill was only partly done.
    Ambiguous,
    /// Policy or a person said no.
    Refused,
    /// Something may or may not have happened on the phone.
    Unknown,
    /// The user interrupted the run.
    Interrupted,
}

impl ExitStatus {
    /// Every way to end, in numeric order.
    pub const ALL: [Self; 10] = [
        Self::Ok,
        Self::ActionFailed,
        Self::Usage,
        Self::Environment,
        Self::NotFound,
        Self::Timeout,
        Self::Ambiguous,
        Self::Refused,
        Self::Unknown,
        Self::Interrupted,
    ];

    /// The order in which one of several is the worst, from the worst on: what may have happened and nobody knows, what
    /// was tried and failed, what was not done, and what could not begin.
    pub const WORST_FIRST: [Self; 10] = [
        Self::Interrupted,
        Self::Unknown,
        Self::ActionFailed,
        Self::Timeout,
        Self::Ambiguous,
        Self::NotFound,
        Self::Refused,
        Self::Environment,
        Self::Usage,
        Self::Ok,
    ];

    /// The worst of several; of none, that everything was done.
    #[must_use]
    pub fn worst(all: impl IntoIterator<Item = Self>) -> Self {
        let place = |status: &Self| {
            let mut order = Self::WORST_FIRST.iter();
            order.position(|known| known == status)
        };
        all.into_iter().min_by_key(place).unwrap_or(Self::Ok)
    }

    /// The number the process exits with.
    #[must_use]
    pub const fn code(self) -> u8 {
        match self {
            Self::Ok => 0,
            Self::ActionFailed => 1,
            Self::Usage => 2,
            Self::Environment => 3,
            Self::NotFound => 4,
            Self::Timeout => 5,
            Self::Ambiguous => 6,
            Self::Refused => 7,
            Self::Unknown => 8,
            Self::Interrupted => 130,
        }
    }

    /// What the number means, for the reference documents.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Ok => "everything requested was done",
            Self::ActionFailed => "an action was tried and failed",
            Self::Usage => "the command line or the payload was refused",
            Self::Environment => "adb, the device or this machine is not ready",
            Self::NotFound => {
                "a node, container or value is not on the screen, or a name is unknown"
            }
            Self::Timeout => "something did not happen in time",
            Self::Ambiguous => {
                "several nodes match where one was expected, or a skill was only partly done"
            }
            Self::Refused => "policy or a person refused",
            Self::Unknown => "something may or may not have happened on the phone",
            Self::Interrupted => "the user interrupted the run",
        }
    }
}
