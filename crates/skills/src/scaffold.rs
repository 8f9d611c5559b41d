//! `new`: the beginning of a skill that passes every check.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clawperator_contract::excerpt;

use crate::check::{IndexError, write_index};
use crate::entry::{Entry, is_application_id, is_id, is_intent};
use crate::files::replace;
use crate::form::{metadata_text, registry_schema_text, registry_text};
use crate::limits::MAX_SUMMARY_LENGTH;
use crate::names::{METADATA_FILE, PAGE_FILE, REGISTRY_FILE};
use crate::registry::{Registry, RegistryError};

const SCHEMA_FILE: &str = "skills-registry.schema.json";
const GENERATOR_FILE: &str = "tools/generate_skill_indexes.sh";
/// The script that a tree's CI calls; it is shipped with every tree.
const GENERATOR: &str = include_str!("scaffold/generate_skill_indexes.sh");
const RECIPE: &str = include_str!("scaffold/probe.recipe.md");
const PAGE: &str = include_str!("scaffold/SKILL.md");

/// A skill to begin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewSkill {
    entry: Entry,
}

/// Why a skill was not begun.
#[derive(Debug)]
pub enum NewError {
    /// The id or the summary cannot be used.
    Invalid(String),
    /// There is such a skill.
    Exists,
    /// The registry is broken.
    Registry(RegistryError),
    /// The index could not be written; the skill was.
    Index(IndexError),
    /// The disk refused.
    Io(io::Error),
}

impl NewSkill {
    /// A skill of that id: an app's package id, a dot and an intent.
    pub fn new(id: &str, summary: Option<&str>) -> Result<Self, NewError> {
        let invalid = |reason: &str| {
            let shown = excerpt(id);
            Err(NewError::Invalid(format!(
                "`{shown}` is not a skill id: {reason}"
            )))
        };
        let Some((application_id, intent)) = id.rsplit_once('.') else {
            return invalid("it has no dot between the app and the intent");
        };
        if !is_application_id(application_id) {
            return invalid(
                "the part before the last dot is not a package id such as `com.example.app`",
            );
        }
        if !is_intent(intent) || !is_id(id) {
            return invalid("the part after the last dot is not an intent such as `get-usage`");
        }
        let summary = summary.map_or_else(
            || format!("{} in {application_id}", intent.replace('-', " ")),
            str::to_owned,
        );
        let is_line = !summary.trim().is_empty()
            && summary.chars().count() <= MAX_SUMMARY_LENGTH
            && !summary.chars().any(char::is_control)
            && !summary.contains("${");
        if !is_line {
            return Err(NewError::Invalid(format!(
                "a summary must be one line of at most {MAX_SUMMARY_LENGTH} characters, without `${{`"
            )));
        }
        Ok(Self {
            entry: Entry {
                id: id.to_owned(),
                application_id: application_id.to_owned(),
                intent: intent.to_owned(),
                summary,
                scripts: Vec::new(),
                artifacts: vec![format!("artifacts/{intent}.recipe.md")],
                keywords: Vec::new(),
                interpreter: None,
            },
        })
    }
}

/// Begins a skill in the tree under `root`, which is begun too where there is none. Answers the files of the skill.
pub fn create(root: &Path, skill: &NewSkill) -> Result<Vec<PathBuf>, NewError> {
    let entry = &skill.entry;
    let mut entries = match Registry::open(root) {
        Ok(registry) => registry.entries().to_vec(),
        Err(RegistryError::NoTree { .. }) => {
            begin_tree(root).map_err(NewError::Io)?;
            Vec::new()
        }
        Err(error) => return Err(NewError::Registry(error)),
    };
    let folder = root.join(&entry.id);
    if entries.iter().any(|known| known.id == entry.id) || fs::symlink_metadata(&folder).is_ok() {
        return Err(NewError::Exists);
    }
    let files = files_of(entry);
    let written = write_skill(root, &entry.id, &files).map_err(NewError::Io)?;
    entries.push(entry.clone());
    replace(&root.join(REGISTRY_FILE), &registry_text(&entries)).map_err(NewError::Io)?;
    write_index(root).map_err(NewError::Index)?;
    Ok(written)
}

fn files_of(entry: &Entry) -> Vec<(String, String)> {
    // A quoted YAML text is JSON's.
    let quoted = serde_json::Value::from(entry.summary.as_str()).to_string();
    // Ids hold no braces, and the summary is filled in last, so that nothing filled in is filled again.
    let fill = |text: &str| {
        text.replace("{{ID}}", &entry.id)
            .replace("{{APPLICATION_ID}}", &entry.application_id)
            .replace("{{INTENT}}", &entry.intent)
            .replace("{{SUMMARY}}", &quoted)
    };
    let mut files = vec![
        (PAGE_FILE.to_owned(), fill(PAGE)),
        (METADATA_FILE.to_owned(), metadata_text(entry)),
    ];
    let recipes = entry.artifacts.iter();
    files.extend(recipes.map(|path| (path.clone(), fill(RECIPE))));
    files
}

/// Writes the folder beside its place first, so that nobody meets half a skill.
fn write_skill(root: &Path, id: &str, files: &[(String, String)]) -> io::Result<Vec<PathBuf>> {
    let beside = root.join(format!(".{id}.new"));
    let mut written = Vec::new();
    for (path, text) in files {
        let place = beside.join(path);
        if let Some(folder) = place.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(&place, text)?;
        written.push(root.join(id).join(path));
    }
    fs::rename(&beside, root.join(id))?;
    Ok(written)
}

fn begin_tree(root: &Path) -> io::Result<()> {
    let generator = root.join(GENERATOR_FILE);
    if let Some(folder) = generator.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(&generator, GENERATOR)?;
    make_executable(&generator)?;
    fs::write(root.join(SCHEMA_FILE), registry_schema_text())?;
    replace(&root.join(REGISTRY_FILE), &registry_text(&[]))
}

#[cfg(unix)]
fn make_executable(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
fn make_executable(_: &Path) -> io::Result<()> {
    Ok(())
}
