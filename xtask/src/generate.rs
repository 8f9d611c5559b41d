//! The generated files: what they are, writing them, and noticing stale ones.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::{docs, schemas, typescript};

/// Folders in which every file is generated, so that one with no source is stale too.
const OWNED_FOLDERS: &[&str] = &["docs/reference", "docs/man"];

/// What the HTTP server can be asked.
fn openapi() -> Result<String, String> {
    let text = serde_json::to_string_pretty(&clawperator_http::document());
    text.map(|text| text + "\n")
        .map_err(|error| error.to_string())
}

/// Every generated file by its path in the repository.
fn files(repository: &Path) -> Result<BTreeMap<String, String>, String> {
    let mut files: BTreeMap<String, String> = schemas::all()?.into_iter().collect();
    files.insert(
        "docs/reference/actions.md".to_owned(),
        docs::actions::page(),
    );
    files.insert(
        "docs/reference/agent-actions.md".to_owned(),
        docs::agent_actions::page(repository)?,
    );
    files.insert(
        "schemas/agent/tools.json".to_owned(),
        clawperator_contract::agent::tools_json() + "\n",
    );
    files.insert("schemas/openapi.json".to_owned(), openapi()?);
    files.insert(typescript::PATH.to_owned(), typescript::file()?);
    files.insert(
        "docs/reference/selectors.md".to_owned(),
        docs::selectors::page(),
    );
    files.insert("docs/reference/roles.md".to_owned(), docs::roles::page());
    files.insert("docs/reference/errors.md".to_owned(), docs::errors::page());
    files.insert("docs/reference/limits.md".to_owned(), docs::limits::page());
    files.insert(
        "docs/reference/capabilities.md".to_owned(),
        docs::capabilities::page(),
    );
    files.insert("docs/reference/cli.md".to_owned(), docs::cli::page());
    files.insert(
        "docs/reference/rules.md".to_owned(),
        docs::rules::page(repository)?,
    );
    files.insert(
        "docs/reference/recipe-rules.md".to_owned(),
        docs::recipe_rules::page(repository)?,
    );
    files.insert(
        "docs/reference/skill-findings.md".to_owned(),
        docs::skill_findings::page(),
    );
    files.insert(
        "docs/reference/messages.md".to_owned(),
        docs::messages::page(repository)?,
    );
    files.insert("docs/reference/faults.md".to_owned(), docs::faults::page()?);
    files.insert("docs/reference/scenes.md".to_owned(), docs::scenes::page()?);
    files.extend(docs::man::pages()?);
    Ok(files)
}

/// Writes every generated file whose content changed and removes those that have no source any more.
pub(crate) fn write(repository: &Path) -> Result<String, String> {
    let files = files(repository)?;
    let mut written = 0_usize;
    for (path, content) in &files {
        let target = repository.join(path);
        if fs::read_to_string(&target).ok().as_ref() == Some(content) {
            continue;
        }
        if let Some(folder) = target.parent() {
            fs::create_dir_all(folder).map_err(|error| format!("{path}: {error}"))?;
        }
        fs::write(&target, content).map_err(|error| format!("{path}: {error}"))?;
        written += 1;
    }
    let orphans = orphans(repository, &files)?;
    for orphan in &orphans {
        fs::remove_file(repository.join(orphan)).map_err(|error| format!("{orphan}: {error}"))?;
    }
    Ok(format!(
        "{} generated files, {written} written, {} removed",
        files.len(),
        orphans.len()
    ))
}

/// Fails when a generated file is stale, missing or left over.
pub(crate) fn check(repository: &Path) -> Result<String, String> {
    let files = files(repository)?;
    let mut stale: Vec<String> = files
        .iter()
        .filter(|(path, content)| {
            fs::read_to_string(repository.join(path)).ok().as_ref() != Some(*content)
        })
        .map(|(path, _)| path.clone())
        .collect();
    stale.extend(orphans(repository, &files)?);
    if stale.is_empty() {
        return Ok(format!("{} generated files are fresh", files.len()));
    }
    Err(format!(
        "stale generated files, run `cargo xtask generate`:\n  {}",
        stale.join("\n  ")
    ))
}

fn orphans(
    repository: &Path,
    files: &BTreeMap<String, String>,
) -> Result<BTreeSet<String>, String> {
    let mut orphans = BTreeSet::new();
    for folder in OWNED_FOLDERS {
        let Ok(entries) = fs::read_dir(repository.join(folder)) else {
            continue;
        };
        for entry in entries {
            let entry = entry.map_err(|error| format!("{folder}: {error}"))?;
            let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
            if !files.contains_key(&path) {
                orphans.insert(path);
            }
        }
    }
    Ok(orphans)
}
