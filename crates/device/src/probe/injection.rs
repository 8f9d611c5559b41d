//! Whether the phone lets the shell send input, by what `input keyevent 0` answers.

use clawperator_adb::ExitStatus;

use super::answer::Answer;

/// Whether input may be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Injection {
    /// It may: the phone took the key.
    Allowed,
    /// The phone wants a permission that its maker keeps from the shell until a switch is turned on.
    Refused {
        /// The beginning of what it said.
        said: String,
    },
    /// The program failed in another way.
    Failed {
        /// The beginning of what it said.
        said: String,
    },
}

/// Reads the outcome of `input`, which says nothing when all went well.
#[must_use]
pub fn classify(answer: &Answer) -> Injection {
    let said = || answer.excerpt();
    if answer.says("INJECT_EVENTS") || answer.says("java.lang.SecurityException") {
        return Injection::Refused { said: said() };
    }
    // Some releases end with 0 whatever happened, so silence is part of success.
    let silent = answer
        .lines()
        .all(|line| line.trim().is_empty() || is_noise(line));
    match answer.status {
        ExitStatus::Code(0) | ExitStatus::Unknown if silent => Injection::Allowed,
        ExitStatus::Code(_) | ExitStatus::Unknown => Injection::Failed { said: said() },
    }
}

/// Lines that runtime and linker put before anything else on some phones.
fn is_noise(line: &str) -> bool {
    line.starts_with("WARNING: linker:") || line.starts_with("Failed to create //.cache")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(output: &str, errors: &str, status: ExitStatus) -> &'static str {
        let answer = Answer {
            output: output.to_owned(),
            errors: errors.to_owned(),
            status,
        };
        match classify(&answer) {
            Injection::Allowed => "allowed",
            Injection::Refused { .. } => "refused",
            Injection::Failed { .. } => "failed",
        }
    }

    #[test]
    fn outcomes_of_every_release() {
        let code = ExitStatus::Code;
        let ten = "java.lang.SecurityException: Injecting to another application requires INJECT_EVENTS permission\n\tat android.os.Parcel.createException(Parcel.java:2071)\n";
        let thirteen = "\nException occurred while executing 'keyevent':\njava.lang.SecurityException: Injecting input events requires the caller (or the source of the instrumentation, if any) to have the INJECT_EVENTS permission.\n\tat x\n";
        for (output, errors, status, expected) in [
            ("", "", code(0), "allowed"),
            ("", "", ExitStatus::Unknown, "allowed"),
            ("", "WARNING: linker: something\n", code(0), "allowed"),
            ("", ten, code(1), "refused"),
            ("", thirteen, code(255), "refused"),
            (thirteen, "", ExitStatus::Unknown, "refused"),
            ("", "", code(137), "failed"),
            ("", "Error: Unknown command: keyevent\n", code(0), "failed"),
            ("Unknown command: keyevent\n", "", code(0), "failed"),
            ("", "java.lang.NullPointerException\n", code(255), "failed"),
        ] {
            assert_eq!(
                outcome(output, errors, status),
                expected,
                "{output}{errors}"
            );
        }
    }
}
