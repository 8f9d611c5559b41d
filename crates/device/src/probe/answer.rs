//! What a program on the phone said.

use clawperator_adb::{Deadline, DeviceHandle, ExitStatus, OutputLimits, ShellOutput};

use super::error::{ProbeError, ProbeResult};
use crate::line::ShellLine;

/// What a program on the phone said, as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// Its output, with `\n` ends of lines; errors are in it too where the phone has no `shell_v2`.
    pub output: String,
    pub errors: String,
    /// How it ended.
    pub status: ExitStatus,
}

/// How much of an answer is quoted in an error.
const EXCERPT: usize = 200;

/// The most that a program may say as errors.
const ERRORS_LIMIT: usize = 64 * 1024;

impl Answer {
    /// Runs a line to its end; output beyond the limit is an error.
    pub async fn ask(
        device: &DeviceHandle,
        line: &ShellLine,
        limit: usize,
        deadline: Deadline,
    ) -> ProbeResult<Self> {
        let limits = OutputLimits {
            stdout: limit,
            stderr: ERRORS_LIMIT,
        };
        let line = line.encode()?;
        Ok(device.shell_output(&line, limits, deadline).await?.into())
    }

    /// The answer, unless it is one of those by which a phone says that it has none.
    pub fn check(self, what: &'static str) -> ProbeResult<Self> {
        for line in self.lines() {
            let words = line.strip_prefix("cmd: ").unwrap_or(line);
            if let Some(service) = words.strip_prefix("Can't find service: ") {
                return Err(ProbeError::ServiceMissing {
                    service: service.trim().to_owned(),
                });
            }
            let stuck = line
                .trim()
                .strip_prefix("*** SERVICE '")
                .and_then(|rest| rest.split_once("' DUMP TIMEOUT"));
            if let Some((service, _)) = stuck {
                return Err(ProbeError::ServiceStuck {
                    service: service.to_owned(),
                });
            }
            if line.starts_with("Permission Denial: can't dump") {
                return Err(self.denied(what));
            }
        }
        if let Some(program) = self.missing_program() {
            return Err(ProbeError::ProgramMissing { program });
        }
        Ok(self)
    }

    /// The lines of output and errors.
    pub fn lines(&self) -> impl Iterator<Item = &str> {
        self.output.lines().chain(self.errors.lines())
    }

    /// Whether output or errors have this text.
    #[must_use]
    pub fn says(&self, text: &str) -> bool {
        self.output.contains(text) || self.errors.contains(text)
    }

    /// The beginning of what was said, errors first, on one line.
    #[must_use]
    pub fn excerpt(&self) -> String {
        let mut lines = self.errors.lines().chain(self.output.lines());
        let lines = lines
            .by_ref()
            .map(str::trim)
            .filter(|line| !line.is_empty());
        let mut excerpt = String::new();
        for line in lines {
            if !excerpt.is_empty() {
                excerpt.push_str(" / ");
            }
            excerpt.extend(line.chars().take(EXCERPT));
            if excerpt.len() >= EXCERPT {
                break;
            }
        }
        match excerpt.char_indices().nth(EXCERPT) {
            Some((cut, _)) => excerpt.truncate(cut),
            None if excerpt.is_empty() => excerpt.push_str("nothing"),
            None => {}
        }
        excerpt
    }

    /// The error that this answer is when it does not tell what was asked for.
    #[must_use]
    pub fn unreadable(&self, what: &'static str) -> ProbeError {
        ProbeError::Unreadable {
            what,
            said: self.excerpt(),
        }
    }

    fn denied(&self, what: &'static str) -> ProbeError {
        ProbeError::Denied {
            what,
            said: self.excerpt(),
        }
    }

    /// The program that the shell did not find. Where the exit code is known, only 127 says so.
    fn missing_program(&self) -> Option<String> {
        if !matches!(self.status, ExitStatus::Code(127) | ExitStatus::Unknown) {
            return None;
        }
        let mut lines = self.lines();
        lines.find_map(|line| {
            let rest = line.strip_prefix("/system/bin/sh: ")?;
            let program = rest
                .strip_suffix(": inaccessible or not found")
                .or_else(|| rest.strip_suffix(": not found"))?;
            Some(program.to_owned())
        })
    }
}

impl From<ShellOutput> for Answer {
    fn from(said: ShellOutput) -> Self {
        Self {
            output: text(&said.stdout),
            errors: text(&said.stderr),
            status: said.status,
        }
    }
}

/// Bytes as text; a terminal on the way ends lines with `\r\n`.
fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).replace("\r\n", "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(output: &str, errors: &str, status: ExitStatus) -> Answer {
        Answer {
            output: output.to_owned(),
            errors: errors.to_owned(),
            status,
        }
    }

    #[test]
    fn phones_without_an_answer() {
        let code = ExitStatus::Code;
        for (said, expected) in [
            (
                answer("", "cmd: Can't find service: window\n", code(20)),
                "ServiceMissing { service: \"window\" }",
            ),
            (
                answer("", "Can't find service: power\n", code(0)),
                "ServiceMissing { service: \"power\" }",
            ),
            (
                answer(
                    "\n*** SERVICE 'window' DUMP TIMEOUT (10000ms) EXPIRED ***\n\n",
                    "",
                    code(0),
                ),
                "ServiceStuck { service: \"window\" }",
            ),
            (
                answer(
                    "",
                    "/system/bin/sh: wm: inaccessible or not found\n",
                    code(127),
                ),
                "ProgramMissing { program: \"wm\" }",
            ),
            (
                answer("/system/bin/sh: wm: not found\n", "", ExitStatus::Unknown),
                "ProgramMissing { program: \"wm\" }",
            ),
            (
                answer(
                    "Permission Denial: can't dump power from from pid=1, uid=2 due to missing android.permission.DUMP permission\n",
                    "",
                    code(0),
                ),
                "Denied { what: \"it\"",
            ),
        ] {
            let error = said.check("it").unwrap_err();
            assert!(format!("{error:?}").starts_with(expected), "{error:?}");
        }
        // What a program prints is no message of the shell while its exit code says otherwise.
        for echoed in [
            "/system/bin/sh: wm: not found\n",
            "label=Can't find service: x\n",
        ] {
            assert!(answer(echoed, "", code(0)).check("it").is_ok());
        }
    }

    #[test]
    fn excerpts_are_short_and_whole() {
        let said = answer("", &"\u{1f642}".repeat(500), ExitStatus::Unknown);
        assert_eq!(said.excerpt().chars().count(), 200);
        let said = answer("out\n", "\n  first\n\nsecond \n", ExitStatus::Unknown);
        assert_eq!(said.excerpt(), "first / second / out");
        assert_eq!(answer("", "", ExitStatus::Unknown).excerpt(), "nothing");
    }
}
