//! A whole tree: its registry, its folders, its index.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::Path;

use clawperator_contract::Next;
use clawperator_recipe::{Level, Levels, Position};
use serde::Serialize;

use super::examine::{Depth, Examined, examine};
use super::{Combination, Requirement};
use crate::entry::Entry;
use crate::files::{read_file, replace, skill_folders};
use crate::finding::{Code, Finding, Findings};
use crate::form::registry_text;
use crate::index::{self, Record, Written};
use crate::limits::MAX_REGISTRY_BYTES;
use crate::names::REGISTRY_FILE;
use crate::parallel;
use crate::registry::{Registry, RegistryError};
use crate::skill::disagreement;

/// What was asked of a tree, and what came of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    /// One row for each requirement, in order.
    pub rows: Vec<RequirementRow>,
    /// How many folders of skills were looked at.
    pub skills: usize,
    /// How many legacy templates there are: only their form and personal data are looked at.
    pub legacy: usize,
    /// What looks personal and was quieted by an annotation, for whoever reviews it.
    pub quieted: Vec<QuietedText>,
}

/// A text that looks personal and is marked as one of the app itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct QuietedText {
    /// The recipe.
    pub file: String,
    /// Where it stands there.
    pub line: usize,
    /// The character in that line.
    pub column: usize,
    /// What it looks like.
    pub kind: &'static str,
}

/// One requirement, and what came of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequirementRow {
    /// What was asked.
    pub requirement: Requirement,
    /// How many things were looked at; `None` when it could not be asked.
    pub looked_at: Option<usize>,
    /// What is wrong.
    pub findings: Findings,
}

impl RequirementRow {
    /// Whether the requirement is met; one that could not be asked is not.
    #[must_use]
    pub fn is_met(&self) -> bool {
        self.looked_at.is_some() && !self.findings.has_errors()
    }
}

impl Checked {
    /// Whether every requirement is met.
    #[must_use]
    pub fn is_met(&self) -> bool {
        self.rows.iter().all(RequirementRow::is_met)
    }

    /// Every finding, in the order of the requirements.
    #[must_use]
    pub fn findings(&self) -> Findings {
        let mut all = Findings::default();
        for row in &self.rows {
            all.append(row.findings.clone());
        }
        all
    }
}

/// Asks the eleven requirements of the tree under `root`. Nothing is written.
pub fn check_tree(
    root: &Path,
    levels: &Levels,
    combinations: &[Combination],
) -> Result<Checked, RegistryError> {
    let registry = read_registry(root)?;
    let names = skill_folders(root).map_err(|finding| RegistryError::Broken(finding.into()))?;
    let depth = Depth::All {
        levels,
        combinations,
    };
    let examined = parallel::map(&names, |name| examine(root, name, &depth));
    let mut sorter = Sorter::default();
    let skills = examined.len();
    let files: usize = examined.iter().map(|skill| skill.recipes).sum();
    let legacy: usize = examined.iter().map(|skill| skill.legacy).sum();
    let recipes = files.saturating_sub(legacy);
    let quieted = examined.iter().flat_map(|skill| skill.quieted.clone());
    let quieted: Vec<QuietedText> = quieted.collect();
    check_recipe_ids(&examined, &mut sorter);
    let index = match &registry {
        Ok((bytes, registry)) => {
            records_of(registry, &examined).map(|records| index::generate(bytes, &records))
        }
        Err(_) => None,
    };
    if let Some(files) = &index {
        sorter.add_all(Requirement::Indexes, index::compare(root, files));
    }
    let entries = match registry {
        Ok((_, registry)) => {
            cross_check(&registry, &examined, &mut sorter);
            Some(registry.entries().len())
        }
        Err(findings) => {
            sorter.add_all(Requirement::RegistryForm, findings);
            None
        }
    };
    for skill in examined {
        sorter.sort(skill.findings);
    }
    let looked_at = |requirement: Requirement| match requirement {
        Requirement::Metadata | Requirement::Personal => Some(skills),
        Requirement::Indexes => index.as_ref().map(BTreeMap::len),
        // A registry that cannot be read was looked at, and has no entry.
        Requirement::RegistryForm => Some(entries.unwrap_or_default()),
        Requirement::CrossCheck => entries,
        Requirement::Frontmatter
        | Requirement::Steps
        | Requirement::Deterministic
        | Requirement::Capabilities
        | Requirement::Literals
        | Requirement::Inputs => Some(recipes),
    };
    let rows = Requirement::ALL.iter().map(|requirement| RequirementRow {
        requirement: *requirement,
        looked_at: looked_at(*requirement),
        // Nothing found: the requirement is met.
        findings: sorter.found.remove(requirement).unwrap_or_default(),
    });
    Ok(Checked {
        rows: rows.collect(),
        skills,
        legacy,
        quieted,
    })
}

/// Everything that is wrong with one skill, and with what the registry says of it.
#[must_use]
pub fn check_skill(
    registry: &Registry,
    entry: &Entry,
    levels: &Levels,
    combinations: &[Combination],
) -> Findings {
    let depth = Depth::All {
        levels,
        combinations,
    };
    let examined = examine(registry.root(), &entry.id, &depth);
    let mut findings = examined.findings;
    if let Some(own) = examined.entry.filter(|own| own != entry) {
        findings.push(disagreement(&own, entry));
    }
    findings
}

/// Writes the index of a tree, or compares it: every skill must be readable for that.
pub fn write_index(root: &Path) -> Result<Written, IndexError> {
    let known = index::known_records(root);
    let files = index_files(root, &known)?;
    index::write(root, &files).map_err(IndexError::Io)
}

/// What of the index on disk is not what the skills give now; nothing is taken from the index itself.
pub fn compare_index(root: &Path) -> Result<(usize, Findings), IndexError> {
    let files = index_files(root, &BTreeMap::new())?;
    Ok((files.len(), index::compare(root, &files)))
}

/// Writes the registry from what the folders say of themselves. Answers how many skills it names.
pub fn write_registry(root: &Path) -> Result<usize, IndexError> {
    let names = skill_folders(root).map_err(|finding| IndexError::Refused(finding.into()))?;
    let known = BTreeMap::new();
    let examined = parallel::map(&names, |name| examine(root, name, &Depth::Index(&known)));
    let mut findings = Findings::default();
    let mut entries = Vec::new();
    for skill in examined {
        findings.append(errors_of(skill.findings));
        entries.extend(skill.entry);
    }
    if findings.has_errors() {
        return Err(IndexError::Refused(findings));
    }
    replace(&root.join(REGISTRY_FILE), &registry_text(&entries)).map_err(IndexError::Io)?;
    Ok(entries.len())
}

/// Why an index was not written.
#[derive(Debug)]
pub enum IndexError {
    /// There is no registry, or it is broken.
    Registry(RegistryError),
    /// A skill cannot be read.
    Refused(Findings),
    /// The disk refused.
    Io(io::Error),
}

fn index_files(
    root: &Path,
    known: &BTreeMap<String, Record>,
) -> Result<BTreeMap<String, String>, IndexError> {
    let read = read_registry(root).map_err(IndexError::Registry)?;
    let (bytes, registry) =
        read.map_err(|findings| IndexError::Registry(RegistryError::Broken(findings)))?;
    let examined = parallel::map(registry.entries(), |entry| {
        examine(root, &entry.id, &Depth::Index(known))
    });
    let mut findings = Findings::default();
    let mut records = Vec::new();
    for skill in examined {
        findings.append(errors_of(skill.findings));
        records.extend(skill.record);
    }
    if findings.has_errors() {
        return Err(IndexError::Refused(findings));
    }
    Ok(index::generate(&bytes, &records))
}

fn errors_of(findings: Findings) -> Findings {
    let list = findings.list.into_iter();
    Findings {
        list: list
            .filter(|finding| finding.level == Level::Error)
            .collect(),
        unlisted: findings.unlisted,
    }
}

type ReadRegistry = Result<(Vec<u8>, Registry), Findings>;

/// The registry's bytes and what they say; only a tree without one is an error of its own.
fn read_registry(root: &Path) -> Result<ReadRegistry, RegistryError> {
    let path = root.join(REGISTRY_FILE);
    if fs::symlink_metadata(&path).is_err() {
        let looked = vec![root.to_owned()];
        return Err(RegistryError::NoTree { looked });
    }
    let read = read_file(&path, REGISTRY_FILE, MAX_REGISTRY_BYTES).map_err(Findings::from);
    Ok(read.and_then(|bytes| {
        let registry = Registry::read(root, &bytes)?;
        Ok((bytes, registry))
    }))
}

/// What an index says of every registered skill, if each can be read.
fn records_of(registry: &Registry, examined: &[Examined]) -> Option<Vec<Record>> {
    let known: BTreeMap<&str, &Examined> = examined
        .iter()
        .map(|skill| (skill.name.as_str(), skill))
        .collect();
    let entries = registry.entries().iter();
    entries
        .map(|entry| known.get(entry.id.as_str())?.record.clone())
        .collect()
}

/// Every folder is registered, every registered folder is there, and both say the same.
fn cross_check(registry: &Registry, examined: &[Examined], sorter: &mut Sorter) {
    let folders: BTreeSet<&str> = examined.iter().map(|skill| skill.name.as_str()).collect();
    for entry in registry.entries() {
        if !folders.contains(entry.id.as_str()) {
            sorter.add(
                Requirement::CrossCheck,
                Finding::of_file(
                    Code::FileMissing,
                    &entry.id,
                    "the registry lists this skill, but its folder does not exist",
                    "add the folder, or remove the skill from the registry",
                ),
            );
        }
    }
    for skill in examined {
        let finding = match (registry.find(&skill.name), &skill.entry) {
            (Ok(entry), Some(own)) if own != entry => disagreement(own, entry),
            (Ok(_), _) => continue,
            (Err(_), _) => Finding::of_file(
                Code::Unregistered,
                &skill.name,
                "the registry does not list this folder",
                "register it, or move the folder away",
            )
            .by(Next::RegisterSkills),
        };
        sorter.add(Requirement::CrossCheck, finding);
    }
}

/// No two recipes have one id.
fn check_recipe_ids(examined: &[Examined], sorter: &mut Sorter) {
    let mut first: BTreeMap<&str, (&str, Position)> = BTreeMap::new();
    for (id, file, at) in examined.iter().flat_map(|skill| &skill.recipe_ids) {
        match first.get(id.as_str()) {
            None => {
                first.insert(id, (file, *at));
            }
            Some((before, _)) => {
                let finding = Finding::of_file(
                    Code::RecipeTwice,
                    file,
                    format!("`{id}` is also the id of `{before}`"),
                    "give one of the two a different `recipe_id`",
                );
                sorter.add(Requirement::Frontmatter, finding.at(*at));
            }
        }
    }
}

/// Findings by the requirement that they break.
#[derive(Debug, Default)]
struct Sorter {
    found: BTreeMap<Requirement, Findings>,
}

impl Sorter {
    fn add(&mut self, requirement: Requirement, finding: Finding) {
        self.found.entry(requirement).or_default().push(finding);
    }

    fn add_all(&mut self, requirement: Requirement, findings: Findings) {
        self.found.entry(requirement).or_default().append(findings);
    }

    fn sort(&mut self, findings: Findings) {
        for finding in findings.list {
            self.add(Requirement::of(finding.kind), finding);
        }
        let unlisted = &mut self
            .found
            .entry(Requirement::Metadata)
            .or_default()
            .unlisted;
        *unlisted = unlisted.saturating_add(findings.unlisted);
    }
}
