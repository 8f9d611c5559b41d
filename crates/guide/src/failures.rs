//! The failures that somebody who drives a phone can meet, with what to do, from the contract's table.

use std::fmt::Write as _;

use clawperator_contract::{ErrorCode, ErrorGroup, ErrorSpec, ExitStatus};

/// What only those meet who write skills, profiles or scenes, or keep a repository of them, and what no driver here
/// answers. Every other code is in the list.
pub const NOT_MET: &[ErrorCode] = &[
    ErrorCode::SceneInvalid,
    ErrorCode::SkillIdInvalid,
    ErrorCode::SkillAlreadyExists,
    ErrorCode::SkillValidationFailed,
    ErrorCode::SkillsScaffoldFailed,
    ErrorCode::SkillsIndexStale,
    ErrorCode::ArtifactNotFound,
    ErrorCode::CompileVarsParseFailed,
    ErrorCode::GuardTokenFound,
    ErrorCode::SkillsGitNotFound,
    // Recordings are refused as a whole.
    ErrorCode::RecordingAlreadyInProgress,
    ErrorCode::RecordingNotInProgress,
];

/// The groups, those first that an agent meets most.
const ORDER: [(ErrorGroup, &str); 8] = [
    (ErrorGroup::Step, "A step failed"),
    (ErrorGroup::Execution, "A run ended"),
    (ErrorGroup::Device, "The phone"),
    (ErrorGroup::Host, "This machine"),
    (ErrorGroup::CommandLine, "Names"),
    (ErrorGroup::Payload, "Files"),
    (ErrorGroup::Skill, "Skills"),
    (ErrorGroup::Server, "The server"),
];

/// A list for each group; codes with the same advice share a line. What is refused as it was written comes last and
/// together, because it is the same for all of them.
#[must_use]
pub fn failures() -> String {
    let mut text = String::new();
    for (group, title) in ORDER {
        let lines = lines(|spec| spec.group == group && !is_refused_as_written(spec));
        if lines.is_empty() {
            continue;
        }
        // Writing to a String cannot fail.
        let _ = write!(text, "\n{title}:\n\n");
        for (codes, advice) in lines {
            let _ = writeln!(text, "- {}: {advice}", codes.join(", "));
        }
    }
    let refused = met().filter(|spec| is_refused_as_written(spec));
    let refused: Vec<&str> = refused.map(|spec| spec.code.name()).collect();
    let _ = write!(
        text,
        "\nRefused as it was written, and nothing was sent; fix what message and hint name: {}.\n",
        refused.join(", ")
    );
    text
}

fn met() -> impl Iterator<Item = &'static ErrorSpec> {
    let all = ErrorCode::TABLE.iter();
    all.filter(|spec| !NOT_MET.contains(&spec.code))
}

/// Whether the request itself is at fault: the same again is refused again.
fn is_refused_as_written(spec: &ErrorSpec) -> bool {
    let is_to_the_wrong_door = matches!(
        spec.code,
        ErrorCode::AuthenticationRequired
            | ErrorCode::NotPermitted
            | ErrorCode::HostNotAllowed
            | ErrorCode::OriginNotAllowed
            | ErrorCode::RouteNotFound
    );
    is_to_the_wrong_door || (spec.exit == ExitStatus::Usage && spec.group != ErrorGroup::Step)
}

/// The codes by their advice, in the order of the table.
fn lines(wanted: impl Fn(&ErrorSpec) -> bool) -> Vec<(Vec<&'static str>, &'static str)> {
    let mut lines: Vec<(Vec<&'static str>, &'static str)> = Vec::new();
    for spec in met().filter(|spec| wanted(spec)) {
        let same = lines
            .iter_mut()
            .find(|(_, advice)| *advice == spec.recovery);
        match same {
            Some((codes, _)) => codes.push(spec.code.name()),
            None => lines.push((vec![spec.code.name()], spec.recovery)),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_that_can_be_met_is_there_once_with_its_advice() {
        let text = failures();
        for spec in ErrorCode::TABLE {
            let is_code = |word: &&str| *word == spec.code.name();
            let pieces = |letter: char| !letter.is_ascii_uppercase() && letter != '_';
            let lines: Vec<&str> = text
                .lines()
                .filter(|line| line.split(pieces).any(|word| is_code(&word)))
                .collect();
            let expected = usize::from(!NOT_MET.contains(&spec.code));
            assert_eq!(lines.len(), expected, "{}: {lines:?}", spec.code);
            let shows_advice = |line: &&str| {
                line.ends_with(spec.recovery) || line.starts_with("Refused as it was written")
            };
            assert!(lines.iter().all(shows_advice), "{lines:?}");
        }
    }
}
