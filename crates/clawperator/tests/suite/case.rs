//! Reading a case file and running the real binary on it; `tests/README.md` describes the form.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use clawperator_cases::{CaseFile, files};
use serde_json::Value;

/// One case: a call of the program and what must come out.
pub(crate) struct Case {
    /// The file, relative to `cases/`, without its ending.
    pub(crate) name: String,
    pub(crate) rules: Vec<String>,
    pub(crate) exit: i32,
    args: Vec<String>,
    stdin: String,
    environment: Vec<(String, String)>,
    files: Vec<(String, String)>,
    stdout: Stdout,
    stderr: Vec<String>,
}

enum Stdout {
    Json(Value),
    Lines(Vec<String>),
    Contains(Vec<String>),
}

/// Every case under `tests/cases/`, in order of name.
pub(crate) fn all() -> Vec<Case> {
    let files = files(&root().join("cases"), "json");
    files.iter().map(read).collect()
}

/// The folder of these tests.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
}

impl Case {
    /// Runs the case and says what is not as written.
    pub(crate) fn check(&self) -> Result<(), String> {
        let folder = tempfile::tempdir().unwrap();
        for (name, content) in &self.files {
            let place = folder.path().join(name);
            fs::create_dir_all(place.parent().unwrap()).unwrap();
            fs::write(place, content).unwrap();
        }
        let ran = run_in(&self.environment, &self.args, &self.stdin, folder.path());
        if ran.exit != self.exit {
            return Err(format!("exit {}\n{}{}", ran.exit, ran.stdout, ran.stderr));
        }
        let stderr: Vec<&str> = ran.stderr.lines().collect();
        if stderr != self.stderr {
            return Err(format!("stderr is\n{}", ran.stderr));
        }
        if !ran.stdout.is_empty() && !ran.stdout.ends_with('\n') {
            return Err("stdout does not end in a line break".to_owned());
        }
        let lines: Vec<&str> = ran.stdout.lines().collect();
        let agrees = match &self.stdout {
            Stdout::Json(expected) => {
                serde_json::from_str::<Value>(&ran.stdout).is_ok_and(|found| found == *expected)
            }
            Stdout::Lines(expected) => lines == *expected,
            Stdout::Contains(expected) => {
                expected.iter().all(|line| lines.contains(&line.as_str()))
            }
        };
        if agrees {
            Ok(())
        } else {
            Err(format!("stdout is\n{}", ran.stdout))
        }
    }
}

/// What a call of the program left behind, with ids made comparable.
pub(crate) struct Ran {
    pub(crate) exit: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// Runs the binary in `folder`, with streams that are no terminals and an empty environment.
pub(crate) fn run(args: &[String], stdin: &str, folder: &Path) -> Ran {
    run_in(&[], args, stdin, folder)
}

/// The same with these variables in the environment: no adb is found on this machine by accident.
pub(crate) fn run_in(
    environment: &[(String, String)],
    args: &[String],
    stdin: &str,
    folder: &Path,
) -> Ran {
    let mut child = Command::new(env!("CARGO_BIN_EXE_clawperator"))
        .env_clear()
        // Nobody listens there, so that no phone of this machine is driven by a test.
        .env("ANDROID_ADB_SERVER_PORT", "1")
        .env("HOME", folder)
        .envs(environment.iter().cloned())
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that does not read its input closes the pipe, which is no failure of the test.
    let _ = child.stdin.take().unwrap().write_all(stdin.as_bytes());
    let output = child.wait_with_output().unwrap();
    Ran {
        exit: output.status.code().unwrap_or(-1),
        stdout: with_stable_ids(&String::from_utf8(output.stdout).unwrap()),
        stderr: with_stable_ids(&String::from_utf8(output.stderr).unwrap()),
    }
}

/// `click-1700000000000-abcd123` becomes `click-<ms>-<rand>`, `open_app_1700000000000` becomes `open_app_<ms>`.
pub(crate) fn with_stable_ids(text: &str) -> String {
    let is_part = |character: char| character.is_ascii_alphanumeric() || "-_".contains(character);
    let mut stable = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(is_part) {
        stable.push_str(&rest[..start]);
        let word = &rest[start..];
        let end = word
            .find(|character| !is_part(character))
            .unwrap_or(word.len());
        stable.push_str(&stable_id(&word[..end]).unwrap_or_else(|| word[..end].to_owned()));
        rest = &word[end..];
    }
    stable + rest
}

fn stable_id(word: &str) -> Option<String> {
    let is_time = |part: &str| part.len() == 13 && part.bytes().all(|byte| byte.is_ascii_digit());
    let is_random = |part: &str| {
        part.len() == 7
            && part
                .bytes()
                .all(|byte| byte.is_ascii_digit() || byte.is_ascii_lowercase())
    };
    if let Some((prefix, _)) = word
        .rsplit_once('-')
        .filter(|(_, random)| is_random(random))
    {
        let (prefix, _) = prefix.rsplit_once('-').filter(|(_, time)| is_time(time))?;
        return Some(format!("{prefix}-<ms>-<rand>"));
    }
    let (prefix, _) = word.rsplit_once('_').filter(|(_, time)| is_time(time))?;
    Some(format!("{prefix}_<ms>"))
}

fn read(file: &CaseFile) -> Case {
    let name = &file.name;
    let case = file.object(&[
        "about",
        "rules",
        "args",
        "stdin",
        "env",
        "files",
        "exit",
        "stdout",
        "stdoutText",
        "stdoutContains",
        "stderr",
    ]);
    let stdout = match (
        case.get("stdout"),
        case.texts("stdoutText"),
        case.texts("stdoutContains"),
    ) {
        (Some(json), None, None) => Stdout::Json(json.clone()),
        (None, Some(lines), None) => Stdout::Lines(lines),
        (None, None, Some(lines)) => Stdout::Contains(lines),
        _ => panic!("{name}: exactly one of stdout, stdoutText and stdoutContains"),
    };
    let strings = |key: &str| -> Vec<(String, String)> {
        let entries = case.get(key).and_then(Value::as_object);
        entries
            .into_iter()
            .flatten()
            .map(|(name, content)| (name.clone(), content.as_str().unwrap().to_owned()))
            .collect()
    };
    Case {
        name: name.clone(),
        rules: case.rules(),
        exit: case
            .get("exit")
            .and_then(Value::as_i64)
            .and_then(|exit| i32::try_from(exit).ok())
            .unwrap_or_else(|| panic!("{name}: no exit status")),
        args: case
            .texts("args")
            .unwrap_or_else(|| panic!("{name}: no args")),
        stdin: case.text("stdin"),
        environment: strings("env"),
        files: strings("files"),
        stdout,
        stderr: case.texts("stderr").unwrap_or_default(),
    }
}
