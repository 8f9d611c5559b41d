//! Schemas may only grow while their version stays the same: each committed version against the next.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::{additive, schemas};

/// Compares every schema of every commit that touched it with its successor, the work tree included.
pub(crate) fn check(repository: &Path) -> Result<String, String> {
    let mut compared = 0_usize;
    let mut breaks = Vec::new();
    for (path, _) in schemas::all()? {
        let commits = git(
            repository,
            &["log", "--format=%H", "--reverse", "--", &path],
        )?;
        let mut versions: Vec<(String, Value)> = Vec::new();
        for commit in commits.lines() {
            // A commit that removed the file has nothing to compare.
            if let Ok(text) = git(repository, &["show", &format!("{commit}:{path}")]) {
                versions.push((commit.chars().take(10).collect(), parse(&path, &text)?));
            }
        }
        let now = std::fs::read_to_string(repository.join(&path))
            .map_err(|error| format!("{path}: {error}"))?;
        versions.push(("the work tree".to_owned(), parse(&path, &now)?));
        for pair in versions.windows(2) {
            let [(_, before), (when, after)] = pair else {
                continue;
            };
            compared += 1;
            // The identifier carries the version: under a new one, anything may change.
            if before.get("$id") != after.get("$id") {
                continue;
            }
            breaks.extend(
                additive::breaks(before, after)
                    .into_iter()
                    .map(|at| format!("{path} in {when}: {at}")),
            );
        }
    }
    if breaks.is_empty() {
        return Ok(format!(
            "schemas only grew ({compared} steps of history compared)"
        ));
    }
    Err(format!(
        "schemas changed in a way that breaks readers or writers; raise the version in `$id` or undo:\n  {}",
        breaks.join("\n  ")
    ))
}

fn parse(path: &str, text: &str) -> Result<Value, String> {
    serde_json::from_str(text).map_err(|error| format!("{path}: {error}"))
}

fn git(repository: &Path, arguments: &[&str]) -> Result<String, String> {
    let output = Command::new("git")
        .arg("-C")
        .arg(repository)
        .args(arguments)
        .output()
        .map_err(|error| format!("git: {error}"))?;
    if !output.status.success() {
        // Before the first commit there is no history, and so nothing that could have changed.
        if arguments.first() == Some(&"log") {
            return Ok(String::new());
        }
        return Err(format!(
            "git {}: {}",
            arguments.join(" "),
            String::from_utf8_lossy(&output.stderr).trim()
        ));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
