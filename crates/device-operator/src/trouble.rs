//! Why the Operator cannot be used.

use clawperator_adb::AdbError;
use clawperator_contract::{ErrorCode, excerpt};
use clawperator_device::driver::{ActError, ObserveError, Unavailable};

/// Why the Operator of a phone cannot be used. Nothing was done to the phone.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Trouble {
    /// The phone itself could not be reached.
    #[error("{message}")]
    Phone { code: ErrorCode, message: String },
    /// The program does not start.
    #[error("the Operator does not start on the phone: {0}")]
    DoesNotStart(String),
    /// Somebody listens under its name who does not know its secret.
    #[error(
        "whoever listens under the Operator's name on the phone does not prove that it is the Operator: another program took the name, or the file with the Operator's secret is gone"
    )]
    Impostor,
    /// Another build runs, and somebody uses it.
    #[error("another version of the Operator is in use on the phone")]
    OtherBuild,
    /// Somebody has the phone, who is told of as this.
    #[error("another execution is running on this phone{}", named(.0))]
    Held(String),
    /// It says something that nobody who speaks its protocol says, or the stream broke.
    #[error("the stream to the Operator broke: {0}")]
    Lost(String),
    /// No answer came in time.
    #[error("the Operator did not answer in time")]
    TimedOut,
    /// It answered that it cannot.
    #[error("{message}")]
    Refused { code: String, message: String },
}

impl Trouble {
    /// Its code for callers.
    #[must_use]
    pub fn code(&self) -> ErrorCode {
        match self {
            Self::Phone { code, .. } => *code,
            Self::DoesNotStart(_) | Self::Impostor | Self::OtherBuild | Self::Lost(_) => {
                ErrorCode::ServiceUnavailable
            }
            Self::Held(_) => ErrorCode::ExecutionConflictInFlight,
            Self::TimedOut => ErrorCode::DeviceTimeout,
            Self::Refused { code, .. } => said(code).unwrap_or(ErrorCode::ServiceUnavailable),
        }
    }

    /// Whether the phone itself is away, so that another driver would not reach it either. What adb says of a file that
    /// could not be pushed, or of a program that did not start in time, is not that.
    #[must_use]
    pub const fn is_of_the_phone(&self) -> bool {
        matches!(
            self,
            Self::Phone {
                code: ErrorCode::AdbNotFound
                    | ErrorCode::AdbConnectionLost
                    | ErrorCode::AdbServerFailed
                    | ErrorCode::NoDevices
                    | ErrorCode::MultipleDevicesDeviceIdRequired
                    | ErrorCode::DeviceNotFound
                    | ErrorCode::DeviceOffline
                    | ErrorCode::DeviceUnauthorized,
                ..
            }
        )
    }
}

/// Who has the phone. Another computer's program may say anything.
fn named(holder: &str) -> String {
    match holder {
        "" => String::new(),
        holder => format!(": {}", excerpt(holder)),
    }
}

/// The code for callers of one that the Operator says; none where it depends on what was asked.
pub(crate) fn said(code: &str) -> Option<ErrorCode> {
    Some(match code {
        "NOT_HELD" | "BUSY" => ErrorCode::ExecutionConflictInFlight,
        "UNSUPPORTED" => ErrorCode::CapabilityUnsupported,
        "TIMED_OUT" => ErrorCode::DeviceTimeout,
        // By the Operator when it ends, or when a stream breaks: nobody here cancelled anything.
        "NO_AUTOMATION" | "CANCELLED" => ErrorCode::ServiceUnavailable,
        "DEVICE_NOT_INTERACTIVE" => ErrorCode::DeviceNotInteractive,
        "TEXT_UNSUPPORTED" => ErrorCode::TextUnsupported,
        "OFF_SCREEN" => ErrorCode::CoordinateOffScreen,
        _ => return None,
    })
}

impl From<&AdbError> for Trouble {
    fn from(error: &AdbError) -> Self {
        Self::Phone {
            code: error.code(),
            message: error.to_string(),
        }
    }
}

impl From<AdbError> for Trouble {
    fn from(error: AdbError) -> Self {
        Self::from(&error)
    }
}

impl From<Trouble> for Unavailable {
    fn from(trouble: Trouble) -> Self {
        Self {
            code: trouble.code(),
            message: trouble.to_string(),
        }
    }
}

impl From<Trouble> for ObserveError {
    fn from(trouble: Trouble) -> Self {
        Self::Unavailable(trouble.into())
    }
}

impl From<Trouble> for ActError {
    /// For an act before which something went wrong.
    fn from(trouble: Trouble) -> Self {
        Self::NotSent {
            code: trouble.code(),
            message: trouble.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_way_that_broke_is_broken_for_every_driver() {
        let lost = AdbError::ConnectionLost {
            operation: "connect",
        };
        assert!(Trouble::from(lost).is_of_the_phone());
        let slow = AdbError::Timeout {
            operation: "shell",
            after: Duration::from_secs(1),
        };
        assert!(!Trouble::from(slow).is_of_the_phone());
        assert!(!Trouble::DoesNotStart("it ended".to_owned()).is_of_the_phone());
    }
}
