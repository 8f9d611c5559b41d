//! One skill's folder, looked at as a whole.

use std::collections::BTreeMap;
use std::path::Path;

use clawperator_recipe::{Artifact, Levels, Loaded, Position, is_legacy, load};

use super::{Combination, QuietedText, page, recipes, scripts};
use crate::digest::{FilesDigest, sha256_hex};
use crate::entry::Entry;
use crate::files::{SkillFile, read_folder};
use crate::finding::{Code, Finding, Findings};
use crate::index::{ArtifactRecord, Record};
use crate::names::PAGE_FILE;
use crate::script::Language;
use crate::skill::read_metadata;

/// What a folder turned out to be.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Examined {
    /// The folder's name.
    pub(crate) name: String,
    /// What its `skill.json` says, if that can be read.
    pub(crate) entry: Option<Entry>,
    /// What an index says of it.
    pub(crate) record: Option<Record>,
    /// The ids of its recipes, with their places.
    pub(crate) recipe_ids: Vec<(String, String, Position)>,
    /// How many recipes were read, those of the older form included.
    pub(crate) recipes: usize,
    /// How many of them are legacy templates.
    pub(crate) legacy: usize,
    /// What looks personal in them and is marked as a text of the app itself.
    pub(crate) quieted: Vec<QuietedText>,
    /// Everything that is wrong with it.
    pub(crate) findings: Findings,
}

/// How closely a folder is looked at.
#[derive(Debug)]
pub(crate) enum Depth<'a> {
    /// For an index: recipes are read unless the record that is known is of the same files.
    Index(&'a BTreeMap<String, Record>),
    /// For everything that can be found.
    All {
        levels: &'a Levels,
        combinations: &'a [Combination],
    },
}

/// Looks at the folder `name` below `root`.
pub(crate) fn examine(root: &Path, name: &str, depth: &Depth<'_>) -> Examined {
    let mut examined = Examined {
        name: name.to_owned(),
        ..Examined::default()
    };
    let files = match read_folder(&root.join(name), name) {
        Ok(files) => files,
        Err(findings) => {
            examined.findings = findings;
            return examined;
        }
    };
    let entry = match read_metadata(&files, name) {
        Ok(entry) => entry,
        Err(findings) => {
            examined.findings = findings;
            return examined;
        }
    };
    if entry.id != name {
        examined.findings.push(Finding::of_file(
            Code::Malformed,
            &format!("{name}/skill.json"),
            format!("the skill's id is `{}`", entry.id),
            "give the folder the skill's id as its name",
        ));
        return examined;
    }
    let mut digest = FilesDigest::default();
    for file in &files {
        digest.add(&file.path, &file.bytes);
    }
    let files_sha256 = digest.finish();
    check_listing(&entry, &files, &mut examined.findings);
    match depth {
        Depth::Index(known) => {
            let same = known
                .get(name)
                .filter(|record| record.files_sha256 == files_sha256);
            let record = same.cloned();
            examined.record = Some(record.unwrap_or_else(|| {
                let artifacts = read_recipes(&entry, &files, &Levels::default(), |_, _, _| {});
                Record::new(&entry, artifacts, files_sha256)
            }));
        }
        Depth::All {
            levels,
            combinations,
        } => {
            page::check(&entry, &files, &mut examined.findings);
            scripts::check(&entry, &files, &mut examined.findings);
            let mut found = Findings::default();
            let artifacts = read_recipes(&entry, &files, levels, |file, read, own| {
                examined.recipes += 1;
                examined.legacy += usize::from(read.is_legacy());
                found.append(own);
                let Read::Sound(loaded) = read else { return };
                recipes::check(
                    file,
                    &entry.application_id,
                    loaded,
                    combinations,
                    &mut found,
                );
                let quieted = loaded.quieted.iter().map(|one| QuietedText {
                    file: file.to_owned(),
                    line: one.at.line,
                    column: one.at.column,
                    kind: one.kind,
                });
                examined.quieted.extend(quieted);
                if let Artifact::Recipe(recipe) = &loaded.artifact {
                    let id = &recipe.frontmatter.recipe_id;
                    let place = (id.value.clone(), file.to_owned(), id.at);
                    examined.recipe_ids.push(place);
                }
            });
            examined.findings.append(found);
            examined.record = Some(Record::new(&entry, artifacts, files_sha256));
        }
    }
    examined.entry = Some(entry);
    examined
}

/// What became of a recipe that was read.
#[derive(Debug, Clone, Copy)]
enum Read<'a> {
    /// It may be compiled.
    Sound(&'a Loaded),
    /// It may not.
    Refused { legacy: bool },
}

impl Read<'_> {
    const fn is_legacy(self) -> bool {
        match self {
            Self::Sound(loaded) => matches!(loaded.artifact, Artifact::Legacy(_)),
            Self::Refused { legacy } => legacy,
        }
    }
}

/// Reads every recipe that is there; `see` is shown each one, and what is wrong with it.
fn read_recipes(
    entry: &Entry,
    files: &[SkillFile],
    levels: &Levels,
    mut see: impl FnMut(&str, Read<'_>, Findings),
) -> Vec<ArtifactRecord> {
    let mut records = Vec::new();
    for path in &entry.artifacts {
        let Some(file) = files.iter().find(|file| file.path == *path) else {
            continue;
        };
        let name = format!("{}/{path}", entry.id);
        let sha256 = sha256_hex(&file.bytes);
        match load(&name, &file.bytes, levels) {
            Ok(loaded) => {
                let artifact = Some(&loaded.artifact);
                records.push(ArtifactRecord::new(path, sha256, artifact));
                see(&name, Read::Sound(&loaded), loaded.findings.clone().into());
            }
            Err(findings) => {
                records.push(ArtifactRecord::new(path, sha256, None));
                let legacy = is_legacy(&name, &file.bytes);
                see(&name, Read::Refused { legacy }, findings.into());
            }
        }
    }
    records
}

/// Whether the files that are named are there, and those that are there are named.
fn check_listing(entry: &Entry, files: &[SkillFile], findings: &mut Findings) {
    let named = entry.scripts.iter().chain(&entry.artifacts);
    for path in named.map(String::as_str).chain([PAGE_FILE]) {
        if !files.iter().any(|file| file.path == path) {
            findings.push(Finding::of_file(
                Code::FileMissing,
                &format!("{}/{path}", entry.id),
                "this file does not exist",
                "add it, or remove its name from `skill.json`",
            ));
        }
    }
    for file in files {
        let is_script = file.path.starts_with("scripts/") && Language::of(&file.path).is_some();
        let is_recipe = file.path.starts_with("artifacts/") && file.path.contains(".recipe.");
        let is_unlisted = (is_script && !entry.scripts.contains(&file.path))
            || (is_recipe && !entry.artifacts.contains(&file.path));
        if is_unlisted {
            let finding = Finding::of_file(
                Code::FileUnlisted,
                &format!("{}/{}", entry.id, file.path),
                "this file is not listed",
                "list it in `skill.json`, or remove it",
            );
            // Scripts may help each other; a recipe that nobody names is one that nobody checks.
            findings.push(if is_script {
                finding.warning()
            } else {
                finding
            });
        }
    }
    if entry.scripts.is_empty() && entry.artifacts.is_empty() {
        findings.push(
            Finding::of_file(
                Code::NothingToRun,
                &format!("{}/skill.json", entry.id),
                "the skill has neither scripts nor recipes",
                "add one, or keep it as a page for agents to read",
            )
            .warning(),
        );
    }
}
