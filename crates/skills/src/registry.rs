//! The registry: one file that names every skill of a tree.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clawperator_contract::{Next, did_you_mean, excerpt, visible};
use clawperator_recipe::{JsonText, JsonValue};

use crate::entry::Entry;
use crate::files::{read_file, text_of};
use crate::finding::{Code, Finding, Findings, Report};
use crate::json::Document;
use crate::limits::{MAX_REGISTRY_BYTES, MAX_SKILLS};
use crate::names::REGISTRY_FILE;

/// The version of the registry that this program reads and writes.
pub(crate) const SCHEMA_VERSION: &str = "1.0";

const KEYS: &[&str] = &["schemaVersion", "generatedAt", "skills"];

/// The skills of a tree, in the order of their ids.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Registry {
    root: PathBuf,
    entries: Vec<Entry>,
}

/// Why there is no registry to use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RegistryError {
    /// No folder has a `skills-registry.json`: there is no tree of skills.
    NoTree {
        /// Where it was looked for, in this order.
        looked: Vec<PathBuf>,
    },
    /// There is one, and it breaks a rule.
    Broken(Findings),
}

/// No skill is meant by that id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotFound {
    /// The id as it was given, safe to show.
    pub id: String,
    /// Ids that are near to it, the nearest first.
    pub near: Vec<String>,
    /// Ids that it is the end of, where it could mean any of several.
    pub several: Vec<String>,
}

impl Registry {
    /// Reads the registry of a tree. Folders are not looked into; that is [`crate::Skill::load`].
    pub fn open(root: &Path) -> Result<Self, RegistryError> {
        match read_file(&root.join(REGISTRY_FILE), REGISTRY_FILE, MAX_REGISTRY_BYTES) {
            Ok(bytes) => Self::read(root, &bytes).map_err(RegistryError::Broken),
            Err(finding) if finding.kind.code() == Code::FileMissing.name() => {
                let looked = vec![root.to_owned()];
                Err(RegistryError::NoTree { looked })
            }
            Err(finding) => Err(RegistryError::Broken(finding.into())),
        }
    }

    /// Reads the registry of the first of these folders that has one.
    pub fn open_first(folders: &[PathBuf]) -> Result<Self, RegistryError> {
        let mut looked = Vec::new();
        for folder in folders {
            match Self::open(folder) {
                Err(RegistryError::NoTree { looked: here }) => looked.extend(here),
                answer => return answer,
            }
        }
        Err(RegistryError::NoTree { looked })
    }

    /// Reads the bytes of a registry whose skills lie under `root`.
    pub fn read(root: &Path, bytes: &[u8]) -> Result<Self, Findings> {
        let text = text_of(bytes, REGISTRY_FILE).map_err(Findings::from)?;
        let report = Report::new(REGISTRY_FILE);
        let entries = read_entries(text, &report);
        let findings = report.into_findings();
        match entries {
            Some(mut entries) if !findings.has_errors() => {
                entries.sort_by(|one, other| one.id.cmp(&other.id));
                let root = root.to_owned();
                Ok(Self { root, entries })
            }
            Some(_) | None => Err(findings),
        }
    }

    /// The folder that holds the skills.
    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Every skill, in the order of the ids.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The skill of that id.
    pub fn find(&self, id: &str) -> Result<&Entry, NotFound> {
        let found = self
            .entries
            .binary_search_by(|entry| entry.id.as_str().cmp(id));
        match found.ok().and_then(|at| self.entries.get(at)) {
            Some(entry) => Ok(entry),
            None => Err(NotFound {
                id: excerpt(id),
                near: self.near(id),
                several: Vec::new(),
            }),
        }
    }

    /// The skill of that id, or the only one whose id ends in these parts: `read-level` and `app.read-level` are short for
    /// `com.example.app.read-level`. A whole id is never taken for the end of another.
    pub fn find_by_end(&self, id: &str) -> Result<&Entry, NotFound> {
        let missing = match self.find(id) {
            Ok(entry) => return Ok(entry),
            Err(missing) => missing,
        };
        let ending: Vec<&Entry> = self
            .entries
            .iter()
            .filter(|entry| last_parts(&entry.id, parts(id)) == Some(id))
            .collect();
        match ending.as_slice() {
            [] => Err(missing),
            [only] => Ok(only),
            several => Err(NotFound {
                several: several.iter().map(|entry| entry.id.clone()).collect(),
                ..missing
            }),
        }
    }

    /// The folder of a skill.
    #[must_use]
    pub fn folder(&self, entry: &Entry) -> PathBuf {
        self.root.join(&entry.id)
    }

    /// Ids that somebody may have meant: one that is spelled almost so, and those that end or begin so.
    fn near(&self, id: &str) -> Vec<String> {
        const MOST: usize = 3;
        let ids = || self.entries.iter().map(|entry| entry.id.as_str());
        let mut near: Vec<&str> = did_you_mean(id, ids()).into_iter().collect();
        // Whoever wrote the end of an id may have misspelt it.
        let ends = ids().filter_map(|known| last_parts(known, parts(id)));
        if let Some(end) = did_you_mean(id, ends) {
            let spelt_so = ids().filter(|known| last_parts(known, parts(id)) == Some(end));
            for known in spelt_so.take(MOST) {
                if !near.contains(&known) && near.len() < MOST {
                    near.push(known);
                }
            }
        }
        let wanted = id.to_ascii_lowercase();
        let holding = ids()
            .filter(|known| !wanted.is_empty() && known.to_ascii_lowercase().contains(&wanted));
        for known in holding.take(MOST) {
            if !near.contains(&known) && near.len() < MOST {
                near.push(known);
            }
        }
        near.into_iter().map(str::to_owned).collect()
    }
}

/// How many parts an id has, between its dots.
fn parts(id: &str) -> usize {
    id.split('.').count()
}

/// The last parts of an id, if it has more than these.
fn last_parts(id: &str, count: usize) -> Option<&str> {
    let (at, _) = id.rmatch_indices('.').nth(count.checked_sub(1)?)?;
    id.get(at + 1..)
}

fn read_entries(text: &str, report: &Report<'_>) -> Option<Vec<Entry>> {
    let json = JsonText::new(text);
    let (document, root) = Document::root(&json, report)?;
    let object = document.object(root, "the registry", KEYS)?;
    if let Some(value) = object.require("schemaVersion") {
        check_version(document, value);
    }
    if let Some(value) = object.get("generatedAt") {
        // Older registries carry it. It says nothing about the skills, and is neither used nor written.
        document.text(value, "`generatedAt`", 64);
    }
    let items = document.list(object.require("skills")?, "`skills`", MAX_SKILLS)?;
    let mut first: BTreeMap<String, usize> = BTreeMap::new();
    let mut entries = Vec::with_capacity(items.len());
    for (index, item) in items.into_iter().enumerate() {
        if report.is_full() {
            break;
        }
        let Some(entry) = Entry::read(document, item, "a skill") else {
            continue;
        };
        if let Some(before) = first.insert(entry.id.clone(), index) {
            document.wrong(
                Code::Repeated,
                item,
                format!(
                    "the skill `{}` is already listed as number {}",
                    entry.id,
                    before + 1
                ),
                "keep one of the two",
            );
        }
        entries.push(entry);
    }
    Some(entries)
}

fn check_version<'t>(document: Document<'t>, value: JsonValue<'t>) {
    let version = document.text(value, "`schemaVersion`", 16);
    if let Some(version) = version.filter(|version| *version != SCHEMA_VERSION) {
        document.wrong(
            Code::SchemaVersion,
            value,
            format!(
                "unsupported version `{}`; this program reads registries of version {SCHEMA_VERSION}",
                excerpt(&version)
            ),
            "use a version of Clawperator that reads the registry's version",
        );
    }
}

impl RegistryError {
    /// The same as findings, for answers that list them.
    #[must_use]
    pub fn findings(self) -> Findings {
        match self {
            Self::NoTree { looked } => {
                let looked: Vec<String> = looked
                    .iter()
                    .map(|folder| format!("`{}`", visible(&folder.to_string_lossy())))
                    .collect();
                Finding::of_file(
                    Code::FileMissing,
                    REGISTRY_FILE,
                    format!("not found in {}", looked.join(" or ")),
                    "give its folder, or create a skill",
                )
                .by(Next::CreateSkill)
                .into()
            }
            Self::Broken(findings) => findings,
        }
    }
}
