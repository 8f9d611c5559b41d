//! Running one line that acts, and what its answer proves.

use clawperator_adb::{
    AdbError, Deadline, DeviceHandle, ExitStatus, OutputLimits, ShellCommand, ShellProtocol,
};
use clawperator_contract::ErrorCode;

use crate::driver::{ActError, Unavailable};
use crate::line::{Command, ShellLine, program};
use crate::probe::{Answer, ProbeError};

/// Programs that act say little; a stack trace is the longest of it.
const LIMITS: OutputLimits = OutputLimits {
    stdout: 256 * 1024,
    stderr: 256 * 1024,
};

/// Where a phone has no `shell_v2`, a stream that breaks off looks like one that ends, and no status is told; these at
/// its end tell how the line ended.
const ENDED_WELL: &str = "clawperator-end-0";
const ENDED_BADLY: &str = "clawperator-end-1";

/// Runs a line that changes something.
///
/// What goes wrong before the line is sent is told apart from what goes wrong after: only the former proves that
/// nothing happened.
pub(super) async fn act(
    handle: &DeviceHandle,
    line: &ShellLine,
    deadline: Deadline,
) -> Result<Answer, ActError> {
    // Asked for apart, because a phone that does not answer this has not been sent anything.
    let features = handle
        .features(deadline)
        .await
        .map_err(|error| not_sent(&error))?;
    let protocol = if features.has("shell_v2") {
        ShellProtocol::V2
    } else {
        ShellProtocol::V1
    };
    let encoded = match protocol {
        ShellProtocol::V2 => line.encode(),
        ShellProtocol::V1 => line
            .clone()
            .and(Command::new(program::ECHO).fixed(ENDED_WELL))
            .or(Command::new(program::ECHO).fixed(ENDED_BADLY))
            .encode(),
    };
    let encoded = encoded.map_err(|error| ActError::NotSent {
        code: ErrorCode::InternalError,
        message: error.to_string(),
    })?;
    let reached = handle
        .reach(deadline)
        .await
        .map_err(|error| not_sent(&error))?;
    let shell = reached
        .shell(protocol, ShellCommand::Line(&encoded), deadline)
        .await
        .map_err(|error| lost(&error))?;
    let output = shell
        .finish(LIMITS, deadline)
        .await
        .map_err(|error| lost(&error))?;
    let mut answer = Answer::from(output);
    if protocol == ShellProtocol::V1 {
        let (said, code) = ended(&answer.output).ok_or_else(|| ActError::Unknown {
            message: "the stream ended before the program did".to_owned(),
        })?;
        answer.output = said.to_owned();
        answer.status = ExitStatus::Code(code);
    }
    Ok(answer)
}

/// What a line said on a phone without `shell_v2`, and how it ended; nothing when it was cut off.
fn ended(output: &str) -> Option<(&str, u8)> {
    let output = output.trim_end();
    let well = output.strip_suffix(ENDED_WELL).map(|said| (said, 0));
    well.or_else(|| output.strip_suffix(ENDED_BADLY).map(|said| (said, 1)))
}

/// The error of a phone that could not be asked.
pub(super) fn unavailable(error: &ProbeError) -> Unavailable {
    Unavailable {
        code: error.code(),
        message: error.to_string(),
    }
}

/// The error of an act before which something failed.
pub(super) fn not_sent(error: &AdbError) -> ActError {
    ActError::NotSent {
        code: error.code(),
        message: error.to_string(),
    }
}

/// The error of an act during which something failed.
///
/// A refusal of the service proves nothing either: a server says `closed` and `device offline` also of a command that
/// had begun when the way to the phone broke.
pub(super) fn lost(error: &AdbError) -> ActError {
    match error {
        // The line has ended before it did anything.
        AdbError::InvalidRequest { .. } | AdbError::DeviceReplaced { .. } => not_sent(error),
        _ => ActError::Unknown {
            message: format!("the phone's answer was lost: {error}"),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_a_line_ended_is_told_without_a_status() {
        assert_eq!(ended("said\nclawperator-end-0\n"), Some(("said\n", 0)));
        assert_eq!(ended("clawperator-end-1\n"), Some(("", 1)));
        assert_eq!(ended("said\n"), None);
        assert_eq!(ended("clawperator-end-"), None);
    }
}
