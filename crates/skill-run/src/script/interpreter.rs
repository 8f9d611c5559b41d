//! What runs a script.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::time::Duration;

use clawperator_contract::{ErrorCode, Failure};
use clawperator_skills::{Interpreter, Language, Script};

use super::process;

/// How long an interpreter may take to say which it is.
const PATIENCE: Duration = Duration::from_secs(5);

/// A program that runs scripts.
#[derive(Debug)]
pub(super) struct Program {
    pub(super) path: PathBuf,
}

impl Program {
    /// The program that a skill declares for its script, or why it cannot run it.
    pub(super) async fn find(
        script: &Script,
        declared: Option<Interpreter>,
        path: Option<&OsString>,
    ) -> Result<Self, Failure> {
        let language = script.language;
        let Some(interpreter) = declared.filter(|interpreter| interpreter.runs(language)) else {
            return Err(unavailable(
                &format!("the skill declares no interpreter for {}", language.name()),
                "write `interpreter` in its skill.json: node, bash or sh",
            ));
        };
        if interpreter == Interpreter::Python {
            return Err(unavailable(
                "Python scripts are not supported yet",
                "write it in JavaScript or TypeScript",
            ));
        }
        let name = interpreter.name();
        let program = look_for(name, path).ok_or_else(|| {
            unavailable(
                &format!("`{name}` is not on the PATH"),
                &format!("install {name}"),
            )
        })?;
        if language == Language::TypeScript {
            let version = process::first_line(&program, "--version", PATIENCE).await;
            if !version.as_deref().is_some_and(strips_types) {
                return Err(unavailable(
                    &format!(
                        "`node` {} does not strip types, so it cannot run TypeScript",
                        version.as_deref().unwrap_or("of unknown version")
                    ),
                    "install node 22.18 or later, or ship the script as JavaScript",
                ));
            }
        }
        Ok(Self { path: program })
    }
}

/// Whether this version of node runs TypeScript as it is.
fn strips_types(version: &str) -> bool {
    let mut numbers = version
        .trim_start_matches('v')
        .split('.')
        .map_while(|part| part.parse::<u32>().ok());
    match (numbers.next(), numbers.next()) {
        (Some(22), Some(minor)) => minor >= 18,
        (Some(23), Some(minor)) => minor >= 6,
        (Some(major), Some(_)) => major > 23,
        _ => false,
    }
}

fn look_for(name: &str, path: Option<&OsString>) -> Option<PathBuf> {
    std::env::split_paths(path.map_or(OsStr::new(""), OsString::as_os_str))
        .filter(|folder| folder.is_absolute())
        .map(|folder| folder.join(name))
        .find(|program| program.is_file())
}

fn unavailable(message: &str, hint: &str) -> Failure {
    Failure::new(ErrorCode::SkillInterpreterUnavailable, message).with_hint(hint)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_stripped_from_22_18_and_23_6_on() {
        for (version, strips) in [
            ("v20.20.2", false),
            ("v22.17.9", false),
            ("v22.18.0", true),
            ("v23.5.0", false),
            ("v23.6.0", true),
            ("v24.0.0", true),
            ("", false),
            ("node", false),
        ] {
            assert_eq!(strips_types(version), strips, "{version}");
        }
    }
}
