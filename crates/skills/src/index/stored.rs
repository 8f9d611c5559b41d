//! An index on disk: written, compared, searched.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::Path;

use super::files::{
    BY_APP, BY_PREFIX, FOLDER, LINES, MANIFEST, MINIMAL, Manifest, Minimal, PrefixShard,
    prefix_shard,
};
use super::record::Record;
use super::search::{SkillQuery, SkillSummary, search};
use clawperator_contract::Next;

use crate::digest::sha256_hex;
use crate::files::read_file;
use crate::finding::{Code, Finding, Findings};
use crate::limits::{MAX_REGISTRY_BYTES, MAX_SKILLS};
use crate::names::REGISTRY_FILE;
use crate::registry::{Registry, RegistryError};
use crate::skill::Skill;

/// The most bytes of one file of an index; the registry of the same skills is about as large.
const MAX_INDEX_BYTES: u64 = 4 * MAX_REGISTRY_BYTES;

/// What writing an index came to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Written {
    /// Files of the index.
    pub files: usize,
    /// Those whose content changed and was written.
    pub written: usize,
    /// Files that belong to no index any more and were removed.
    pub removed: usize,
}

/// How a skill on disk compares with what the index recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Freshness {
    /// The files are those that were indexed.
    Fresh,
    /// There is no index, or the skill is not in it.
    NotIndexed,
    /// The files are others than those that were indexed.
    Stale,
}

/// Where a search has looked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SearchSource {
    /// In the generated index, which fits the registry.
    Index,
    /// In the registry, because there is no index.
    RegistryIndexMissing,
    /// In the registry, because the index is not of this registry or cannot be read.
    RegistryIndexStale,
}

/// What a search has found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SkillSearch {
    /// Where it looked.
    pub source: SearchSource,
    /// The skills that fit, the best first.
    pub skills: Vec<SkillSummary<'static>>,
}

impl SkillSearch {
    /// Looks for skills in the tree under `root`: in its index if that fits the registry, else in the registry.
    pub fn search(root: &Path, query: &SkillQuery) -> Result<Self, RegistryError> {
        let source = match in_index(root, query) {
            Ok(skills) => {
                let source = SearchSource::Index;
                return Ok(Self { source, skills });
            }
            Err(source) => source,
        };
        let registry = Registry::open(root)?;
        let all = registry.entries().iter().map(SkillSummary::from).collect();
        let skills = search(query, all)
            .into_iter()
            .map(SkillSummary::into_owned)
            .collect();
        Ok(Self { source, skills })
    }
}

fn in_index(root: &Path, query: &SkillQuery) -> Result<Vec<SkillSummary<'static>>, SearchSource> {
    let folder = root.join(FOLDER);
    let stale = SearchSource::RegistryIndexStale;
    let manifest = read_manifest(&folder)?;
    let read = |path: &Path| read_file(path, "", MAX_INDEX_BYTES).map_err(|_| stale);
    let registry = read(&root.join(REGISTRY_FILE))?;
    let bytes = read(&folder.join(MINIMAL))?;
    let listed = &manifest.artifacts;
    let fits = sha256_hex(&registry) == listed.registry.sha256
        && sha256_hex(&bytes) == listed.min_index.sha256;
    let index: Minimal<'_> = serde_json::from_slice(&bytes).map_err(|_| stale)?;
    if !fits || index.skills.len() > MAX_SKILLS {
        return Err(stale);
    }
    Ok(search(query, index.skills)
        .into_iter()
        .map(SkillSummary::into_owned)
        .collect())
}

fn read_manifest(folder: &Path) -> Result<Manifest, SearchSource> {
    let bytes = match read_file(&folder.join(MANIFEST), "", MAX_INDEX_BYTES) {
        Ok(bytes) => bytes,
        Err(finding) if finding.kind.code() == Code::FileMissing.name() => {
            return Err(SearchSource::RegistryIndexMissing);
        }
        Err(_) => return Err(SearchSource::RegistryIndexStale),
    };
    serde_json::from_slice(&bytes).map_err(|_| SearchSource::RegistryIndexStale)
}

impl Registry {
    /// Whether a skill's files are those that the index was generated from.
    #[must_use]
    pub fn freshness(&self, skill: &Skill) -> Freshness {
        let id = &skill.entry.id;
        let shard = self.root().join(FOLDER).join(prefix_shard(id));
        let Ok(bytes) = read_file(&shard, "", MAX_INDEX_BYTES) else {
            return Freshness::NotIndexed;
        };
        let Ok(shard) = serde_json::from_slice::<PrefixShard>(&bytes) else {
            return Freshness::NotIndexed;
        };
        match shard.skills.iter().find(|record| record.id == *id) {
            None => Freshness::NotIndexed,
            Some(record) if record.files_sha256 == skill.files_sha256 => Freshness::Fresh,
            Some(_) => Freshness::Stale,
        }
    }
}

/// The records of the index on disk, by id: what needs not be read again where a skill's files are the same.
/// None when the index is not as its manifest says.
pub(crate) fn known_records(root: &Path) -> BTreeMap<String, Record> {
    let folder = root.join(FOLDER);
    let Ok(manifest) = read_manifest(&folder) else {
        return BTreeMap::new();
    };
    let Ok(bytes) = read_file(&folder.join(LINES), "", MAX_INDEX_BYTES) else {
        return BTreeMap::new();
    };
    if sha256_hex(&bytes) != manifest.artifacts.jsonl_index.sha256 {
        return BTreeMap::new();
    }
    let records = serde_json::Deserializer::from_slice(&bytes).into_iter::<Record>();
    records
        .map_while(Result::ok)
        .map(|record| (record.id.clone(), record))
        .collect()
}

/// Writes the files that changed and removes those that are no part of the index.
pub(crate) fn write(root: &Path, files: &BTreeMap<String, String>) -> io::Result<Written> {
    let folder = root.join(FOLDER);
    for name in ["", BY_APP, BY_PREFIX] {
        fs::create_dir_all(folder.join(name))?;
    }
    let mut written = Written {
        files: files.len(),
        ..Written::default()
    };
    // The manifest goes last: until it is there, readers see that the index is not whole.
    let (manifest, others): (Vec<_>, Vec<_>) = files
        .iter()
        .partition(|(path, _)| path.as_str() == MANIFEST);
    for (path, text) in others.into_iter().chain(manifest) {
        let place = folder.join(path);
        if read_file(&place, path, MAX_INDEX_BYTES).is_ok_and(|bytes| bytes == text.as_bytes()) {
            continue;
        }
        crate::files::replace(&place, text)?;
        written.written += 1;
    }
    for left_over in left_over(&folder, files) {
        fs::remove_file(folder.join(left_over))?;
        written.removed += 1;
    }
    Ok(written)
}

const WRITE_AGAIN: &str = "write the indexes again and commit them";

/// What on disk is not the index that the skills give now.
pub(crate) fn compare(root: &Path, files: &BTreeMap<String, String>) -> Findings {
    let folder = root.join(FOLDER);
    let mut findings = Findings::default();
    let stale = |shown: &str, message: &str| {
        Finding::of_file(Code::IndexStale, shown, message, WRITE_AGAIN).by(Next::IndexSkills)
    };
    if !folder.join(MANIFEST).exists() {
        return Finding::of_file(Code::IndexMissing, FOLDER, "there is no index", WRITE_AGAIN)
            .by(Next::IndexSkills)
            .into();
    }
    for (path, text) in files {
        let shown = format!("{FOLDER}/{path}");
        match read_file(&folder.join(path), &shown, MAX_INDEX_BYTES) {
            Ok(bytes) if bytes == text.as_bytes() => {}
            Ok(_) => findings.push(stale(&shown, "this is out of date")),
            Err(finding) => findings.push(stale(&shown, &finding.message)),
        }
    }
    for path in left_over(&folder, files) {
        findings.push(stale(
            &format!("{FOLDER}/{path}"),
            "this file is not part of the index",
        ));
    }
    findings
}

/// Files in the index's folders that are no part of it.
fn left_over(folder: &Path, files: &BTreeMap<String, String>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for name in ["", BY_APP, BY_PREFIX] {
        let Ok(entries) = fs::read_dir(folder.join(name)) else {
            continue;
        };
        let entries = entries.filter_map(Result::ok).take(2 * MAX_SKILLS);
        for entry in entries {
            let file = entry.file_name().to_string_lossy().into_owned();
            let path = if name.is_empty() {
                file
            } else {
                format!("{name}/{file}")
            };
            let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
            if !is_folder && !files.contains_key(&path) {
                found.insert(path);
            }
        }
    }
    found
}
